// Fonts: stroke fonts drawn with a round pen onto one sheet, at any size.
#pragma once

#include <engine/render.h>

enum { FONT_FIRST = 32, FONT_LAST = 126, FONT_NCHAR = FONT_LAST - FONT_FIRST + 1 };
// Normal, big, and what is dark about normal characters where they have a shadow.
enum { FONT_SMALL, FONT_LARGE, FONT_HALO, FONT_NFACE };

typedef struct {
  int height;               // of a line
  int advance[FONT_NCHAR];  // widths of characters
  int u[FONT_NCHAR], v;     // lower left corners on the sheet
  int margin, sink;         // a character's image begins this far left of its position, and below
  int width[FONT_NCHAR];    // image widths
  int image_height;
} font_face;

typedef struct {
  font_face face[FONT_NFACE];
  int width, height;
  mjtByte* coverage;  // rows from the bottom up
} font_sheet;

// Draw the fonts of a scale (50 .. 300 in 50s).  0: no memory.  Free with font_free.
int font_make(font_sheet* sheet, int fontscale);
void font_free(font_sheet* sheet);

// The strokes of a character: "x,y x,y" is a polyline, "@x,y,rx,ry,from,to" an elliptic arc
// (degrees), "/" lifts the pen.  Capitals have height 20, small letters 14.
typedef struct {
  int advance;
  const char* strokes;
} font_glyph;
extern const font_glyph font_glyphs[FONT_NCHAR];
