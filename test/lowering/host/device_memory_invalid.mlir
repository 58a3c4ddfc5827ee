// RUN: dlopt-opt %s -split-input-file -verify-diagnostics -dlopt-host-device-memory

func.func @computes(%a: memref<4xf32>, %x: f32) {
  // expected-error @+1 {{'linalg.fill' op computes with tensors in GPU memory, and no kernel was made for it: write it as operations of linalg or dlopt on tensors, or compile for the CPU}}
  linalg.fill ins(%x : f32) outs(%a : memref<4xf32>)
  return
}

// -----

func.func private @elsewhere() -> memref<4xf32>
func.func @takes() {
  // expected-error @+1 {{'func.call' op takes a tensor from @elsewhere, which is defined elsewhere and has none in GPU memory: pass it as an argument, or compile for the CPU}}
  %0 = call @elsewhere() : () -> memref<4xf32>
  return
}

// -----

func.func private @elsewhere(memref<*xf32>)
func.func @open(%a: memref<*xf32>) {
  // expected-error @+1 {{'func.call' op hands a buffer of open rank to @elsewhere, which is defined elsewhere: give it a rank, or compile for the CPU}}
  call @elsewhere(%a) : (memref<*xf32>) -> ()
  return
}

// -----

memref.global "private" @state : memref<4xf32> = dense<0.0>
func.func @global() -> memref<4xf32> {
  // expected-error @+1 {{'memref.get_global' op reads @state, and only dense constants can lie in GPU memory: pass it as an argument}}
  %0 = memref.get_global @state : memref<4xf32>
  return %0 : memref<4xf32>
}

// -----

func.func @layout() {
  // expected-error @+1 {{'memref.alloc' op makes a buffer of type memref<4x4xf32, strided<[1, 4]>> in GPU memory, which must be dense and row-major}}
  %0 = memref.alloc() : memref<4x4xf32, strided<[1, 4]>>
  memref.dealloc %0 : memref<4x4xf32, strided<[1, 4]>>
  return
}

// -----

#tiled = affine_map<(i) -> (i floordiv 2, i mod 2)>
func.func @no_strides(%a: memref<4xf32, #tiled>) {
  // expected-error @+1 {{'memref.dealloc' op has a buffer of type memref<4xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>, and only strided ones can be in GPU memory}}
  memref.dealloc %a : memref<4xf32, #tiled>
  return
}

// -----

func.func @no_number() {
  // expected-error @+1 {{'memref.alloc' op has a buffer of type memref<4xcomplex<f32>>, whose elements the GPU does not have: they must be floats, integers or indices}}
  %0 = memref.alloc() : memref<4xcomplex<f32>>
  return
}

// -----

func.func @blocks(%c: i1) {
  cf.cond_br %c, ^one, ^two
^one:
  // expected-error @+1 {{'memref.alloca' op is a buffer in GPU memory whose end is not known in a function of several blocks: use memref.alloc and memref.dealloc}}
  %0 = memref.alloca() : memref<4xf32>
  cf.br ^two
^two:
  return
}

// -----

func.func @open_rank(%a: memref<?xf32>, %sizes: memref<?xi32>) -> memref<*xf32> {
  // expected-error @+1 {{'memref.reshape' op has a result of open rank, or its sizes do not lie in a row: neither can be in GPU memory}}
  %0 = memref.reshape %a(%sizes) : (memref<?xf32>, memref<?xi32>) -> memref<*xf32>
  return %0 : memref<*xf32>
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f() kernel {
      gpu.return
    }
  }
  llvm.func @launch(%n: i64) {
    %c1 = arith.constant 1 : index
    %0 = arith.index_cast %n : i64 to index
    // expected-error @+1 {{'gpu.launch_func' op must be in a launcher of dlopt-kernel-outline, with constant threads, cluster and shared memory, and not asynchronous}}
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%0, %c1, %c1)
    llvm.return
  }
}

// -----

// expected-error @+1 {{'func.func' op is called like a function of the runtime, @dlopt_device_alloc: rename it}}
func.func private @dlopt_device_alloc(i64)
func.func @name() {
  %0 = memref.alloc() : memref<4xf32>
  return
}
