## Tests of the repository itself, and of several parts together

REPOSITORY_TESTS = tests/format.sh tests/rooms.sh tests/docs.sh tests/reference.sh tests/setuid.sh \
   tests/configure.sh tests/cudss.sh tests/hardening.sh tests/uninstall.sh \
   tests/reproducible.sh
TESTS += $(REPOSITORY_TESTS)
EXTRA_DIST += $(REPOSITORY_TESTS) tests/README.md
EXTRA_DIST += $(wildcard $(srcdir)/tests/*/*.hpp $(srcdir)/tests/*/*.h)
