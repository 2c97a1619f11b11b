// Plots in the window: where time goes, what sensors say, and any number of the data over time.
#pragma once

#include <stdbool.h>

#include <engine/engine.h>

enum { MAX_WATCHED = 8, PLOT_POINTS = 1000 };

typedef struct {
  char field[mjMAXUITEXT];
  int index;
} watched;

typedef struct {
  mjvFigure timing, counts, convergence, sensors, series;
  watched line[MAX_WATCHED];
  double points[MAX_WATCHED][PLOT_POINTS][2];  // of the series, time and value, in full
  int lines;
  double last;  // time of the last point
} plots;

void plots_make(plots* p);

// Take what a step left in the data.
void plots_update(plots* p, const mjModel* m, const mjData* d);

// Watch a number; false when there is none such or there is no line left.
bool plots_watch(plots* p, const mjModel* m, const mjData* d, const char* field, int index);
void plots_clear(plots* p);
bool plots_csv(const plots* p, const char* file);

// Draw those that are asked for in columns at the right of the view; returns their width.
void plots_draw(plots* p, mjrRect view, const bool which[5], const mjrContext* con);
