## Tables of runs on real hardware

EXTRA_DIST += netlib/results/README.md $(NETLIB_RESULTS) \
   netlib/results/auto-h200.txt \
   netlib/results/bench-dense-h200.txt \
   netlib/results/bench-h200.txt \
   netlib/results/bench-interior-h200.txt \
   netlib/results/bench-netlib-h200.txt \
   netlib/results/bench-tableau-h200.txt \
   netlib/results/cards-h200.txt \
   netlib/results/cholesky-h200.tsv \
   netlib/results/cholesky-large-h200.tsv \
   netlib/results/crossover-x86.txt \
   netlib/results/dense-h200.svg \
   netlib/results/gains-h200.svg \
   netlib/results/profile-h200.svg \
   netlib/results/interior-forms-h200.tsv \
   netlib/results/interior-forms-x86.tsv \
   netlib/results/interior-h200.txt \
   netlib/results/interior-large-x86.txt \
   netlib/results/large-h200.txt \
   netlib/results/large-host-x86.txt \
   netlib/results/last-word-x86.txt \
   netlib/results/interior-x86.txt \
   netlib/results/never-slower-x86.txt \
   netlib/results/peers-dense-x86.tsv \
   netlib/results/peers-h200.txt \
   netlib/results/peers-x86.tsv \
   netlib/results/pivots-h200.txt \
   netlib/results/pivots-host.txt \
   netlib/results/pivots-start-host.txt \
   netlib/results/pivots-trials-host.txt \
   netlib/results/programs-host.tsv \
   netlib/results/replays-h200.tsv \
   netlib/results/report.html \
   netlib/results/rounds-15000-h200.tsv \
   netlib/results/rounds-h200.tsv \
   netlib/results/rounds-x86.tsv \
   netlib/results/soak-h200.txt \
   netlib/results/peers-host-h200.tsv \
   netlib/results/peers-gpu-h200.tsv \
   netlib/results/peers-large-gpu-h200.tsv \
   netlib/results/peers-large-host-h200.tsv \
   netlib/results/interior-forms-large-h200.tsv \
   netlib/results/triangle-h200.txt \
   netlib/results/update-h200.tsv

NETLIB_RESULTS = \
   netlib/results/cuda-h200.tsv \
   netlib/results/host-x86.tsv \
   netlib/results/inverse-h200.tsv \
   netlib/results/simplex-dual-h200.tsv \
   netlib/results/simplex-h200.tsv \
   netlib/results/tableau-dual-h200.tsv \
   netlib/results/tableau-h200.tsv
