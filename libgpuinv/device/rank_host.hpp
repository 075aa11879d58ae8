// rank_host.hpp (cuDSS's communication of buffers on the host)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cudss.h>

#if CUDSS_VERSION >= 10000

namespace gpuinv::device {

// As in cudss_distributed_interface.h: the functions follow MPI and return 0
// if they succeed.  The buffers pass through memory of the device.
int send_host(const void* from, int count, cudaDataType_t type, int peer,
              int tag, void* comm, cudaStream_t);
int receive_host(void* to, int count, cudaDataType_t type, int peer, int tag,
                 void* comm, cudaStream_t);
int broadcast_host(void* buffer, int count, cudaDataType_t type, int root,
                   void* comm, cudaStream_t);
int reduce_host(const void* from, void* to, int count, cudaDataType_t type,
                cudssOpType_t op, int root, void* comm, cudaStream_t);
int all_reduce_host(const void* from, void* to, int count, cudaDataType_t type,
                    cudssOpType_t op, void* comm, cudaStream_t stream);
int scatter_host(const void* from, const int* counts, const int* offsets,
                 cudaDataType_t type, void* to, int count,
                 cudaDataType_t to_type, int root, void* comm, cudaStream_t);

}  // namespace gpuinv::device

#endif
