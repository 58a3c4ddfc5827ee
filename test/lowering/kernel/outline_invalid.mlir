// RUN: dlopt-opt %s -split-input-file -verify-diagnostics -dlopt-kernel-outline

func.func @no_generator(%x: tensor<2x8xf16>, %y: tensor<8xf16>) -> tensor<2x8xf16> {
  %0 = dlopt.kernel %x, %y : (tensor<2x8xf16>, tensor<8xf16>) -> tensor<2x8xf16> {
  ^bb0(%a: tensor<2x8xf16>, %b: tensor<8xf16>):
    // expected-error @below {{has no GPU kernel generator yet; generators are there for products, maps, casts, reductions, softmax and norms; compile for the CPU, or keep it out of the kernel}}
    %1 = tensor.insert_slice %b into %a[0, 0] [1, 8] [1, 1] : tensor<8xf16> into tensor<2x8xf16>
    dlopt.yield %1 : tensor<2x8xf16>
  }
  return %0 : tensor<2x8xf16>
}

// -----

func.func @no_product(%x: tensor<4x8xf16>, %y: tensor<8x4xf16>) -> (tensor<4x4xf16>, tensor<4x8xf16>) {
  // expected-error @below {{gives result #1, which needs no product; split the kernel}}
  %0:2 = dlopt.kernel %x, %y : (tensor<4x8xf16>, tensor<8x4xf16>) -> (tensor<4x4xf16>, tensor<4x8xf16>) {
  ^bb0(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>):
    %1 = dlopt.matmul %a, %b : tensor<4x8xf16>, tensor<8x4xf16> -> tensor<4x4xf16>
    dlopt.yield %1, %a : tensor<4x4xf16>, tensor<4x8xf16>
  }
  return %0#0, %0#1 : tensor<4x4xf16>, tensor<4x8xf16>
}

// -----

func.func @chain(%x: tensor<4x4xf16>) -> tensor<4x4xf16> {
  %0 = dlopt.kernel %x : (tensor<4x4xf16>) -> tensor<4x4xf16> {
  ^bb0(%a: tensor<4x4xf16>):
    // expected-note @below {{which is here}}
    %1 = dlopt.matmul %a, %a : tensor<4x4xf16>, tensor<4x4xf16> -> tensor<4x4xf16>
    // expected-error @below {{needs another product of its kernel; split the kernel between them}}
    %2 = dlopt.matmul %1, %a : tensor<4x4xf16>, tensor<4x4xf16> -> tensor<4x4xf16>
    dlopt.yield %2 : tensor<4x4xf16>
  }
  return %0 : tensor<4x4xf16>
}

// -----

func.func @five_products(%x: tensor<4x4xf16>) -> tensor<4x4xf16> {
  %0 = dlopt.kernel %x : (tensor<4x4xf16>) -> tensor<4x4xf16> {
  ^bb0(%a: tensor<4x4xf16>):
    %1 = dlopt.matmul %a, %a : tensor<4x4xf16>, tensor<4x4xf16> -> tensor<4x4xf16>
    %2 = dlopt.matmul %a, %a : tensor<4x4xf16>, tensor<4x4xf16> -> tensor<4x4xf16>
    %3 = dlopt.matmul %a, %a : tensor<4x4xf16>, tensor<4x4xf16> -> tensor<4x4xf16>
    %4 = dlopt.matmul %a, %a : tensor<4x4xf16>, tensor<4x4xf16> -> tensor<4x4xf16>
    // expected-error @below {{is one product too many for a kernel of at most 4; split the kernel}}
    %5 = dlopt.matmul %a, %a : tensor<4x4xf16>, tensor<4x4xf16> -> tensor<4x4xf16>
    dlopt.yield %5 : tensor<4x4xf16>
  }
  return %0 : tensor<4x4xf16>
}

// -----

func.func @turned_sum(%x: tensor<4x4xf16>) -> tensor<4x4xf16> {
  %0 = dlopt.kernel %x : (tensor<4x4xf16>) -> tensor<4x4xf16> {
  ^bb0(%a: tensor<4x4xf16>):
    // expected-error @below {{is used along other dimensions than it has within its kernel; split the kernel behind it}}
    %1 = dlopt.matmul %a, %a : tensor<4x4xf16>, tensor<4x4xf16> -> tensor<4x4xf16>
    %2 = dlopt.map %1, %1 dims [[0, 1], [1, 0]] : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16> {
    ^bb0(%e: f16, %f: f16):
      %s = arith.addf %e, %f : f16
      dlopt.yield %s : f16
    }
    dlopt.yield %2 : tensor<4x4xf16>
  }
  return %0 : tensor<4x4xf16>
}

