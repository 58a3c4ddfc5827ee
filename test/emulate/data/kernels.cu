// Kernels with known results, for the emulator's integration test. kernels.ptx
// beside it is what `nvcc -ptx -arch=sm_80 -lineinfo` of CUDA 13.0 makes of it.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <stdint.h>

// Softmax of each row of n numbers; a block a row, a tree over warps.
extern "C" __global__ void softmax_rows(const float *x, float *y, int n) {
  __shared__ float part[32];
  const float *row = x + (long)blockIdx.x * n;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float most = -INFINITY;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    most = fmaxf(most, row[i]);
  for (int d = 16; d; d /= 2)
    most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
  if (lane == 0)
    part[warp] = most;
  __syncthreads();
  most = part[0];
  for (int i = 1; i < blockDim.x / 32; ++i)
    most = fmaxf(most, part[i]);
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += __expf(row[i] - most);
  for (int d = 16; d; d /= 2)
    sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0)
    part[warp] = sum;
  __syncthreads();
  sum = 0;
  for (int i = 0; i < blockDim.x / 32; ++i)
    sum += part[i];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y[(long)blockIdx.x * n + i] = __expf(row[i] - most) / sum;
}

__device__ uint32_t shared_address(const void *p) {
  return (uint32_t)__cvta_generic_to_shared(p);
}

// c[m, n] = a[m, k] * b[k, n] in f16 with f32 sums. 64x64 tiles of 128 threads,
// two stages of cp.async, ldmatrix and mma.sync. k is a multiple of 32 and n of
// 8; rows beyond m and columns beyond n are filled with zeros.
extern "C" __global__ void __launch_bounds__(128)
    matmul_f16(const __half *a, const __half *b, float *c, int m, int n,
               int k) {
  __shared__ __align__(16) __half tile_a[2][64][40], tile_b[2][32][72];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int row = blockIdx.y * 64, column = blockIdx.x * 64;
  float sums[8][4] = {};
  auto load = [&](int stage, int first) {
    for (int i = threadIdx.x; i < 64 * 4; i += 128) {
      int r = i / 4, part = i % 4 * 8;
      bool in = row + r < m;
      const __half *from = a + (long)(in ? row + r : 0) * k + first + part;
      __pipeline_memcpy_async(&tile_a[stage][r][part], from, 16, in ? 0 : 16);
    }
    for (int i = threadIdx.x; i < 32 * 8; i += 128) {
      int r = i / 8, part = i % 8 * 8;
      bool in = column + part < n;
      const __half *from = b + (long)(first + r) * n + (in ? column + part : 0);
      __pipeline_memcpy_async(&tile_b[stage][r][part], from, 16, in ? 0 : 16);
    }
    __pipeline_commit();
  };
  load(0, 0);
  for (int step = 0; step < k / 32; ++step) {
    if (step + 1 < k / 32) {
      load((step + 1) % 2, (step + 1) * 32);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    for (int kk = 0; kk < 32; kk += 16) {
      uint32_t fa[4], fb[2];
      asm volatile(
          "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
          : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3])
          : "r"(shared_address(&tile_a[step % 2][warp * 16 + lane % 16]
                                      [kk + lane / 16 * 8])));
      for (int j = 0; j < 8; ++j) {
        asm volatile(
            "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
            : "=r"(fb[0]), "=r"(fb[1])
            : "r"(shared_address(&tile_b[step % 2][kk + lane % 16][j * 8])));
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
            "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
            : "+f"(sums[j][0]), "+f"(sums[j][1]), "+f"(sums[j][2]),
              "+f"(sums[j][3])
            : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]),
              "r"(fb[1]));
      }
    }
    __syncthreads();
  }
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 4; ++i) {
      int r = row + warp * 16 + lane / 4 + i / 2 * 8;
      int col = column + j * 8 + lane % 4 * 2 + i % 2;
      if (r < m && col < n)
        c[(long)r * n + col] = sums[j][i];
    }
}

// How often each value modulo 64 occurs, first within the block.
extern "C" __global__ void histogram(const int *x, int *counts, int n) {
  extern __shared__ int own[];
  if (threadIdx.x < 64)
    own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&own[((x[i] % 64) + 64) % 64], 1);
  __syncthreads();
  if (threadIdx.x < 64)
    atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

__constant__ int weights[4] = {3, -1, 4, 1};
__device__ __noinline__ int collatz(int x) {
  int steps = 0;
  for (; x != 1; ++steps) {
    if (steps == 200)
      return -1;
    x = x % 2 ? 3 * x + 1 : x / 2;
  }
  return steps;
}

// Divergent loops, a call, a switch, thread memory, constants.
extern "C" __global__ void branches(const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, own[8];
  for (int k = 0; k < 8; ++k)
    own[k] = collatz(x[i] + k);
  int value = own[x[i] & 7];
  switch (x[i] % 9) {
  case 0: value += weights[i & 3]; break;
  case 1: value *= 7; break;
  case 2: value -= 100; break;
  case 3: value ^= 0x55; break;
  case 4: value = -value; break;
  case 5: value <<= 3; break;
  case 6: value = __popc(value); break;
  default: value = i; break;
  }
  y[i] = value;
}

// A lock that lanes of one warp contend for: needs independent progress.
extern "C" __global__ void locked(int *lock, int *sum) {
  bool is_done = false;
  while (!is_done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *(volatile int *)sum = *(volatile int *)sum + threadIdx.x;
      __threadfence();
      atomicExch(lock, 0);
      is_done = true;
    }
  }
}
