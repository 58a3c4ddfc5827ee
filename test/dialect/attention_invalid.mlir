// RUN: dlopt-opt %s -split-input-file -verify-diagnostics

!q = tensor<2x8x16x64xf16>
!k = tensor<2x2x32x64xf16>

func.func @features(%q: !q, %k: tensor<2x2x32x48xf16>, %v: !k) {
  // expected-error @+1 {{query dimension 3 (d = 64) does not match key dimension 3 (d = 48)}}
  %0 = dlopt.attention %q, %k, %v scale 1.0 : !q, tensor<2x2x32x48xf16>, !k -> !q
  return
}

// -----

!q = tensor<2x8x16x64xf16>
!k = tensor<2x2x32x64xf16>

func.func @keys(%q: !q, %k: !k, %v: tensor<2x2x31x64xf16>) {
  // expected-error @+1 {{key dimension 2 (sk = 32) does not match value dimension 2 (sk = 31)}}
  %0 = dlopt.attention %q, %k, %v scale 1.0 : !q, !k, tensor<2x2x31x64xf16> -> !q
  return
}

// -----

!q = tensor<2x8x16x64xf16>
!k = tensor<2x3x32x64xf16>

func.func @heads(%q: !q, %k: !k, %v: !k) {
  // expected-error @+1 {{query has 8 heads, no multiple of the 3 heads of key and value}}
  %0 = dlopt.attention %q, %k, %v scale 1.0 : !q, !k, !k -> !q
  return
}

// -----

!q = tensor<2x8x16x64xf16>
!k = tensor<2x?x32x64xf16>

func.func @heads_of_value(%q: !q, %k: !k, %v: tensor<2x0x32x64xf16>) {
  // expected-error @+1 {{query has 8 heads, no multiple of the 0 heads of key and value}}
  %0 = dlopt.attention %q, %k, %v scale 1.0 : !q, !k, tensor<2x0x32x64xf16> -> !q
  return
}

// -----

!q = tensor<2x8x16x64xf16>
!k = tensor<3x2x32x64xf16>

func.func @batch(%q: !q, %k: !k, %v: !k) {
  // expected-error @+1 {{query dimension 0 (batch 0 = 2) does not match key dimension 0 (batch 0 = 3)}}
  %0 = dlopt.attention %q, %k, %v scale 1.0 : !q, !k, !k -> !q
  return
}

// -----

!q = tensor<2x8x16x64xf16>
!k = tensor<2x2x32x64xf16>

func.func @mask(%q: !q, %k: !k, %v: !k, %m: tensor<16x33xi1>) {
  // expected-error @+1 {{key dimension 2 (sk = 32) does not match mask dimension 1 (sk = 33)}}
  %0 = dlopt.attention %q, %k, %v mask %m scale 1.0 : !q, !k, !k, tensor<16x33xi1> -> !q
  return
}

// -----

!q = tensor<2x8x16x64xf16>
!k = tensor<2x2x32x64xf16>

func.func @mask_heads(%q: !q, %k: !k, %v: !k, %m: tensor<2x16x32xi1>) {
  // expected-error @+1 {{query dimension 1 (h = 8) does not match mask dimension 0 (h = 2)}}
  %0 = dlopt.attention %q, %k, %v mask %m scale 1.0 : !q, !k, !k, tensor<2x16x32xi1> -> !q
  return
}

// -----

!q = tensor<2x8x16x64xf16>
!k = tensor<2x2x32x64xf16>

func.func @mask_type(%q: !q, %k: !k, %v: !k, %m: tensor<16x32xi8>) {
  // expected-error @+1 {{mask has element type i8, expected a float or i1}}
  %0 = dlopt.attention %q, %k, %v mask %m scale 1.0 : !q, !k, !k, tensor<16x32xi8> -> !q
  return
}

// -----

!q = tensor<8x16x64xf16>

func.func @mask_rank(%q: !q, %m: tensor<1x8x16x16xi1>) {
  // expected-error @+1 {{mask has rank 4, expected at most 3}}
  %0 = dlopt.attention %q, %q, %q mask %m scale 1.0 : !q, !q, !q, tensor<1x8x16x16xi1> -> !q
  return
}

// -----

!q = tensor<16x64xf16>

func.func @rank(%q: !q) {
  // expected-error @+1 {{query has rank 2, expected at least 3: heads, positions and features}}
  %0 = dlopt.attention %q, %q, %q scale 1.0 : !q, !q, !q -> !q
  return
}

// -----

!q = tensor<8x16x64xf16>

func.func @key_rank(%q: !q, %k: tensor<1x8x16x64xf16>) {
  // expected-error @+1 {{key has rank 4, expected 3: that of query}}
  %0 = dlopt.attention %q, %k, %q scale 1.0 : !q, tensor<1x8x16x64xf16>, !q -> !q
  return
}

// -----

!q = tensor<8x16x64xf16>

func.func @result_rank(%q: !q) {
  // expected-error @+1 {{result has rank 2, expected 3: that of query}}
  %0 = dlopt.attention %q, %q, %q scale 1.0 : !q, !q, !q -> tensor<16x64xf16>
  return
}

// -----

!q = tensor<8x16x64xf16>

func.func @result_features(%q: !q, %v: tensor<8x16x32xf16>) {
  // expected-error @+1 {{value dimension 2 (e = 32) does not match result dimension 2 (e = 64)}}
  %0 = dlopt.attention %q, %q, %v scale 1.0 : !q, !q, tensor<8x16x32xf16> -> !q
  return
}

// -----

!q = tensor<8x16x64xf16>

func.func @value_type(%q: !q, %v: tensor<8x16x64xi8>) {
  // expected-error @+1 {{value has element type i8, expected a float}}
  %0 = dlopt.attention %q, %q, %v scale 1.0 : !q, !q, tensor<8x16x64xi8> -> !q
  return
}