// -----

func.func @wide_accumulator(%x: tensor<4x4xi8>) -> tensor<4x4xi8> {
  %0 = dlopt.kernel %x : (tensor<4x4xi8>) -> tensor<4x4xi8> {
  ^bb0(%a: tensor<4x4xi8>):
    // expected-error @below {{has no GPU code for sums of type i128; accumulate in at most 64 bits}}
    %1 = dlopt.matmul %a, %a accumulate i128 : tensor<4x4xi8>, tensor<4x4xi8> -> tensor<4x4xi8>
    dlopt.yield %1 : tensor<4x4xi8>
  }
  return %0 : tensor<4x4xi8>
}

// -----

func.func @wide_sum(%x: tensor<4x4xi128>) -> tensor<4x4xi128> {
  %0 = dlopt.kernel %x : (tensor<4x4xi128>) -> tensor<4x4xi128> {
  ^bb0(%a: tensor<4x4xi128>):
    // expected-error @below {{has no GPU code yet for elements of type i128; cast to an 8-bit float, f16, bf16, f32 or f64, or to an integer of at most 64 bits}}
    %1 = dlopt.matmul %a, %a : tensor<4x4xi128>, tensor<4x4xi128> -> tensor<4x4xi128>
    dlopt.yield %1 : tensor<4x4xi128>
  }
  return %0 : tensor<4x4xi128>
}

// -----

func.func @narrow_float(%x: tensor<8xf32>) -> tensor<8xf6E3M2FN> {
  %0 = dlopt.kernel %x : (tensor<8xf32>) -> tensor<8xf6E3M2FN> {
  ^bb0(%a: tensor<8xf32>):
    // expected-error @below {{has no GPU code yet for elements of type f6E3M2FN; cast to an 8-bit float, f16, bf16, f32 or f64, or to an integer of at most 64 bits}}
    %1 = dlopt.cast %a : tensor<8xf32> to tensor<8xf6E3M2FN>
    dlopt.yield %1 : tensor<8xf6E3M2FN>
  }
  return %0 : tensor<8xf6E3M2FN>
}

// -----

