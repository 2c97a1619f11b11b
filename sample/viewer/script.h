// Events from a file instead of a human: tests drive the viewer with it.
//
// A command a line, # begins a comment:
//
//   load FILE                 drop FILE on the window
//   copy FROM TO              copy a file
//   wait SECONDS              let frames pass
//   click ITEM                press and release; "Section/Item" or "Section" for its title
//   press ITEM X, release     hold it, at the part X of its width
//   drag ITEM X Y             press at the part X of its width, move to Y, release
//   key KEY [ctrl] [shift] [alt]      a character, or a key code as #256
//   type TEXT                 into the field that is edited
//   mouse BUTTON X Y X Y [ctrl] [shift] [alt]   drag over parts of the picture
//   double BUTTON X Y [ctrl]  double click
//   wheel AMOUNT
//   resize WIDTH HEIGHT
//   shot FILE                 picture of the window
//   expect WHAT OP VALUE      OP is < > or =; see values in script.c
//   frames COUNT              draw so many frames
//   pretend SECONDS           frames count as drawn in this time; 0: in the time they take
//   report WHAT...            print values
//   expect message TEXT       the window says something with TEXT in it
//   quit
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "viewer.h"

typedef struct {
  FILE* file;
  const char* name;
  int line;
  double until;  // no command before this time
  bool failed;
} script;

bool script_open(script* s, const char* file);

// Run the commands that are due; false after the last one, and when one failed.
bool script_run(script* s, viewer* v);
void script_close(script* s);
