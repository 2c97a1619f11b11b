// Calls of functions that are newer than 3.3.7, for probe.c.  0 when the function is none of them.
static int call_newer(const char* f) {
  (void)f;
  return 0;
}
