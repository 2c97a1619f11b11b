// Drawings of how a cost falls with time, of two methods, on a scale of powers of ten.
#pragma once

#include <engine/engine.h>

#include <math.h>
#include <stdio.h>

typedef struct {
  int n;
  const mjtNum *time, *cost;
} plot_curve;

static const struct { mjtNum left, top, width, height; } plot_frame = {70, 50, 540, 250};

static inline mjtNum plot_y(mjtNum cost, mjtNum low, mjtNum high) {
  return plot_frame.top + plot_frame.height * (high - log10(cost)) / mju_max(1e-6, high - low);
}

// The first curve is that of formulas, the second that of differences.
static inline void plot_costs(const char* file, const char* title, const plot_curve curve[2]) {
  static const char* const colour[2] = {"#135", "#d80"};
  static const char* const name[2] = {"formulas", "differences"};
  FILE* f = fopen(file, "w");
  if (!f) return;
  mjtNum longest = 0, high = log10(curve[0].cost[0]), low = high;
  for (int k = 0; k < 2; k++) {
    longest = mju_max(longest, curve[k].time[curve[k].n - 1]);
    low = mju_min(low, log10(curve[k].cost[curve[k].n - 1]));
  }
  high = ceil(high), low = floor(low);
  mjtNum left = plot_frame.left, bottom = plot_frame.top + plot_frame.height;
  mjtNum right = left + plot_frame.width;
  fprintf(f,
          "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 360' font-family='sans-serif' "
          "font-size='13'>\n<rect width='640' height='360' fill='#fff'/>\n"
          "<text x='%g' y='24' font-size='15'>%s</text>\n",
          left, title);
  for (int e = (int)low; e <= (int)high; e++) {
    mjtNum y = plot_y(pow(10, e), low, high);
    fprintf(f, "<path d='M%g %.1fH%g' stroke='#ddd'/>", left, y, right);
    fprintf(f, "<text x='%g' y='%.1f' text-anchor='end'>1e%d</text>\n", left - 6, y + 4, e);
  }
  for (int i = 0; i <= 4; i++) {
    fprintf(f, "<text x='%g' y='%g' text-anchor='middle'>%.3g s</text>\n",
            left + plot_frame.width * i / 4, bottom + 20, longest * i / 4);
  }
  for (int k = 0; k < 2; k++) {
    fprintf(f, "<polyline fill='none' stroke='%s' stroke-width='2' points='", colour[k]);
    for (int i = 0; i < curve[k].n; i++) {
      fprintf(f, "%.1f,%.1f ", left + plot_frame.width * curve[k].time[i] / longest,
              plot_y(curve[k].cost[i], low, high));
    }
    fprintf(f, "'/>\n<text x='%g' y='%g' fill='%s'>%s: %d iterations, %.3g s</text>\n", right - 260,
            plot_frame.top + 20 + 20. * k, colour[k], name[k], curve[k].n - 1,
            curve[k].time[curve[k].n - 1]);
  }
  fprintf(f, "</svg>\n");
  fclose(f);
}
