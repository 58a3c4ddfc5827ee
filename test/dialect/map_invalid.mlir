// RUN: dlopt-opt %s -split-input-file -verify-diagnostics

func.func @no_result(%x: tensor<4xf32>) {
  // expected-error @+1 {{'dlopt.map' op has no result}}
  dlopt.map %x : (tensor<4xf32>) -> () {
  ^bb0(%a: f32):
    dlopt.yield
  }
  return
}

// -----

func.func @sizes_differ(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{input #0 dimension 0 (4) does not match input #1 dimension 0 (5)}}
  %0 = dlopt.map %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

// No implicit broadcasting.
func.func @size_one(%x: tensor<4x8xf32>, %y: tensor<1x8xf32>) {
  // expected-error @+1 {{input #0 dimension 0 (4) does not match input #1 dimension 0 (1)}}
  %0 = dlopt.map %x, %y : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %b: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @result_size(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{input #0 dimension 1 (8) does not match result dimension 0 (4)}}
  %0 = dlopt.map %x dims [[1, 0]] : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @results_differ(%x: tensor<4xf32>) {
  // expected-error @+1 {{result #1 dimension 0 (-1) does not match result #0 dimension 0 (4); -1 is dynamic}}
  %0:2 = dlopt.map %x : (tensor<4xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
  ^bb0(%a: f32):
    dlopt.yield %a, %a : f32, f32
  }
  return
}

// -----

func.func @result_ranks(%x: tensor<4xf32>) {
  // expected-error @+1 {{result #1 has rank 2, but result #0 has 1}}
  %0:2 = dlopt.map %x : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4x1xf32>) {
  ^bb0(%a: f32):
    dlopt.yield %a, %a : f32, f32
  }
  return
}

// -----

func.func @rank_without_dims(%x: tensor<4xf32>) {
  // expected-error @+1 {{input #0 has rank 1, but the results have rank 2; say by dims how it is repeated}}
  %0 = dlopt.map %x : (tensor<4xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @dims_count(%x: tensor<4xf32>) {
  // expected-error @+1 {{dims has 2 entries for 1 inputs}}
  %0 = dlopt.map %x dims [[0], [0]] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @dims_entries(%x: tensor<4xf32>) {
  // expected-error @+1 {{dims of input #0 has 2 entries, but the input has rank 1}}
  %0 = dlopt.map %x dims [[0, 1]] : (tensor<4xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @dims_out_of_range(%x: tensor<4xf32>) {
  // expected-error @+1 {{dims of input #0 names result dimension 1, but the results have rank 1}}
  %0 = dlopt.map %x dims [[1]] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @dims_below(%x: tensor<4xf32>) {
  // expected-error @+1 {{dims of input #0 names result dimension -2}}
  %0 = dlopt.map %x dims [[-2]] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @dims_twice(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{dims of input #0 names result dimension 0 twice}}
  %0 = dlopt.map %x dims [[0, 0]] : (tensor<4x4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @read_at_zero(%x: tensor<4xf32>) {
  // expected-error @+1 {{input #0 dimension 0 is read at 0 only (-1), so its size must be 1}}
  %0 = dlopt.map %x dims [[-1]] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @dims_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'dims' failed to satisfy constraint: array of 64-bit integer arrays}}
  %0 = dlopt.map %x dims [0] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @too_few_sizes(%x: tensor<4xf32>) {
  // expected-error @+1 {{has 0 sizes, expected 1: one for each dynamic result dimension that no input runs along}}
  %0 = dlopt.map %x dims [[1]] : (tensor<4xf32>) -> tensor<?x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @too_many_sizes(%x: tensor<?xf32>, %n: index) {
  // expected-error @+1 {{has 1 sizes, expected 0}}
  %0 = dlopt.map %x sizes(%n) : (tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @argument_count(%x: tensor<4xf32>) {
  // expected-error @+1 {{body has 0 arguments for 1 inputs}}
  %0 = dlopt.map %x : (tensor<4xf32>) -> tensor<4xf32> {
    %c = arith.constant 0.0 : f32
    dlopt.yield %c : f32
  }
  return
}

// -----

func.func @argument_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{body argument #0 has type f16, but input #0 has element type f32}}
  %0 = dlopt.map %x : (tensor<4xf32>) -> tensor<4xf16> {
  ^bb0(%a: f16):
    dlopt.yield %a : f16
  }
  return
}

// -----

func.func @yield_count(%x: tensor<4xf32>) {
  %0 = dlopt.map %x : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    // expected-error @+1 {{'dlopt.yield' op gives 2 values, but the map has 1 results}}
    dlopt.yield %a, %a : f32, f32
  }
  return
}

// -----

func.func @yield_type(%x: tensor<4xf32>) {
  %0 = dlopt.map %x : (tensor<4xf32>) -> tensor<4xf16> {
  ^bb0(%a: f32):
    // expected-error @+1 {{value #0 has type f32, but result #0 has element type f16}}
    dlopt.yield %a : f32
  }
  return
}

// -----

func.func @other_terminator(%x: tensor<4xf32>) {
  // expected-error @+1 {{body ends in 'llvm.unreachable', expected 'dlopt.yield'}}
  %0 = dlopt.map %x : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    llvm.unreachable
  }
  return
}

// -----

func.func @region_inside(%x: tensor<4xf32>, %c: i1) {
  %0 = dlopt.map %x : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    // expected-error @+1 {{'scf.if' op has a region, which the body of 'dlopt.map' may not hold}}
    %b = scf.if %c -> f32 {
      scf.yield %a : f32
    } else {
      scf.yield %a : f32
    }
    dlopt.yield %b : f32
  }
  return
}

// -----

func.func @no_body(%x: tensor<4xf32>) {
  // expected-error @+1 {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = "dlopt.map"(%x) <{operandSegmentSizes = array<i32: 1, 0>}> ({}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @empty_body(%x: tensor<4xf32>) {
  // expected-error @+1 {{'dlopt.map' op expects a non-empty block}}
  %0 = "dlopt.map"(%x) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%a: f32):
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_segments(%x: tensor<4xf32>) {
  // expected-error @+1 {{operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %0 = "dlopt.map"(%x) ({
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @index_dim() {
  %0 = dlopt.map : () -> tensor<4xindex> {
    // expected-error @+1 {{'dlopt.index' op dim is 1, but the map's results have rank 1}}
    %i = dlopt.index 1 : index
    dlopt.yield %i : index
  }
  return
}

// -----

func.func @index_alone() {
  // expected-error @+1 {{'dlopt.index' op expects parent op 'dlopt.map'}}
  %i = dlopt.index 0 : index
  return
}

// -----

func.func @yield_alone() {
  // expected-error @+1 {{'dlopt.yield' op expects parent op to be one of 'dlopt.map, dlopt.kernel'}}
  "dlopt.yield"() : () -> ()
}
