// ptxas takes every kind of kernel for three targets, without spills, and without
// libdevice, which no toolkit in the environment offers here.
// REQUIRES: ptxas
// RUN: dlopt-opt %s -dlopt-kernel-outline=target=sm_80 -dlopt-to-ptx | %python %S/ptx_text.py ptxas 38
// RUN: dlopt-opt %s -dlopt-kernel-outline=target=sm_89 -dlopt-to-ptx | %python %S/ptx_text.py ptxas 38
// RUN: dlopt-opt %s -dlopt-kernel-outline=target=sm_90a -dlopt-to-ptx | %python %S/ptx_text.py ptxas 38

func.func @f1(%a0: tensor<16384x8192xf16>) -> tensor<16384x8192xf16> {
  %0 = dlopt.kernel %a0 name "softmax_16384x8192f16" : (tensor<16384x8192xf16>) -> tensor<16384x8192xf16> {
  ^bb0(%b0: tensor<16384x8192xf16>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<16384x8192xf16> -> tensor<16384x8192xf16>
    dlopt.yield %1 : tensor<16384x8192xf16>
  }
  return %0 : tensor<16384x8192xf16>
}

func.func @f2(%a0: tensor<16384x8192xf32>) -> tensor<16384x8192xf32> {
  %0 = dlopt.kernel %a0 name "softmax_16384x8192f32" : (tensor<16384x8192xf32>) -> tensor<16384x8192xf32> {
  ^bb0(%b0: tensor<16384x8192xf32>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<16384x8192xf32> -> tensor<16384x8192xf32>
    dlopt.yield %1 : tensor<16384x8192xf32>
  }
  return %0 : tensor<16384x8192xf32>
}

func.func @f3(%a0: tensor<65536x128xf16>) -> tensor<65536x128xf16> {
  %0 = dlopt.kernel %a0 name "softmax_65536x128f16" : (tensor<65536x128xf16>) -> tensor<65536x128xf16> {
  ^bb0(%b0: tensor<65536x128xf16>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<65536x128xf16> -> tensor<65536x128xf16>
    dlopt.yield %1 : tensor<65536x128xf16>
  }
  return %0 : tensor<65536x128xf16>
}

func.func @f4(%a0: tensor<65536x128xf32>) -> tensor<65536x128xf32> {
  %0 = dlopt.kernel %a0 name "softmax_65536x128f32" : (tensor<65536x128xf32>) -> tensor<65536x128xf32> {
  ^bb0(%b0: tensor<65536x128xf32>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<65536x128xf32> -> tensor<65536x128xf32>
    dlopt.yield %1 : tensor<65536x128xf32>
  }
  return %0 : tensor<65536x128xf32>
}

func.func @f5(%a0: tensor<333x77xf16>) -> tensor<333x77xf16> {
  %0 = dlopt.kernel %a0 name "softmax_333x77f16" : (tensor<333x77xf16>) -> tensor<333x77xf16> {
  ^bb0(%b0: tensor<333x77xf16>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<333x77xf16> -> tensor<333x77xf16>
    dlopt.yield %1 : tensor<333x77xf16>
  }
  return %0 : tensor<333x77xf16>
}

func.func @f6(%a0: tensor<333x77xf32>) -> tensor<333x77xf32> {
  %0 = dlopt.kernel %a0 name "softmax_333x77f32" : (tensor<333x77xf32>) -> tensor<333x77xf32> {
  ^bb0(%b0: tensor<333x77xf32>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<333x77xf32> -> tensor<333x77xf32>
    dlopt.yield %1 : tensor<333x77xf32>
  }
  return %0 : tensor<333x77xf32>
}

func.func @f7(%a0: tensor<7x16384xf16>) -> tensor<7x16384xf16> {
  %0 = dlopt.kernel %a0 name "softmax_7x16384f16" : (tensor<7x16384xf16>) -> tensor<7x16384xf16> {
  ^bb0(%b0: tensor<7x16384xf16>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<7x16384xf16> -> tensor<7x16384xf16>
    dlopt.yield %1 : tensor<7x16384xf16>
  }
  return %0 : tensor<7x16384xf16>
}

func.func @f8(%a0: tensor<7x16384xf32>) -> tensor<7x16384xf32> {
  %0 = dlopt.kernel %a0 name "softmax_7x16384f32" : (tensor<7x16384xf32>) -> tensor<7x16384xf32> {
  ^bb0(%b0: tensor<7x16384xf32>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<7x16384xf32> -> tensor<7x16384xf32>
    dlopt.yield %1 : tensor<7x16384xf32>
  }
  return %0 : tensor<7x16384xf32>
}

func.func @f9(%a0: tensor<3x100000xf16>) -> tensor<3x100000xf16> {
  %0 = dlopt.kernel %a0 name "softmax_3x100000f16" : (tensor<3x100000xf16>) -> tensor<3x100000xf16> {
  ^bb0(%b0: tensor<3x100000xf16>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<3x100000xf16> -> tensor<3x100000xf16>
    dlopt.yield %1 : tensor<3x100000xf16>
  }
  return %0 : tensor<3x100000xf16>
}

func.func @f10(%a0: tensor<3x100000xf32>) -> tensor<3x100000xf32> {
  %0 = dlopt.kernel %a0 name "softmax_3x100000f32" : (tensor<3x100000xf32>) -> tensor<3x100000xf32> {
  ^bb0(%b0: tensor<3x100000xf32>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<3x100000xf32> -> tensor<3x100000xf32>
    dlopt.yield %1 : tensor<3x100000xf32>
  }
  return %0 : tensor<3x100000xf32>
}

func.func @f11(%a0: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %0 = dlopt.kernel %a0 name "softmax_nxnf16" : (tensor<?x?xf16>) -> tensor<?x?xf16> {
  ^bb0(%b0: tensor<?x?xf16>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<?x?xf16> -> tensor<?x?xf16>
    dlopt.yield %1 : tensor<?x?xf16>
  }
  return %0 : tensor<?x?xf16>
}

func.func @f12(%a0: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = dlopt.kernel %a0 name "softmax_nxnf32" : (tensor<?x?xf32>) -> tensor<?x?xf32> {
  ^bb0(%b0: tensor<?x?xf32>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<?x?xf32> -> tensor<?x?xf32>
    dlopt.yield %1 : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}

func.func @f13(%a0: tensor<4096x8192xf16>, %a1: tensor<8192xf32>, %a2: tensor<8192xf32>) -> tensor<4096x8192xf16> {
  %0 = dlopt.kernel %a0, %a1, %a2 name "layer_norm" : (tensor<4096x8192xf16>, tensor<8192xf32>, tensor<8192xf32>) -> tensor<4096x8192xf16> {
  ^bb0(%b0: tensor<4096x8192xf16>, %b1: tensor<8192xf32>, %b2: tensor<8192xf32>):
    %1 = dlopt.layer_norm %b0 scale %b1 bias %b2 axis 1 epsilon 1.0e-5 : tensor<4096x8192xf16>, tensor<8192xf32>, tensor<8192xf32> -> tensor<4096x8192xf16>
    dlopt.yield %1 : tensor<4096x8192xf16>
  }
  return %0 : tensor<4096x8192xf16>
}

func.func @f14(%a0: tensor<?x?xbf16>, %a1: tensor<?x?xbf16>, %a2: tensor<?xbf16>) -> (tensor<?x?xbf16>, tensor<?x?xbf16>) {
  %0:2 = dlopt.kernel %a0, %a1, %a2 name "add_rms_norm" : (tensor<?x?xbf16>, tensor<?x?xbf16>, tensor<?xbf16>) -> (tensor<?x?xbf16>, tensor<?x?xbf16>) {
  ^bb0(%b0: tensor<?x?xbf16>, %b1: tensor<?x?xbf16>, %b2: tensor<?xbf16>):
    %s = dlopt.map %b0, %b1 : (tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xbf16> {
    ^bb0(%e: bf16, %f: bf16):
      %3 = arith.addf %e, %f : bf16
      dlopt.yield %3 : bf16
    }
    %1 = dlopt.rms_norm %s scale %b2 axis 1 epsilon 1.0e-6 : tensor<?x?xbf16>, tensor<?xbf16> -> tensor<?x?xbf16>
    dlopt.yield %s, %1 : tensor<?x?xbf16>, tensor<?x?xbf16>
  }
  return %0#0, %0#1 : tensor<?x?xbf16>, tensor<?x?xbf16>
}

func.func @f15(%a0: tensor<64x2048xf32>) -> tensor<64x2048xf32> {
  %0 = dlopt.kernel %a0 name "log_softmax" : (tensor<64x2048xf32>) -> tensor<64x2048xf32> {
  ^bb0(%b0: tensor<64x2048xf32>):
    %1 = dlopt.softmax %b0 dim 1 log : tensor<64x2048xf32> -> tensor<64x2048xf32>
    dlopt.yield %1 : tensor<64x2048xf32>
  }
  return %0 : tensor<64x2048xf32>
}

func.func @f16(%a0: tensor<64x2048xf32>) -> tensor<64x2048xf32> {
  %0 = dlopt.kernel %a0 name "masked_softmax" : (tensor<64x2048xf32>) -> tensor<64x2048xf32> {
  ^bb0(%b0: tensor<64x2048xf32>):
    %1 = dlopt.softmax %b0 dim 1 masked_rows zero : tensor<64x2048xf32> -> tensor<64x2048xf32>
    dlopt.yield %1 : tensor<64x2048xf32>
  }
  return %0 : tensor<64x2048xf32>
}

func.func @f17(%a0: tensor<64x2048xf32>, %a1: tensor<64xf32>) -> (tensor<64xf32>, tensor<64x2048xf32>) {
  %0:2 = dlopt.kernel %a0, %a1 name "mean_and_max" : (tensor<64x2048xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64x2048xf32>) {
  ^bb0(%b0: tensor<64x2048xf32>, %b1: tensor<64xf32>):
    %1 = dlopt.reduce add %b0 dims [1] init %b1 : tensor<64x2048xf32>, tensor<64xf32> -> tensor<64xf32>
    %2 = dlopt.reduce max %b0 dims [1] : tensor<64x2048xf32> -> tensor<64xf32>
    %3 = dlopt.map %b0, %2 dims [[0, 1], [0]] : (tensor<64x2048xf32>, tensor<64xf32>) -> tensor<64x2048xf32> {
    ^bb0(%e: f32, %f: f32):
      %4 = arith.divf %e, %f : f32
      dlopt.yield %4 : f32
    }
    dlopt.yield %1, %3 : tensor<64xf32>, tensor<64x2048xf32>
  }
  return %0#0, %0#1 : tensor<64xf32>, tensor<64x2048xf32>
}

func.func @f18(%a0: tensor<9x3000xf64>) -> tensor<9xf64> {
  %0 = dlopt.kernel %a0 name "reduce_mul_f64" : (tensor<9x3000xf64>) -> tensor<9xf64> {
  ^bb0(%b0: tensor<9x3000xf64>):
    %1 = dlopt.reduce mul %b0 dims [1] : tensor<9x3000xf64> -> tensor<9xf64>
    dlopt.yield %1 : tensor<9xf64>
  }
  return %0 : tensor<9xf64>
}

func.func @f19(%a0: tensor<9x3000xf16>) -> tensor<9xf16> {
  %0 = dlopt.kernel %a0 name "reduce_minnum_f16" : (tensor<9x3000xf16>) -> tensor<9xf16> {
  ^bb0(%b0: tensor<9x3000xf16>):
    %1 = dlopt.reduce minnum %b0 dims [1] : tensor<9x3000xf16> -> tensor<9xf16>
    dlopt.yield %1 : tensor<9xf16>
  }
  return %0 : tensor<9xf16>
}

func.func @f20(%a0: tensor<9x3000xi32>) -> tensor<9xi32> {
  %0 = dlopt.kernel %a0 name "reduce_and_i32" : (tensor<9x3000xi32>) -> tensor<9xi32> {
  ^bb0(%b0: tensor<9x3000xi32>):
    %1 = dlopt.reduce and %b0 dims [1] : tensor<9x3000xi32> -> tensor<9xi32>
    dlopt.yield %1 : tensor<9xi32>
  }
  return %0 : tensor<9xi32>
}

func.func @f21(%a0: tensor<9x3000xi1>) -> tensor<9xi1> {
  %0 = dlopt.kernel %a0 name "reduce_or_i1" : (tensor<9x3000xi1>) -> tensor<9xi1> {
  ^bb0(%b0: tensor<9x3000xi1>):
    %1 = dlopt.reduce or %b0 dims [1] : tensor<9x3000xi1> -> tensor<9xi1>
    dlopt.yield %1 : tensor<9xi1>
  }
  return %0 : tensor<9xi1>
}

func.func @f22(%a0: tensor<9x3000xi8>) -> tensor<9xi8> {
  %0 = dlopt.kernel %a0 name "reduce_xor_i8" : (tensor<9x3000xi8>) -> tensor<9xi8> {
  ^bb0(%b0: tensor<9x3000xi8>):
    %1 = dlopt.reduce xor %b0 dims [1] : tensor<9x3000xi8> -> tensor<9xi8>
    dlopt.yield %1 : tensor<9xi8>
  }
  return %0 : tensor<9xi8>
}

func.func @f23(%a0: tensor<9x3000xi64>) -> tensor<9xi64> {
  %0 = dlopt.kernel %a0 name "reduce_max_i64" : (tensor<9x3000xi64>) -> tensor<9xi64> {
  ^bb0(%b0: tensor<9x3000xi64>):
    %1 = dlopt.reduce max %b0 dims [1] : tensor<9x3000xi64> -> tensor<9xi64>
    dlopt.yield %1 : tensor<9xi64>
  }
  return %0 : tensor<9xi64>
}

func.func @f24(%a0: tensor<9x3000xbf16>) -> tensor<9xbf16> {
  %0 = dlopt.kernel %a0 name "reduce_add_bf16" : (tensor<9x3000xbf16>) -> tensor<9xbf16> {
  ^bb0(%b0: tensor<9x3000xbf16>):
    %1 = dlopt.reduce add %b0 dims [1] : tensor<9x3000xbf16> -> tensor<9xbf16>
    dlopt.yield %1 : tensor<9xbf16>
  }
  return %0 : tensor<9xbf16>
}

func.func @f25(%a0: tensor<6x40x50xf32>) -> tensor<6x50xf32> {
  %0 = dlopt.kernel %a0 name "reduce_middle" : (tensor<6x40x50xf32>) -> tensor<6x50xf32> {
  ^bb0(%b0: tensor<6x40x50xf32>):
    %1 = dlopt.reduce add %b0 dims [1] : tensor<6x40x50xf32> -> tensor<6x50xf32>
    dlopt.yield %1 : tensor<6x50xf32>
  }
  return %0 : tensor<6x50xf32>
}

func.func @f26(%a0: tensor<6x40x50xf32>) -> tensor<6x40x50xf32> {
  %0 = dlopt.kernel %a0 name "softmax_middle" : (tensor<6x40x50xf32>) -> tensor<6x40x50xf32> {
  ^bb0(%b0: tensor<6x40x50xf32>):
    %1 = dlopt.softmax %b0 dim 1 : tensor<6x40x50xf32> -> tensor<6x40x50xf32>
    dlopt.yield %1 : tensor<6x40x50xf32>
  }
  return %0 : tensor<6x40x50xf32>
}

func.func @f27(%a0: tensor<?x6x?x50xf16>) -> tensor<6x?x50x?xf16> {
  %0 = dlopt.kernel %a0 name "transpose" : (tensor<?x6x?x50xf16>) -> tensor<6x?x50x?xf16> {
  ^bb0(%b0: tensor<?x6x?x50xf16>):
    %1 = dlopt.map %b0 dims [[3, 0, 1, 2]] : (tensor<?x6x?x50xf16>) -> tensor<6x?x50x?xf16> {
    ^bb0(%e: f16):
      dlopt.yield %e : f16
    }
    dlopt.yield %1 : tensor<6x?x50x?xf16>
  }
  return %0 : tensor<6x?x50x?xf16>
}

func.func @f28(%a0: tensor<1000x1000xf32>) -> tensor<1000x1000xf32> {
  %0 = dlopt.kernel %a0 name "functions" : (tensor<1000x1000xf32>) -> tensor<1000x1000xf32> {
  ^bb0(%b0: tensor<1000x1000xf32>):
    %1 = dlopt.map %b0 : (tensor<1000x1000xf32>) -> tensor<1000x1000xf32> {
    ^bb0(%e: f32):
      %2 = math.exp %e : f32
      %3 = math.log1p %2 : f32
      %4 = math.tanh %3 : f32
      %5 = math.erf %4 : f32
      %6 = math.expm1 %5 : f32
      %7 = math.rsqrt %6 : f32
      %8 = math.floor %7 : f32
      %i = dlopt.index 1 : index
      %9 = arith.index_cast %i : index to i32
      %10 = arith.sitofp %9 : i32 to f32
      %11 = arith.addf %8, %10 : f32
      dlopt.yield %11 : f32
    }
    dlopt.yield %1 : tensor<1000x1000xf32>
  }
  return %0 : tensor<1000x1000xf32>
}

func.func @f29(%a0: tensor<?xf32>) -> tensor<?xi8> {
  %0 = dlopt.kernel %a0 name "quantise" : (tensor<?xf32>) -> tensor<?xi8> {
  ^bb0(%b0: tensor<?xf32>):
    %1 = dlopt.cast %b0 rounding nearest_even saturate : tensor<?xf32> to tensor<?xi8>
    dlopt.yield %1 : tensor<?xi8>
  }
  return %0 : tensor<?xi8>
}

func.func @f30(%a0: tensor<f32>) -> tensor<f32> {
  %0 = dlopt.kernel %a0 name "scalar" : (tensor<f32>) -> tensor<f32> {
  ^bb0(%b0: tensor<f32>):
    %1 = dlopt.map %b0 : (tensor<f32>) -> tensor<f32> {
    ^bb0(%e: f32):
      %2 = arith.negf %e : f32
      dlopt.yield %2 : f32
    }
    dlopt.yield %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

func.func @f31(%a0: tensor<?x?xf32>, %a1: tensor<?xf32>, %a2: tensor<?xi64>) -> (tensor<?xf32>, tensor<?xi64>) {
  %0:2 = dlopt.kernel %a0, %a1, %a2 name "argmax" : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xi64>) -> (tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%b0: tensor<?x?xf32>, %b1: tensor<?xf32>, %b2: tensor<?xi64>):
    %1:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
        ins(%b0 : tensor<?x?xf32>) outs(%b1, %b2 : tensor<?xf32>, tensor<?xi64>) {
    ^bb0(%in: f32, %best: f32, %at: i64):
      %i = linalg.index 1 : index
      %k = arith.index_cast %i : index to i64
      %is = arith.cmpf ogt, %in, %best : f32
      %2 = arith.select %is, %in, %best : f32
      %3 = arith.select %is, %k, %at : i64
      linalg.yield %2, %3 : f32, i64
    } -> (tensor<?xf32>, tensor<?xi64>)
    dlopt.yield %1#0, %1#1 : tensor<?xf32>, tensor<?xi64>
  }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi64>
}

func.func @f32(%a0: tensor<?x16x112x112xf16>) -> tensor<?x16x56x56xf16> {
  %0 = dlopt.kernel %a0 name "pool" : (tensor<?x16x112x112xf16>) -> tensor<?x16x56x56xf16> {
  ^bb0(%b0: tensor<?x16x112x112xf16>):
    %1 = dlopt.pool add %b0 dims [2, 3] window [3, 3] strides [2, 2] pad_low [1, 1] : tensor<?x16x112x112xf16> -> tensor<?x16x56x56xf16>
    dlopt.yield %1 : tensor<?x16x56x56xf16>
  }
  return %0 : tensor<?x16x56x56xf16>
}

func.func @f33(%a0: tensor<?x?xi8>, %a1: tensor<7x?xi8>, %a2: index) -> tensor<?x?xi8> {
  %0 = dlopt.kernel %a0, %a1, %a2 name "concat_pad" : (tensor<?x?xi8>, tensor<7x?xi8>, index) -> tensor<?x?xi8> {
  ^bb0(%b0: tensor<?x?xi8>, %b1: tensor<7x?xi8>, %b2: index):
    %c = arith.constant 0 : i8
    %1 = tensor.concat dim(0) %b0, %b1 : (tensor<?x?xi8>, tensor<7x?xi8>) -> tensor<?x?xi8>
    %2 = tensor.pad %1 low[1, %b2] high[%b2, 3] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : i8
    } : tensor<?x?xi8> to tensor<?x?xi8>
    dlopt.yield %2 : tensor<?x?xi8>
  }
  return %0 : tensor<?x?xi8>
}

func.func @f34(%a0: tensor<?x?x?x64xf16>, %a1: tensor<?x?x?x64xf16>, %a2: tensor<?x?x?x64xf16>) -> tensor<?x?x?x64xf16> {
  %0 = dlopt.kernel %a0, %a1, %a2 name "attention_f16_64" : (tensor<?x?x?x64xf16>, tensor<?x?x?x64xf16>, tensor<?x?x?x64xf16>) -> tensor<?x?x?x64xf16> {
  ^bb0(%b0: tensor<?x?x?x64xf16>, %b1: tensor<?x?x?x64xf16>, %b2: tensor<?x?x?x64xf16>):
    %1 = dlopt.attention %b0, %b1, %b2 scale 0.125 causal : tensor<?x?x?x64xf16>, tensor<?x?x?x64xf16>, tensor<?x?x?x64xf16> -> tensor<?x?x?x64xf16>
    dlopt.yield %1 : tensor<?x?x?x64xf16>
  }
  return %0 : tensor<?x?x?x64xf16>
}

func.func @f35(%a0: tensor<?x?x?x128xf16>, %a1: tensor<?x?x?x128xf16>, %a2: tensor<?x?x?x128xf16>) -> tensor<?x?x?x128xf16> {
  %0 = dlopt.kernel %a0, %a1, %a2 name "attention_f16_128" : (tensor<?x?x?x128xf16>, tensor<?x?x?x128xf16>, tensor<?x?x?x128xf16>) -> tensor<?x?x?x128xf16> {
  ^bb0(%b0: tensor<?x?x?x128xf16>, %b1: tensor<?x?x?x128xf16>, %b2: tensor<?x?x?x128xf16>):
    %1 = dlopt.attention %b0, %b1, %b2 scale 0.125 : tensor<?x?x?x128xf16>, tensor<?x?x?x128xf16>, tensor<?x?x?x128xf16> -> tensor<?x?x?x128xf16>
    dlopt.yield %1 : tensor<?x?x?x128xf16>
  }
  return %0 : tensor<?x?x?x128xf16>
}

func.func @f36(%a0: tensor<?x?x?x96xbf16>, %a1: tensor<?x?x?x96xbf16>, %a2: tensor<?x?x?x96xbf16>, %a3: tensor<?x?xi1>) -> tensor<?x?x?x96xbf16> {
  %0 = dlopt.kernel %a0, %a1, %a2, %a3 name "attention_bf16_96" : (tensor<?x?x?x96xbf16>, tensor<?x?x?x96xbf16>, tensor<?x?x?x96xbf16>, tensor<?x?xi1>) -> tensor<?x?x?x96xbf16> {
  ^bb0(%b0: tensor<?x?x?x96xbf16>, %b1: tensor<?x?x?x96xbf16>, %b2: tensor<?x?x?x96xbf16>, %b3: tensor<?x?xi1>):
    %1 = dlopt.attention %b0, %b1, %b2 mask %b3 scale 0.125 causal : tensor<?x?x?x96xbf16>, tensor<?x?x?x96xbf16>, tensor<?x?x?x96xbf16>, tensor<?x?xi1> -> tensor<?x?x?x96xbf16>
    dlopt.yield %1 : tensor<?x?x?x96xbf16>
  }
  return %0 : tensor<?x?x?x96xbf16>
}

func.func @f37(%a0: tensor<?x?x?x64xf32>, %a1: tensor<?x?x?x64xf32>, %a2: tensor<?x?x?x64xf32>) -> tensor<?x?x?x64xf32> {
  %0 = dlopt.kernel %a0, %a1, %a2 name "attention_f32_64" : (tensor<?x?x?x64xf32>, tensor<?x?x?x64xf32>, tensor<?x?x?x64xf32>) -> tensor<?x?x?x64xf32> {
  ^bb0(%b0: tensor<?x?x?x64xf32>, %b1: tensor<?x?x?x64xf32>, %b2: tensor<?x?x?x64xf32>):
    %1 = dlopt.attention %b0, %b1, %b2 scale 0.125 : tensor<?x?x?x64xf32>, tensor<?x?x?x64xf32>, tensor<?x?x?x64xf32> -> tensor<?x?x?x64xf32>
    dlopt.yield %1 : tensor<?x?x?x64xf32>
  }
  return %0 : tensor<?x?x?x64xf32>
}

func.func @f38(%a0: tensor<?x?x?x128xf32>, %a1: tensor<?x?x?x128xf32>, %a2: tensor<?x?x?x128xf32>) -> tensor<?x?x?x128xf32> {
  %0 = dlopt.kernel %a0, %a1, %a2 name "attention_f32_128" : (tensor<?x?x?x128xf32>, tensor<?x?x?x128xf32>, tensor<?x?x?x128xf32>) -> tensor<?x?x?x128xf32> {
  ^bb0(%b0: tensor<?x?x?x128xf32>, %b1: tensor<?x?x?x128xf32>, %b2: tensor<?x?x?x128xf32>):
    %1 = dlopt.attention %b0, %b1, %b2 scale 0.125 causal : tensor<?x?x?x128xf32>, tensor<?x?x?x128xf32>, tensor<?x?x?x128xf32> -> tensor<?x?x?x128xf32>
    dlopt.yield %1 : tensor<?x?x?x128xf32>
  }
  return %0 : tensor<?x?x?x128xf32>
}
