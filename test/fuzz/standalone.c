// Runs a fuzz target without libFuzzer: on the files it is given, or on mutations of what the
// target's own mutator starts from.    fuzz_x FILE...     fuzz_x -runs=N [-seed=S]
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LARGEST (1 << 16)

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
int LLVMFuzzerInitialize(int* argc, char*** argv) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max, unsigned seed)
    __attribute__((weak));
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max);

static uint64_t state = 1;
static unsigned draw(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33);
}

// Change, insert or delete a few bytes.
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max) {
  for (unsigned i = 0, n = 1 + draw() % 4; i < n; i++) {
    size_t at = size ? draw() % size : 0;
    switch (size ? draw() % 4 : 1) {
      case 0: data[at] ^= (uint8_t)(1u << draw() % 8); break;
      case 1:
        if (size == max) break;
        memmove(data + at + 1, data + at, size - at);
        data[at] = (uint8_t)draw();
        size++;
        break;
      case 2:
        memmove(data + at, data + at + 1, size - at - 1);
        size--;
        break;
      case 3: data[at] = (uint8_t)draw(); break;
    }
  }
  return size;
}

// What is being tried, for whom it kills.
static const uint8_t* present;
static size_t npresent;

static char finding[1000];  // the file for it, among those that are temporary
static char finding_said[1100];

static void name_finding(void) {
  const char* folder = getenv("TMPDIR");
  snprintf(finding, sizeof finding, "%s/fuzz_finding.%d", folder && *folder ? folder : "/tmp",
           (int)getpid());
  snprintf(finding_said, sizeof finding_said,
           "the input is in %s: give that file to run it again\n", finding);
}

static void keep_finding(int number) {
  int file = open(finding, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file >= 0 && write(file, present, npresent) >= 0) close(file);
  if (write(STDERR_FILENO, finding_said, strlen(finding_said)) < 0) _exit(1);
  signal(number, SIG_DFL);
  raise(number);
}

static void run(const uint8_t* data, size_t n) {
  present = data;
  npresent = n;
  LLVMFuzzerTestOneInput(data, n);
}

static void run_file(const char* name) {
  FILE* f = fopen(name, "rb");
  if (!f) {
    perror(name);
    exit(1);
  }
  uint8_t* data = malloc(LARGEST);
  size_t n = fread(data, 1, LARGEST, f);
  fclose(f);
  run(data, n);
  free(data);
}

int main(int argc, char** argv) {
  static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  name_finding();
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) signal(deadly[i], keep_finding);
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  long runs = 0;
  for (int i = 1; i < argc; i++) {
    if (!strncmp(argv[i], "-runs=", 6)) {
      runs = atol(argv[i] + 6);
    } else if (!strncmp(argv[i], "-seed=", 6)) {
      state = strtoull(argv[i] + 6, NULL, 10);
    } else if (argv[i][0] != '-') {
      run_file(argv[i]);
    }
  }
  uint8_t* data = calloc(1, LARGEST);
  size_t size = 0;
  for (long i = 0; i < runs; i++) {
    size = LLVMFuzzerCustomMutator ? LLVMFuzzerCustomMutator(data, size, LARGEST, draw())
                                   : LLVMFuzzerMutate(data, size, LARGEST);
    uint8_t* exact = malloc(size);  // so that a sanitizer sees reads beyond the end
    memcpy(exact, data, size);
    run(exact, size);
    free(exact);
  }
  free(data);
  printf("%ld runs\n", runs);
  return 0;
}
