// Grids of images of equal size, and lists of model files.
#pragma once

#include <stdbool.h>

typedef struct {
  int across, down, width, height;  // columns and rows; size of one image in pixels
  unsigned char* rgb;               // from the lower left corner; initially black
} sheet;

// False after a message when it would be too large.
bool sheet_begin(sheet* s, int across, int down, int width, int height);
void sheet_end(sheet* s);

// Copy an image to column x and row y, counted from the upper left.
void sheet_put(sheet* s, int x, int y, const unsigned char* rgb);

bool is_folder(const char* path);

typedef struct {
  int n;
  char** path;  // sorted
} model_list;

// Files that end in .xml, .urdf or .mjb.  False after a message, also when there are none.
bool model_list_read(model_list* l, const char* folder);
void model_list_free(model_list* l);