func.func @gather(%x: tensor<8xf32>, %i: tensor<4xindex>) -> tensor<4xf32> {
  %0 = dlopt.kernel %x, %i : (tensor<8xf32>, tensor<4xindex>) -> tensor<4xf32> {
  ^bb0(%a: tensor<8xf32>, %b: tensor<4xindex>):
    %r = dlopt.softmax %a dim 0 : tensor<8xf32> -> tensor<8xf32>
    %1 = dlopt.map %b : (tensor<4xindex>) -> tensor<4xf32> {
    ^bb0(%e: index):
      // expected-error @below {{reads at a computed place what its kernel makes; split the kernel before it}}
      %2 = tensor.extract %r[%e] : tensor<8xf32>
      dlopt.yield %2 : f32
    }
    dlopt.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @constant() -> tensor<2xf32> {
  %0 = dlopt.kernel : () -> tensor<2xf32> {
    // expected-error @below {{holds different numbers inside a kernel; make it an input of the kernel}}
    %1 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %2 = dlopt.map %1 : (tensor<2xf32>) -> tensor<2xf32> {
    ^bb0(%e: f32):
      %3 = arith.negf %e : f32
      dlopt.yield %3 : f32
    }
    dlopt.yield %2 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @two_kinds_of_rows(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  %0:2 = dlopt.kernel %x : (tensor<4x8xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    // expected-note @below {{which is here}}
    %1 = dlopt.reduce add %a dims [1] : tensor<4x8xf32> -> tensor<4xf32>
    // expected-error @below {{works on other rows than an operation before it in its kernel; split the kernel between them}}
    %2 = dlopt.reduce add %a dims [0] : tensor<4x8xf32> -> tensor<8xf32>
    dlopt.yield %1, %2 : tensor<4xf32>, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<8xf32>
}

// -----

func.func @turned(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = dlopt.kernel %x : (tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: tensor<8x8xf32>):
    // expected-error @below {{is used along other dimensions than it has within its kernel; split the kernel behind it}}
    %1 = dlopt.softmax %a dim 1 : tensor<8x8xf32> -> tensor<8x8xf32>
    %2 = dlopt.map %1, %1 dims [[0, 1], [1, 0]] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> {
    ^bb0(%e: f32, %f: f32):
      %3 = arith.addf %e, %f : f32
      dlopt.yield %3 : f32
    }
    dlopt.yield %2 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// -----

func.func @two_shapes(%x: tensor<8xf32>, %y: tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  // expected-error @below {{cannot be one kernel: result #1 has other dimensions than those that its threads run along; split the kernel}}
  %0:2 = dlopt.kernel %x, %y : (tensor<8xf32>, tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<4xf32>):
    %1 = dlopt.cast %a : tensor<8xf32> to tensor<8xf32>
    %2 = dlopt.cast %b : tensor<4xf32> to tensor<4xf32>
    dlopt.yield %1, %2 : tensor<8xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<4xf32>
}

// -----

func.func @scalar(%x: f32) -> f32 {
  // expected-error @below {{gives a scalar, result #0; a GPU kernel gives tensors}}
  %0 = dlopt.kernel %x : (f32) -> f32 {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return %0 : f32
}

// -----

func.func @long_body(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = dlopt.kernel %x : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    // expected-error @below {{has a body of more than 256 operations, too many for a GPU kernel; split it}}
    %r = dlopt.map %a : (tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%e: f32):
      %1 = arith.negf %e : f32
      %2 = arith.negf %1 : f32
      %3 = arith.negf %2 : f32
      %4 = arith.negf %3 : f32
      %5 = arith.negf %4 : f32
      %6 = arith.negf %5 : f32
      %7 = arith.negf %6 : f32
      %8 = arith.negf %7 : f32
      %9 = arith.negf %8 : f32
      %10 = arith.negf %9 : f32
      %11 = arith.negf %10 : f32
      %12 = arith.negf %11 : f32
      %13 = arith.negf %12 : f32
      %14 = arith.negf %13 : f32
      %15 = arith.negf %14 : f32
      %16 = arith.negf %15 : f32
      %17 = arith.negf %16 : f32
      %18 = arith.negf %17 : f32
      %19 = arith.negf %18 : f32
      %20 = arith.negf %19 : f32
      %21 = arith.negf %20 : f32
      %22 = arith.negf %21 : f32
      %23 = arith.negf %22 : f32
      %24 = arith.negf %23 : f32
      %25 = arith.negf %24 : f32
      %26 = arith.negf %25 : f32
      %27 = arith.negf %26 : f32
      %28 = arith.negf %27 : f32
      %29 = arith.negf %28 : f32
      %30 = arith.negf %29 : f32
      %31 = arith.negf %30 : f32
      %32 = arith.negf %31 : f32
      %33 = arith.negf %32 : f32
      %34 = arith.negf %33 : f32
      %35 = arith.negf %34 : f32
      %36 = arith.negf %35 : f32
      %37 = arith.negf %36 : f32
      %38 = arith.negf %37 : f32
      %39 = arith.negf %38 : f32
      %40 = arith.negf %39 : f32
      %41 = arith.negf %40 : f32
      %42 = arith.negf %41 : f32
      %43 = arith.negf %42 : f32
      %44 = arith.negf %43 : f32
      %45 = arith.negf %44 : f32
      %46 = arith.negf %45 : f32
      %47 = arith.negf %46 : f32
      %48 = arith.negf %47 : f32
      %49 = arith.negf %48 : f32
      %50 = arith.negf %49 : f32
      %51 = arith.negf %50 : f32
      %52 = arith.negf %51 : f32
      %53 = arith.negf %52 : f32
      %54 = arith.negf %53 : f32
      %55 = arith.negf %54 : f32
      %56 = arith.negf %55 : f32
      %57 = arith.negf %56 : f32
      %58 = arith.negf %57 : f32
      %59 = arith.negf %58 : f32
      %60 = arith.negf %59 : f32
      %61 = arith.negf %60 : f32
      %62 = arith.negf %61 : f32
      %63 = arith.negf %62 : f32
      %64 = arith.negf %63 : f32
      %65 = arith.negf %64 : f32
      %66 = arith.negf %65 : f32
      %67 = arith.negf %66 : f32
      %68 = arith.negf %67 : f32
      %69 = arith.negf %68 : f32
      %70 = arith.negf %69 : f32
      %71 = arith.negf %70 : f32
      %72 = arith.negf %71 : f32
      %73 = arith.negf %72 : f32
      %74 = arith.negf %73 : f32
      %75 = arith.negf %74 : f32
      %76 = arith.negf %75 : f32
      %77 = arith.negf %76 : f32
      %78 = arith.negf %77 : f32
      %79 = arith.negf %78 : f32
      %80 = arith.negf %79 : f32
      %81 = arith.negf %80 : f32
      %82 = arith.negf %81 : f32
      %83 = arith.negf %82 : f32
      %84 = arith.negf %83 : f32
      %85 = arith.negf %84 : f32
      %86 = arith.negf %85 : f32
      %87 = arith.negf %86 : f32
      %88 = arith.negf %87 : f32
      %89 = arith.negf %88 : f32
      %90 = arith.negf %89 : f32
      %91 = arith.negf %90 : f32
      %92 = arith.negf %91 : f32
      %93 = arith.negf %92 : f32
      %94 = arith.negf %93 : f32
      %95 = arith.negf %94 : f32
      %96 = arith.negf %95 : f32
      %97 = arith.negf %96 : f32
      %98 = arith.negf %97 : f32
      %99 = arith.negf %98 : f32
      %100 = arith.negf %99 : f32
      %101 = arith.negf %100 : f32
      %102 = arith.negf %101 : f32
      %103 = arith.negf %102 : f32
      %104 = arith.negf %103 : f32
      %105 = arith.negf %104 : f32
      %106 = arith.negf %105 : f32
      %107 = arith.negf %106 : f32
      %108 = arith.negf %107 : f32
      %109 = arith.negf %108 : f32
      %110 = arith.negf %109 : f32
      %111 = arith.negf %110 : f32
      %112 = arith.negf %111 : f32
      %113 = arith.negf %112 : f32
      %114 = arith.negf %113 : f32
      %115 = arith.negf %114 : f32
      %116 = arith.negf %115 : f32
      %117 = arith.negf %116 : f32
      %118 = arith.negf %117 : f32
      %119 = arith.negf %118 : f32
      %120 = arith.negf %119 : f32
      %121 = arith.negf %120 : f32
      %122 = arith.negf %121 : f32
      %123 = arith.negf %122 : f32
      %124 = arith.negf %123 : f32
      %125 = arith.negf %124 : f32
      %126 = arith.negf %125 : f32
      %127 = arith.negf %126 : f32
      %128 = arith.negf %127 : f32
      %129 = arith.negf %128 : f32
      %130 = arith.negf %129 : f32
      %131 = arith.negf %130 : f32
      %132 = arith.negf %131 : f32
      %133 = arith.negf %132 : f32
      %134 = arith.negf %133 : f32
      %135 = arith.negf %134 : f32
      %136 = arith.negf %135 : f32
      %137 = arith.negf %136 : f32
      %138 = arith.negf %137 : f32
      %139 = arith.negf %138 : f32
      %140 = arith.negf %139 : f32
      %141 = arith.negf %140 : f32
      %142 = arith.negf %141 : f32
      %143 = arith.negf %142 : f32
      %144 = arith.negf %143 : f32
      %145 = arith.negf %144 : f32
      %146 = arith.negf %145 : f32
      %147 = arith.negf %146 : f32
      %148 = arith.negf %147 : f32
      %149 = arith.negf %148 : f32
      %150 = arith.negf %149 : f32
      %151 = arith.negf %150 : f32
      %152 = arith.negf %151 : f32
      %153 = arith.negf %152 : f32
      %154 = arith.negf %153 : f32
      %155 = arith.negf %154 : f32
      %156 = arith.negf %155 : f32
      %157 = arith.negf %156 : f32
      %158 = arith.negf %157 : f32
      %159 = arith.negf %158 : f32
      %160 = arith.negf %159 : f32
      %161 = arith.negf %160 : f32
      %162 = arith.negf %161 : f32
      %163 = arith.negf %162 : f32
      %164 = arith.negf %163 : f32
      %165 = arith.negf %164 : f32
      %166 = arith.negf %165 : f32
      %167 = arith.negf %166 : f32
      %168 = arith.negf %167 : f32
      %169 = arith.negf %168 : f32
      %170 = arith.negf %169 : f32
      %171 = arith.negf %170 : f32
      %172 = arith.negf %171 : f32
      %173 = arith.negf %172 : f32
      %174 = arith.negf %173 : f32
      %175 = arith.negf %174 : f32
      %176 = arith.negf %175 : f32
      %177 = arith.negf %176 : f32
      %178 = arith.negf %177 : f32
      %179 = arith.negf %178 : f32
      %180 = arith.negf %179 : f32
      %181 = arith.negf %180 : f32
      %182 = arith.negf %181 : f32
      %183 = arith.negf %182 : f32
      %184 = arith.negf %183 : f32
      %185 = arith.negf %184 : f32
      %186 = arith.negf %185 : f32
      %187 = arith.negf %186 : f32
      %188 = arith.negf %187 : f32
      %189 = arith.negf %188 : f32
      %190 = arith.negf %189 : f32
      %191 = arith.negf %190 : f32
      %192 = arith.negf %191 : f32
      %193 = arith.negf %192 : f32
      %194 = arith.negf %193 : f32
      %195 = arith.negf %194 : f32
      %196 = arith.negf %195 : f32
      %197 = arith.negf %196 : f32
      %198 = arith.negf %197 : f32
      %199 = arith.negf %198 : f32
      %200 = arith.negf %199 : f32
      %201 = arith.negf %200 : f32
      %202 = arith.negf %201 : f32
      %203 = arith.negf %202 : f32
      %204 = arith.negf %203 : f32
      %205 = arith.negf %204 : f32
      %206 = arith.negf %205 : f32
      %207 = arith.negf %206 : f32
      %208 = arith.negf %207 : f32
      %209 = arith.negf %208 : f32
      %210 = arith.negf %209 : f32
      %211 = arith.negf %210 : f32
      %212 = arith.negf %211 : f32
      %213 = arith.negf %212 : f32
      %214 = arith.negf %213 : f32
      %215 = arith.negf %214 : f32
      %216 = arith.negf %215 : f32
      %217 = arith.negf %216 : f32
      %218 = arith.negf %217 : f32
      %219 = arith.negf %218 : f32
      %220 = arith.negf %219 : f32
      %221 = arith.negf %220 : f32
      %222 = arith.negf %221 : f32
      %223 = arith.negf %222 : f32
      %224 = arith.negf %223 : f32
      %225 = arith.negf %224 : f32
      %226 = arith.negf %225 : f32
      %227 = arith.negf %226 : f32
      %228 = arith.negf %227 : f32
      %229 = arith.negf %228 : f32
      %230 = arith.negf %229 : f32
      %231 = arith.negf %230 : f32
      %232 = arith.negf %231 : f32
      %233 = arith.negf %232 : f32
      %234 = arith.negf %233 : f32
      %235 = arith.negf %234 : f32
      %236 = arith.negf %235 : f32
      %237 = arith.negf %236 : f32
      %238 = arith.negf %237 : f32
      %239 = arith.negf %238 : f32
      %240 = arith.negf %239 : f32
      %241 = arith.negf %240 : f32
      %242 = arith.negf %241 : f32
      %243 = arith.negf %242 : f32
      %244 = arith.negf %243 : f32
      %245 = arith.negf %244 : f32
      %246 = arith.negf %245 : f32
      %247 = arith.negf %246 : f32
      %248 = arith.negf %247 : f32
      %249 = arith.negf %248 : f32
      %250 = arith.negf %249 : f32
      %251 = arith.negf %250 : f32
      %252 = arith.negf %251 : f32
      %253 = arith.negf %252 : f32
      %254 = arith.negf %253 : f32
      %255 = arith.negf %254 : f32
      %256 = arith.negf %255 : f32
      %257 = arith.negf %256 : f32
      dlopt.yield %257 : f32
    }
    dlopt.yield %r : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
