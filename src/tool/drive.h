// What moves a simulation: where it starts, and its controls, from a file or as waves.
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

// Controls over time, by rows; those of a row hold until the next.
typedef struct {
  int nrow, ncol;
  int* column;   // index into ctrl of each column
  double* time;  // of each row
  double* value;
} control_table;

// Read a table of comma-separated values: a line of names ("time", then actuators), then numbers.
// False after a message with file and line.
bool control_table_read(const mjModel* m, const char* file, control_table* t);
void control_table_free(control_table* t);

// A simulation as the options say.
typedef struct {
  mjModel* m;
  mjData* d;
  control_table table;
  int row;  // of the table, in force
} simulation;

// False after a message; simulation_end must be called anyway.
bool simulation_begin(simulation* s, const char* file);
void simulation_end(simulation* s);

// Steps of driven.seconds, at least one.
int simulation_steps(const simulation* s);

// Set the controls for the time of s->d.
void simulation_control(simulation* s);
