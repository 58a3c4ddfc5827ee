// Each option of dlopt-run, refused: status 2 and one line that says why.
// DEFINE: %{refuse} = %exits 2 dlopt-run --quiet
// RUN: %{refuse} >%t.log 2>&1
// RUN: %{refuse} %s %s >>%t.log 2>&1
// RUN: %{refuse} %s --bogus >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=A < %t.log
// A: dlopt-run: error: expected one input file, got 0; see --help
// A-NEXT: dlopt-run: error: expected one input file, got 2; see --help
// A-NEXT: dlopt-run: error: unknown or ambiguous option '--bogus'; see --help
// RUN: %{refuse} %s -o out >%t.log 2>&1
// RUN: %{refuse} %s --emit object >>%t.log 2>&1
// RUN: %{refuse} %s --verify=3 >>%t.log 2>&1
// RUN: %{refuse} %s --arg >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=B < %t.log
// B: dlopt-run: error: unknown or ambiguous option '-o'; see --help
// B-NEXT: dlopt-run: error: unknown or ambiguous option '--emit'; see --help
// B-NEXT: dlopt-run: error: no value belongs to option '--verify=3'; see --help
// B-NEXT: dlopt-run: error: no value for option '--arg'; see --help
// RUN: %{refuse} %s --target sm_80 >%t.log 2>&1
// RUN: %{refuse} %s --arg 0 >>%t.log 2>&1
// RUN: %{refuse} %s --result x=y >>%t.log 2>&1
// RUN: %{refuse} %s --expect 0= >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=C < %t.log
// C: dlopt-run: error: unknown target 'sm_80'; there is: cpu, emulate, cuda
// C-NEXT: dlopt-run: error: --arg wants a number and a file, such as 0=x.npy, not '0'
// C-NEXT: dlopt-run: error: --result wants a number and a file, such as 0=x.npy, not 'x=y'
// C-NEXT: dlopt-run: error: --expect wants a number and a file, such as 0=x.npy, not '0='
// RUN: %{refuse} %s --arg 0=a --arg 0=b >%t.log 2>&1
// RUN: %{refuse} %s --arg 9=a >>%t.log 2>&1
// RUN: %{refuse} %s --shape 9=4 >>%t.log 2>&1
// RUN: %{refuse} %s --shape 0=axb >>%t.log 2>&1
// RUN: %{refuse} %s --shape 0=5 >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=D < %t.log
// D: dlopt-run: error: --arg 0 is given twice
// D-NEXT: dlopt-run: error: --arg 9: @f takes 3 arguments
// D-NEXT: dlopt-run: error: --shape 9: @f takes 3 arguments
// D-NEXT: dlopt-run: error: --shape wants an argument's number and its sizes, such as 0=2x128, not '0=axb'
// D-NEXT: dlopt-run: error: argument 0 is given as 5; its type has 4
// RUN: %{refuse} %s >%t.log 2>&1
// RUN: %{refuse} %s --arg 2=1.5 --shape 1=4 >>%t.log 2>&1
// RUN: %{refuse} %s --shape 1=4 --result 5=%t.npy >>%t.log 2>&1
// RUN: %{refuse} %s --shape 1=4 --expect 5=%t.npy >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=E < %t.log
// E: dlopt-run: error: argument 1 of type tensor<?xf32> has open sizes: give --shape 1=..x.. or --arg 1=FILE.npy
// E-NEXT: dlopt-run: error: --arg 2=1.5: no i32
// E: dlopt-run: error: --result 5: there are 1 results
// E: dlopt-run: error: --expect 5: there are 1 results
// RUN: %{refuse} %s --seed -1 >%t.log 2>&1
// RUN: %{refuse} %s --seed x >>%t.log 2>&1
// RUN: %{refuse} %s --repeats 0 --bench >>%t.log 2>&1
// RUN: %{refuse} %s --opt-level 4 >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=F < %t.log
// F: dlopt-run: error: --seed takes an integer from 0 to 9223372036854775807, not '-1'
// F-NEXT: dlopt-run: error: --seed takes an integer from 0 to 9223372036854775807, not 'x'
// F-NEXT: dlopt-run: error: --repeats takes an integer from 1 to 1000000, not '0'
// F-NEXT: dlopt-run: error: --opt-level takes an integer from 0 to 3, not '4'
// RUN: %{refuse} %s --atol nan --verify >%t.log 2>&1
// RUN: %{refuse} %s --rtol -1 --verify >>%t.log 2>&1
// RUN: %{refuse} %s --atol 1 >>%t.log 2>&1
// RUN: %{refuse} %s --json >>%t.log 2>&1
// RUN: %{refuse} %s --repeats 3 >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=G < %t.log
// G: dlopt-run: error: --atol takes a number that is not negative, not 'nan'
// G-NEXT: dlopt-run: error: --rtol takes a number that is not negative, not '-1'
// G-NEXT: dlopt-run: error: --atol and --rtol need --expect or --verify
// G-NEXT: dlopt-run: error: --json and --repeats need --bench
// G-NEXT: dlopt-run: error: --json and --repeats need --bench
// RUN: %{refuse} --check %s %s >%t.log 2>&1
// RUN: %{refuse} --check %s --entry f >>%t.log 2>&1
// RUN: %{refuse} --check %s --arg 0=x >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=H < %t.log
// H: dlopt-run: error: --check names the file to run;
// H-NEXT: dlopt-run: error: --check takes the function, its arguments and what is expected from the file
// H-NEXT: dlopt-run: error: --check takes the function, its arguments and what is expected from the file
func.func @f(%a: tensor<4xf32>, %b: tensor<?xf32>, %c: i32) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
