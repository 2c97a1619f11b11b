#include "attack/attack.h"

#include <signal.h>
#include <stdarg.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

jmp_buf attack_escape;
char attack_error[1024];
volatile bool attack_catches;
long attack_calls;

static const attack* current;
static volatile long number = -1;
static char note[1000];

// ------------------------------------------------------------------------------------- findings

static void name_case(void) {
  char text[1500];
  int n = snprintf(text, sizeof text, "%s: case %ld (-first=%ld -runs=1)%s%s\n", current->name,
                   number, number, note[0] ? ": " : "", note);
  if (write(STDERR_FILENO, text, (size_t)mjMIN(n, (int)sizeof text - 1)) < 0) return;
}

void attack_found(const char* format, ...) {
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  abort();  // names the case
}

void attack_note(const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(note, sizeof note, format, args);
  va_end(args);
}

void attack_note_more(const char* text) {
  size_t n = strlen(note);
  snprintf(note + n, sizeof note - n, ", %s", text);
}

static void die(int signal_number) {
  static const char hang[] = "it hangs\n";
  bool hangs = signal_number == SIGALRM || signal_number == SIGPROF;
  if (hangs && write(STDERR_FILENO, hang, sizeof hang - 1) < 0) _exit(1);
  name_case();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

// Of the sanitizers, where they are linked.
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void catch_deaths(void) {
  if (__sanitizer_set_death_callback) {
    __sanitizer_set_death_callback(name_case);
    signal(SIGALRM, die);
    signal(SIGPROF, die);
    signal(SIGABRT, die);
    return;
  }
  static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGPROF};
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) signal(deadly[i], die);
}

static void on_error(const char* text) {
  snprintf(attack_error, sizeof attack_error, "%s", text);
  if (!attack_catches) attack_found("mju_error: %s", text);
  attack_catches = false;
  longjmp(attack_escape, 1);
}

static void on_warning(const char* text) { (void)text; }

// --------------------------------------------------------------------------------------- models

static struct {
  char* file;
  mjModel* m;
  bool tried;
} * model;
static int nmodel;

static void add_model(const char* file) {
  model = realloc(model, sizeof *model * (size_t)(nmodel + 1));
  memset(model + nmodel, 0, sizeof *model);
  model[nmodel++].file = strdup(file);
}

// All model files below a folder, in the order of their names.
static void add_models(const char* folder) {
  char command[1200], line[1200];
  snprintf(command, sizeof command,
           "find '%s' -name '*.xml' -o -name '*.urdf' 2>/dev/null | LC_ALL=C sort", folder);
  FILE* f = popen(command, "r");
  while (f && fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    add_model(line);
  }
  if (f) pclose(f);
}

int attack_nmodel(void) { return nmodel; }
const char* attack_model_file(int i) { return model[i].file; }

mjModel* attack_model(int i) {
  if (!model[i].tried) {
    model[i].tried = true;
    char error[1000];
    model[i].m = mj_loadXML(model[i].file, NULL, error, sizeof error);
  }
  return model[i].m;
}

// ---------------------------------------------------------------------------------------- cases

// Of the processor; of the clock a lot more, for who waits for nothing on a busy machine.
static void limit_time(int seconds) {
  struct itimerval t = {.it_value.tv_sec = seconds};
  setitimer(ITIMER_PROF, &t, NULL);
  alarm(20 * (unsigned)seconds);
}

static mjtNum now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (mjtNum)t.tv_sec + 1e-9 * (mjtNum)t.tv_nsec;
}

int attack_main(const attack* a, int argc, char** argv) {
  long runs = a->default_runs, first = 0;
  double seconds = INFINITY;
  bool shared = false;
  current = a;
  for (int i = 1; i < argc; i++) {
    if (!strncmp(argv[i], "-runs=", 6)) {
      runs = atol(argv[i] + 6);
    } else if (!strncmp(argv[i], "-seconds=", 9)) {
      seconds = atof(argv[i] + 9);
    } else if (!strncmp(argv[i], "-first=", 7)) {
      first = atol(argv[i] + 7);
    } else if (!strcmp(argv[i], "-shared")) {
      shared = true;
    } else {
      add_model(argv[i]);
    }
  }
  if (!nmodel) {
    add_models(SOURCE_ROOT "/model");
    add_models(SOURCE_ROOT "/test/attack/model");
  }
  if (shared) add_models(SOURCE_ROOT "/../shared/conformance/models");
  if (shared) add_models(SOURCE_ROOT "/../shared/newer/models");
  if (shared) add_models(SOURCE_ROOT "/../shared/robots/models");
  mju_user_error = on_error;
  int loaded = 0;
  for (int i = 0; i < nmodel; i++) loaded += !shared && attack_model(i) != NULL;
  if (!shared && !loaded) attack_found("none of the models loads");
  mju_user_warning = on_warning;
  catch_deaths();
  mjtNum start = now();
  long done = 0;
  for (; done < runs && now() - start < seconds; done++) {
    number = first + done;
    note[0] = 0;
    limit_time(a->seconds);
    a->run(number);
  }
  limit_time(0);
  for (int i = 0; i < nmodel; i++) {
    mj_deleteModel(model[i].m);
    free(model[i].file);
  }
  free(model);
  printf("%s: %ld cases from number %ld, %ld calls, %.0f s\n", a->name, done, first, attack_calls,
         now() - start);
  return 0;
}
