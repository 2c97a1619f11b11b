// Initial state and controls of a simulation, from a file or as waves.
#pragma once

#include "tool/command.h"
#include "tool/model.h"

// Options of all commands that simulate.
typedef struct {
  double seconds, waves;
  const char *key, *controls;
} drive_settings;

extern drive_settings driven;
extern const command_option drive_options[];
enum { NDRIVE_OPTION = 4 };

// Controls as a table over time; each row applies until the next.
typedef struct {
  int nrow, ncol;
  int* column;   // actuator index of each column; -1: none of controls
  double* time;  // of each row
  double* value;
} control_table;

// Read a table of comma-separated values: a line of names ("time", then actuators), then numbers.
// Tables of states are read for their controls.
// False after a message with file and line.
bool control_table_read(const mjModel* m, const char* file, control_table* t);
void control_table_free(control_table* t);

// A simulation set up by the options.
typedef struct {
  mjModel* m;
  mjData* d;
  control_table table;
  int row;  // present row of the table
} simulation;

// False after a message; simulation_end must be called anyway.
bool simulation_begin(simulation* s, const char* file);
void simulation_end(simulation* s);

// Number of steps for driven.seconds, at least one.
int simulation_steps(const simulation* s);

// Set the controls for the time of s->d.
void simulation_control(simulation* s);
