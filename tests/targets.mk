## Parts of the test suite, each a target of its own; see tests/README.md

SANITIZE_TESTS = tests/libgpuinv/sanitize.sh tests/libgpuinv/memory.sh
GPU_TESTS = tests/libgpuinv/check_cuda tests/libgpuinv/other_device \
   tests/kernels/test_device tests/kernels/test_faults \
   tests/glpk/sweep.sh tests/glpk/crowd.sh tests/glpk/same.sh \
   tests/glpk/killed.sh tests/glpk/leave.sh tests/glpk/late.sh \
   tests/glpk/hung.sh tests/glpk/ends.sh tests/glpk/ranks.sh
SOAK_TESTS = tests/glpk/sweep.sh tests/glpk/crowd.sh tests/glpk/same.sh \
   tests/glpk/late.sh tests/glpk/leave.sh \
   tests/libgpuinv/stand_in.sh tests/reproducible.sh

check-sanitize:
	$(MAKE) check TESTS='$(SANITIZE_TESTS)'

## This runs all of it at length.
check-soak:
	GPUINV_SOAK=1 $(MAKE) check TESTS='$(SOAK_TESTS)'

check-gpu:
	GPUINV_REQUIRE_GPU=1 $(MAKE) check TESTS='$(GPU_TESTS)'

.PHONY: check-sanitize check-soak check-gpu
