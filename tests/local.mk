## Tests of the repository itself

TESTS += tests/format.sh tests/docs.sh
EXTRA_DIST += tests/format.sh tests/docs.sh
