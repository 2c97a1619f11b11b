// Films: through ffmpeg when it is installed, else as animated PNG.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include <engine/film.h>

typedef struct {
  FILE* pipe;        // to ffmpeg
  engFilm* picture;  // animated PNG
  int width, height, rate, frames;
  double next;      // time of the next frame
  char file[1024];  // where it goes
  bool active;
} film;

// Begin a film NAME.mp4 or NAME.png of `rate` frames a second; width and height are made even.
bool film_begin(film* f, const char* name, int width, int height, int rate);

// Add the picture of a time as often as the rate asks: never, once, or repeatedly.  rgb is its
// lower left pixel; rows go from the bottom up and begin `row` pixels after each other.
bool film_add(film* f, double time, int row, const unsigned char* rgb);

bool film_end(film* f);
