// Log messages go to the user's handler or, as configured, to the log file and the console.
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <engine/base.h>

#include "base/log.h"
#include "base/need.h"
#include "base/platform/compiler.h"
#include "base/platform/thread.h"

static const char* const topic_name[mjNTOPIC] = {"time_stp", "time_cmp", "sleep"};

static thread_lock lock = THREAD_LOCK_NEW;
static bool configured;
static mjLogConfig config;
static mjfLogHandler handler;
static PER_THREAD bool handling;

// Bit mask of the topics that have a listener, cached so that log_wants needs no lock; -1: not yet
// determined.
static atomic_int listened = -1;

static mjLogConfig initial_config(void) {
  mjLogConfig c = {.logto_console = 1, .logto_file = 1, .logfile = "MUJOCO_LOG.TXT"};
  const char* at = getenv("MUJOCO_LOG_TOPICS");
  for (; at && *at; at += *at == ',') {
    size_t n = strcspn(at, ",");
    for (int i = 0; i < mjNTOPIC; i++) {
      if (strlen(topic_name[i]) == n && !strncmp(topic_name[i], at, n)) c.topics |= 1 << i;
    }
    at += n;
  }
  return c;
}

mjLogConfig mju_getLogConfig(void) {
  thread_lock_take(&lock);
  if (!configured) config = initial_config();
  configured = true;
  mjLogConfig c = config;
  listened = handler ? (1 << mjNTOPIC) - 1 : c.topics & ((1 << mjNTOPIC) - 1);
  thread_lock_give(&lock);
  return c;
}

void mju_setLogConfig(mjLogConfig c) {
  c.logfile[sizeof c.logfile - 1] = 0;
  thread_lock_take(&lock);
  config = c;
  configured = true;
  listened = -1;
  thread_lock_give(&lock);
}

mjfLogHandler mju_setLogHandler(mjfLogHandler h) {
  thread_lock_take(&lock);
  mjfLogHandler before = handler;
  handler = h;
  listened = -1;
  thread_lock_give(&lock);
  return before;
}

bool log_wants(int topic) {
  if (listened < 0) mju_getLogConfig();
  return listened >> (topic - 1) & 1;
}

void log_clear(void) {
  thread_lock_take(&lock);
  handler = NULL;
  configured = false;
  listened = -1;
  thread_lock_give(&lock);
}

bool log_handle(const mjLogMessage* msg) {
  thread_lock_take(&lock);
  mjfLogHandler h = handler;
  thread_lock_give(&lock);
  if (!h) return false;
  if (msg->level == mjLOG_ERROR) {
    h(msg);  // it does not return
    return true;
  }
  if (handling) return true;
  handling = true;
  h(msg);
  handling = false;
  return true;
}

bool log_handle_text(int level, const char* text) {
  mjLogMessage msg = {.level = level};
  mju_strncpy(msg.subject, text, sizeof msg.subject);
  return log_handle(&msg);
}

// The layout of asctime, without its static buffer (and without %e, which some C libraries lack).
static void print_date(char date[64]) {
  time_t now = time(NULL);
  struct tm local;
  *date = 0;
  if (!localtime_r(&now, &local)) return;
  char day[20], time_of_day[30];
  strftime(day, sizeof day, "%a %b ", &local);
  strftime(time_of_day, sizeof time_of_day, "%H:%M:%S %Y", &local);
  snprintf(date, 64, "%s%2d %s", day, local.tm_mday, time_of_day);
}

static FILE* open_log(const mjLogConfig* c) {
  return c->logto_file ? fopen(c->logfile, "a") : NULL;
}

void mju_writeLog(const char* type, const char* msg) {
  mjLogConfig c = mju_getLogConfig();
  FILE* f = open_log(&c);
  if (!f) return;
  char date[64];
  print_date(date);
  fprintf(f, "%s\n%s: %s\n\n", date, type, msg);
  fclose(f);
}

bool log_to_console(void) { return mju_getLogConfig().logto_console; }

static const char* level_name(int level) {
  static const char* const name[] = {"DEBUG", "INFO", "WARNING", "ERROR"};
  return level >= mjLOG_DEBUG && level <= mjLOG_ERROR ? name[level] : "INFO";
}

// Prints "LEVEL func (file:line) [time]: subject", the body, and an empty line unless the level is
// debug.
static void print_message(FILE* f, const mjLogMessage* msg, bool timestamp) {
  fprintf(f, "%s", level_name(msg->level));
  if (msg->func) fprintf(f, " %s", msg->func);
  if (msg->file) fprintf(f, " (%s:%d)", msg->file, msg->line);
  if (timestamp) {
    char date[64];
    print_date(date);
    fprintf(f, " [%s]", date);
  }
  fprintf(f, ": %s\n", msg->subject);
  if (msg->body && *msg->body) fprintf(f, "%s\n", msg->body);
  if (msg->level != mjLOG_DEBUG) fprintf(f, "\n");
}

static bool passes(const mjLogMessage* msg, const mjLogConfig* c) {
  if (msg->level >= mjLOG_WARNING || msg->topic <= 0) return true;
  return msg->topic <= mjNTOPIC && c->topics >> (msg->topic - 1) & 1;
}

static void deliver_message(const mjLogMessage* msg) {
  mjLogConfig c = mju_getLogConfig();
  if (!passes(msg, &c)) return;
  FILE* f = open_log(&c);
  if (f) {
    print_message(f, msg, true);
    fclose(f);
  }
  if (c.logto_console) {
    print_message(msg->level >= mjLOG_WARNING ? stderr : stdout, msg, msg->timestamp);
  }
}

// Handlers of the older API get "func: subject".
static bool tell_older_handler(const mjLogMessage* msg) {
  void (*older)(const char*) = msg->level == mjLOG_ERROR     ? mju_user_error
                               : msg->level == mjLOG_WARNING ? mju_user_warning
                                                             : NULL;
  if (!older) return false;
  char text[1300];
  snprintf(text, sizeof text, "%.200s%s%s", msg->func ? msg->func : "", msg->func ? ": " : "",
           msg->subject);
  older(text);
  return true;
}

void mju_message(const mjLogMessage* msg) {
  NEED(msg);
  if (log_handle(msg) || tell_older_handler(msg)) return;
  deliver_message(msg);
  if (msg->level == mjLOG_ERROR) exit(EXIT_FAILURE);
}

void mju_info(int topic, const char* msg, ...) {
  mjLogMessage m = {.level = mjLOG_INFO, .topic = topic};
  va_list args;
  va_start(args, msg);
  vsnprintf(m.subject, sizeof m.subject, msg, args);
  va_end(args);
  mju_message(&m);
}
