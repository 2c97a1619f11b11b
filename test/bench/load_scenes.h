// Scenes of many bodies, written out as MJCF.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline FILE* create(const char* name) {
  FILE* f = fopen(name, "w");
  if (!f) {
    perror(name);
    exit(1);
  }
  return f;
}

static inline char* read_text(const char* name) {
  FILE* f = fopen(name, "r");
  if (!f) {
    perror(name);
    exit(1);
  }
  char* text = calloc(1, 1 << 20);
  if (!fread(text, 1, (1 << 20) - 1, f)) exit(1);
  fclose(f);
  return text;
}

// What stands between the first <tag> and the last </tag>.
static inline char* inside(const char* text, const char* tag) {
  char open[50], close[50];
  snprintf(open, sizeof open, "<%s>", tag);
  snprintf(close, sizeof close, "</%s>", tag);
  const char *begin = strstr(text, open) + strlen(open), *end = NULL;
  for (const char* c = begin; (c = strstr(c, close)); c++) end = c;
  return strndup(begin, (size_t)(end - begin));
}

// Write a text with "_k" put behind all names and references.
static inline void write_copy(FILE* f, const char* text, int k) {
  static const char* const refer[] = {"name=\"", "joint=\"", "site=\"",
                                      "body=\"", "body1=\"", "body2=\""};
  for (const char* c = text; *c;) {
    size_t n = 0;
    for (size_t i = 0; i < sizeof refer / sizeof *refer && !n; i++) {
      if (!strncmp(c, refer[i], strlen(refer[i]))) n = strlen(refer[i]) + 1;
    }
    if (!n) {
      fputc(*c++, f);
      continue;
    }
    const char* end = strchr(c + n, '"');
    fprintf(f, "%.*s_%d", (int)(end - c), c, k);
    c = end;
  }
}

// n humanoids, each written out.
static inline void write_humanoids(const char* name, const char* humanoid, int n) {
  static const char* const sections[] = {"contact", "actuator", "sensor"};
  char *text = read_text(humanoid), *world = inside(text, "worldbody");
  char *defaults = inside(text, "default"), *torso = strstr(world, "<body");
  char* asset = inside(text, "asset");
  FILE* f = create(name);
  fprintf(f,
          "<mujoco><option timestep=\"0.005\"/><default>%s</default><asset>%s</asset><worldbody>",
          defaults, asset);
  fprintf(f, "%.*s", (int)(torso - world), world);
  for (int k = 0; k < n; k++) write_copy(f, torso, k);
  fprintf(f, "</worldbody>");
  for (int i = 0; i < 3; i++) {
    char* part = inside(text, sections[i]);
    fprintf(f, "<%s>", sections[i]);
    for (int k = 0; k < n; k++) write_copy(f, part, k);
    fprintf(f, "</%s>", sections[i]);
    free(part);
  }
  fprintf(f, "</mujoco>");
  fclose(f);
  free(defaults);
  free(asset);
  free(world);
  free(text);
}

static inline void write_body(FILE* f, int i, int free_joint) {
  fprintf(f, "<body name=\"b%d\" pos=\"%d 0 1\">", i, i % 100);
  if (free_joint) {
    fprintf(f, "<freejoint name=\"j%d\"/>", i);
  } else {
    fprintf(f, "<joint name=\"j%d\" axis=\"0 1 0\" range=\"-50 60\" limited=\"true\"/>", i);
  }
  fprintf(f, "<geom name=\"g%d\" type=\"capsule\" size=\".05 .2\"/>", i);
}

// n bodies side by side, each free.
static inline void write_wide(FILE* f, int n) {
  fprintf(f, "<mujoco><worldbody>");
  for (int i = 0; i < n; i++) {
    write_body(f, i, 1);
    fprintf(f, "</body>");
  }
  fprintf(f, "</worldbody></mujoco>");
}

// Chains of 20 hinges, each with a motor and a sensor.
static inline void write_chains(FILE* f, int n) {
  fprintf(f, "<mujoco><worldbody>");
  for (int i = 0; i < n; i++) {
    write_body(f, i, 0);
    if (i % 20 == 19 || i == n - 1) {
      for (int k = 0; k <= i % 20; k++) fprintf(f, "</body>");
    }
  }
  fprintf(f, "</worldbody><actuator>");
  for (int i = 0; i < n; i++) fprintf(f, "<motor name=\"m%d\" joint=\"j%d\"/>", i, i);
  fprintf(f, "</actuator><sensor>");
  for (int i = 0; i < n; i++) fprintf(f, "<jointpos name=\"s%d\" joint=\"j%d\"/>", i, i);
  fprintf(f, "</sensor></mujoco>");
}

// n bodies without joints in ten fields, of ten geoms each.
static inline void write_geoms(FILE* f, int n) {
  fprintf(f, "<mujoco><worldbody>");
  for (int i = 0; i < n; i++) {
    if (i % (n / 10) == 0) fprintf(f, "<body pos=\"0 0 %d\"><freejoint/>", i);
    fprintf(f, "<body name=\"b%d\" pos=\"%d %d 0\">", i, i % 100, i / 100);
    for (int k = 0; k < 10; k++) {
      fprintf(f, "<geom type=\"box\" size=\".1 .2 .3\" pos=\"%d 0 .5\" euler=\"0 0 %d\"/>", k, k);
    }
    fprintf(f, "</body>");
    if ((i + 1) % (n / 10) == 0) fprintf(f, "</body>");
  }
  fprintf(f, "</worldbody></mujoco>");
}

// Pendulums, a spatial tendon with a motor from each to the next.
static inline void write_tied(FILE* f, int n) {
  fprintf(f, "<mujoco><worldbody>");
  for (int i = 0; i < n; i++) {
    write_body(f, i, 0);
    fprintf(f, "<site name=\"p%d\" pos=\"0 0 .2\"/></body>", i);
  }
  fprintf(f, "</worldbody><tendon>");
  for (int i = 1; i < n; i++) {
    fprintf(f, "<spatial name=\"t%d\"><site site=\"p%d\"/><site site=\"p%d\"/></spatial>", i, i - 1,
            i);
  }
  fprintf(f, "</tendon><actuator>");
  for (int i = 1; i < n; i++) fprintf(f, "<motor name=\"m%d\" tendon=\"t%d\"/>", i, i);
  fprintf(f, "</actuator>");
}

static inline void write_tendons(FILE* f, int n) {
  write_tied(f, n);
  fprintf(f, "</mujoco>");
}

// The same with equalities and exclusions between neighbours.
static inline void write_links(FILE* f, int n) {
  write_tied(f, n);
  fprintf(f, "<equality>");
  for (int i = 1; i < n; i++) {
    fprintf(f, "<connect body1=\"b%d\" body2=\"b%d\" anchor=\"0 0 0\"/>", i, i - 1);
  }
  fprintf(f, "</equality><contact>");
  for (int i = 1; i < n; i++) fprintf(f, "<exclude body1=\"b%d\" body2=\"b%d\"/>", i - 1, i);
  fprintf(f, "</contact></mujoco>");
}

// One chain of n hinges.
static inline void write_chain(FILE* f, int n) {
  fprintf(f, "<mujoco><worldbody>");
  for (int i = 0; i < n; i++) write_body(f, i, 0);
  for (int i = 0; i < n; i++) fprintf(f, "</body>");
  fprintf(f, "</worldbody></mujoco>");
}
