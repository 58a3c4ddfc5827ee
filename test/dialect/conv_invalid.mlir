// RUN: dlopt-opt %s -split-input-file -verify-diagnostics

func.func @two_layouts(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{layouts has 2 entries, expected 3: input, filter and result}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf"] : tensor<1x8x3xf32>, tensor<3x3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @letters_and_rank(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{layout "nhwc" has 4 letters, but input has rank 3}}
  %0 = dlopt.conv %x, %w layouts ["nhwc", "wcf", "nwf"] : tensor<1x8x3xf32>, tensor<3x3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @unknown_letter(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{layout "nwf" of input has letter 'f', expected letters of "ngcdhw"}}
  %0 = dlopt.conv %x, %w layouts ["nwf", "wcf", "nwf"] : tensor<1x8x3xf32>, tensor<3x3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @filter_letter(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{layout "wcn" of filter has letter 'n', expected letters of "gcfdhw"}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcn", "nwf"] : tensor<1x8x3xf32>, tensor<3x3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @result_letter(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{layout "nwc" of result has letter 'c', expected letters of "ngfdhw"}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwc"] : tensor<1x8x3xf32>, tensor<3x3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @letter_twice(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{layout "wwc" of input has letter 'w' twice}}
  %0 = dlopt.conv %x, %w layouts ["wwc", "wcf", "nwf"] : tensor<1x8x3xf32>, tensor<3x3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @letter_missing(%x: tensor<1x8x3xf32>, %w: tensor<3x4xf32>) {
  // expected-error @+1 {{letter 'c' is in the layout of input, but not in that of filter}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wf", "nwf"] : tensor<1x8x3xf32>, tensor<3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @group_missing(%x: tensor<1x8x2x3xf32>, %w: tensor<2x3x3x4xf32>) {
  // expected-error @+1 {{letter 'g' is in the layout of filter, but not in that of result}}
  %0 = dlopt.conv %x, %w layouts ["nwgc", "gwcf", "nwf"] : tensor<1x8x2x3xf32>, tensor<2x3x3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @nothing_spatial(%x: tensor<8x3xf32>, %w: tensor<3x4xf32>) {
  // expected-error @+1 {{layouts name no spatial dimension (d, h or w); use dlopt.matmul}}
  %0 = dlopt.conv %x, %w layouts ["nc", "cf", "nf"] : tensor<8x3xf32>, tensor<3x4xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @strides_count(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{strides has 2 entries, expected 1}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] strides [1, 1] : tensor<1x8x3xf32>, tensor<3x3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @stride_zero(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{strides entry 0 is 0, expected at least 1}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] strides [0] : tensor<1x8x3xf32>, tensor<3x3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @dilation_negative(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{dilations entry 0 is -1, expected at least 1}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] dilations [-1] : tensor<1x8x3xf32>, tensor<3x3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @padding_negative(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{pad_low entry 0 is -2, expected at least 0}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] pad_low [-2] : tensor<1x8x3xf32>, tensor<3x3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @padding_high(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{pad_high has 0 entries, expected 1}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] pad_high [] : tensor<1x8x3xf32>, tensor<3x3x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @empty_window(%x: tensor<1x8x3xf32>, %w: tensor<0x3x4xf32>) {
  // expected-error @+1 {{filter dimension 0 is a window of 0, expected at least 1}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] : tensor<1x8x3xf32>, tensor<0x3x4xf32> -> tensor<1x8x4xf32>
  return
}

// -----

func.func @channels(%x: tensor<1x8x3xf32>, %w: tensor<3x5x4xf32>) {
  // expected-error @+1 {{input dimension 2 (c = 3) does not match filter dimension 1 (c = 5)}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] : tensor<1x8x3xf32>, tensor<3x5x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @positions(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{result dimension 1 (w = 5) does not match the 2 positions of a window of 3 (stride 3, dilation 2, padding 1 and 0) along input dimension 1 of size 8}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] strides [3] dilations [2] pad_low [1] : tensor<1x8x3xf32>, tensor<3x3x4xf32> -> tensor<1x5x4xf32>
  return
}

// -----

func.func @init_positions(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>, %c: tensor<1x7x4xf32>) {
  // expected-error @+1 {{init dimension 1 (w = 7) does not match the 6 positions of a window of 3}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] init %c : tensor<1x8x3xf32>, tensor<3x3x4xf32>, tensor<1x7x4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @window_too_large(%x: tensor<1x2x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error @+1 {{result dimension 1 (w = 1) does not match the 0 positions of a window of 3}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] : tensor<1x2x3xf32>, tensor<3x3x4xf32> -> tensor<1x1x4xf32>
  return
}

// -----

func.func @init_rank(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>, %c: tensor<4xf32>) {
  // expected-error @+1 {{init has rank 1, expected 3: it has the result's layout}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] init %c : tensor<1x8x3xf32>, tensor<3x3x4xf32>, tensor<4xf32> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @types(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xi8>) {
  // expected-error @+1 {{filter has element type i8, expected a float as input has element type f32}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] : tensor<1x8x3xf32>, tensor<3x3x4xi8> -> tensor<1x6x4xf32>
  return
}

// -----

func.func @numerics(%x: tensor<1x8x3xf16>, %w: tensor<3x3x4xf16>) {
  // expected-error @+1 {{numerics tf32 rounds f32 factors, but input has element type f16}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] numerics tf32 : tensor<1x8x3xf16>, tensor<3x3x4xf16> -> tensor<1x6x4xf16>
  return
}

// -----

func.func @not_strings(%x: tensor<1x8x3xf16>, %w: tensor<3x3x4xf16>) {
  // expected-error @+1 {{attribute 'layouts' failed to satisfy constraint: string array attribute}}
  %0 = dlopt.conv %x, %w layouts [1, 2, 3] : tensor<1x8x3xf16>, tensor<3x3x4xf16> -> tensor<1x6x4xf16>
  return
}

// -----

// Sizes near the end of int64 neither overflow nor crash.
func.func @huge(%x: tensor<1x8x3xf16>, %w: tensor<3x3x4xf16>) {
  // expected-error @+1 {{does not match the 9223372036854775807 positions}}
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] pad_low [9223372036854775807] pad_high [9223372036854775807] : tensor<1x8x3xf16>, tensor<3x3x4xf16> -> tensor<1x6x4xf16>
  return
}
