#include "tool/drive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sample/show.h"

drive_settings driven = {.seconds = 10, .waves = 0.2};

const command_option drive_options[] = {
    {"seconds", TAKES_POSITIVE, &driven.seconds, "S", "simulate so long (10)"},
    {"key", TAKES_TEXT, &driven.key, "NAME",
     "start at this keyframe, by name or number (the first)"},
    {"controls", TAKES_TEXT, &driven.controls, "FILE.csv",
     "take controls from a table: time and names of actuators, or what simulate wrote"},
    {"waves", TAKES_AMOUNT, &driven.waves, "SHARE",
     "else controls are slow waves of this share of their ranges (0.2)"},
};

// Read a line of any length, without its end, into *line; false at the end of the file.
static bool read_line(FILE* file, char** line, size_t* room) {
  size_t n = 0;
  int c;
  while ((c = fgetc(file)) != EOF && c != '\n') {
    if (n + 2 > *room) {
      size_t more = *room ? 2 * *room : 256;
      char* grown = realloc(*line, more);
      if (!grown) return false;
      *line = grown;
      *room = more;
    }
    if (c != '\r') (*line)[n++] = (char)c;
  }
  if (n == 0 && c == EOF) return false;
  if (!*line) *line = calloc(1, *room = 1);
  if (*line) (*line)[n] = 0;
  return *line != NULL;
}

// The actuator of a column: by name, by #number, or as engine simulate writes it ("ctrl NAME"); -1
// for a column of its states and sensors, -2 for no actuator.
static int column_actuator(const mjModel* m, const char* word) {
  int id = mj_name2id(m, mjOBJ_ACTUATOR, word);
  if (id >= 0) return id;
  static const char* const other[] = {"qpos ", "qvel ", "sensor "};
  for (int i = 0; i < 3; i++) {
    if (!strncmp(word, other[i], strlen(other[i]))) return -1;
  }
  if (!strncmp(word, "ctrl ", 5)) return column_actuator(m, word + 5);
  if (word[0] != '#') return -2;
  id = (int)strtol(word + 1, NULL, 10);
  return id >= 0 && id < m->nu ? id : -2;
}

static bool read_header(const mjModel* m, const char* file, char* line, control_table* t) {
  t->column = malloc(sizeof *t->column * (strlen(line) + 1));
  if (!t->column) return false;
  bool first = true;
  if (!strncmp(line, "\xef\xbb\xbf", 3)) line += 3;  // how spreadsheets mark UTF-8
  for (char* word = strtok(line, ","); word; word = strtok(NULL, ",")) {
    word += strspn(word, " \t\"");
    word[strcspn(word, "\"")] = 0;
    if (first) {
      first = false;
      if (!strcmp(word, "time")) continue;
      fprintf(stderr, "%s:1: the first column is '%s' and must be 'time'\n", file, word);
      return false;
    }
    int id = column_actuator(m, word);
    if (id < -1) {
      fprintf(stderr, "%s:1: no actuator is called '%s'; engine info lists them\n", file, word);
      return false;
    }
    t->column[t->ncol++] = id;
  }
  return !first;
}

static bool read_row(const char* file, int number, const char* line, control_table* t) {
  double* time = realloc(t->time, sizeof *time * (size_t)(t->nrow + 1));
  if (time) t->time = time;
  double* value = realloc(t->value, sizeof *value * (size_t)((t->nrow + 1) * t->ncol + 1));
  if (value) t->value = value;
  if (!time || !value) return false;
  const char* at = line;
  for (int k = -1; k < t->ncol; k++) {
    char* end;
    double x = strtod(at, &end);
    if (end == at) {
      fprintf(stderr, "%s:%d: column %d is no number; a row has %d\n", file, number, k + 2,
              t->ncol + 1);
      return false;
    }
    *(k < 0 ? t->time + t->nrow : t->value + t->nrow * t->ncol + k) = x;
    at = end + strspn(end, " \t,");
  }
  if (t->nrow && t->time[t->nrow] < t->time[t->nrow - 1]) {
    fprintf(stderr, "%s:%d: time %g is before that of the row above, %g\n", file, number,
            t->time[t->nrow], t->time[t->nrow - 1]);
    return false;
  }
  t->nrow++;
  return true;
}

bool control_table_read(const mjModel* m, const char* file, control_table* t) {
  memset(t, 0, sizeof *t);
  FILE* f = fopen(file, "r");
  if (!f) {
    perror(file);
    return false;
  }
  char* line = NULL;
  size_t room = 0;
  bool fine = true;
  int number = 0;
  while (fine && read_line(f, &line, &room)) {
    number++;
    if (number == 1) {
      fine = read_header(m, file, line, t);
    } else if (*line) {
      fine = read_row(file, number, line, t);
    }
  }
  if (fine && number == 0) {
    fprintf(stderr, "%s: empty; the first line names the columns\n", file);
    fine = false;
  }
  free(line);
  fclose(f);
  return fine;
}

void control_table_free(control_table* t) {
  free(t->column);
  free(t->time);
  free(t->value);
  memset(t, 0, sizeof *t);
}

bool simulation_begin(simulation* s, const char* file) {
  memset(s, 0, sizeof *s);
  s->m = read_model(file);
  if (!s->m) return false;
  s->d = mj_makeData(s->m);
  if (!s->d || !start_at(s->m, s->d, driven.key)) return false;
  return !driven.controls || control_table_read(s->m, driven.controls, &s->table);
}

void simulation_end(simulation* s) {
  control_table_free(&s->table);
  mj_deleteData(s->d);
  mj_deleteModel(s->m);
}

int simulation_steps(const simulation* s) {
  double steps = driven.seconds / s->m->opt.timestep;
  return steps < 1 ? 1 : steps > 2e9 ? 2000000000 : (int)(steps + 0.5);
}

void simulation_control(simulation* s) {
  const control_table* t = &s->table;
  if (!driven.controls) {
    drive(s->m, s->d, driven.waves);
    return;
  }
  // half a timestep of tolerance, since times are accumulated sums
  mjtNum now = s->d->time + 0.5 * s->m->opt.timestep;
  while (s->row + 1 < t->nrow && t->time[s->row + 1] <= now) s->row++;
  if (s->row >= t->nrow || t->time[s->row] > now) return;
  for (int k = 0; k < t->ncol; k++) {
    if (t->column[k] >= 0) s->d->ctrl[t->column[k]] = t->value[s->row * t->ncol + k];
  }
}
