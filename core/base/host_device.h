// Macros that let one formula be compiled for the CPU row loop and for CUDA.
#pragma once

#if defined(__CUDACC__)
#define POSCOPE_HD __host__ __device__ __forceinline__
#else
#define POSCOPE_HD inline __attribute__((always_inline))
#endif

// Row loops are compiled for the baseline, AVX2 and AVX-512, and the loader picks one. GCC only:
// clang refuses the attribute on templates, and clones crash at start under ThreadSanitizer
// (POSCOPE_NO_CLONES is set there).
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__) && \
    !defined(POSCOPE_NO_CLONES)
#define POSCOPE_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define POSCOPE_CLONES
#endif

// A function without vector instructions, where the compiler can be asked for one.
#if defined(__GNUC__) && !defined(__clang__)
#define POSCOPE_SCALAR __attribute__((noinline, optimize("no-tree-vectorize")))
#else
#define POSCOPE_SCALAR __attribute__((noinline))
#endif
