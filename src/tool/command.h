// A command of the tool: what it is called, what it takes, what it does.  Help, the manual page and
// the completion of the shell come from these tables.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum {
  TAKES_NOTHING,  // a bool: the option is there
  TAKES_INT,
  TAKES_REAL,
  TAKES_TEXT,
  TAKES_SIZE,  // WIDTHxHEIGHT, two ints
} option_kind;

typedef struct {
  const char* name;  // without dashes
  option_kind kind;
  void* to;             // bool, int, double, const char* or int[2]; what is there stays the default
  const char* value;    // what the help calls it; words with '|' between them are all there are
  const char* meaning;  // with the default
} command_option;

typedef struct {
  const char* name;
  const char* operands;  // as the help shows them
  int least, most;       // operands
  const char* summary;   // a line
  const char* text;      // the rest
  const command_option* option;
  int noption;
  const command_option* more;  // options shared with other commands
  int nmore;
  int (*run)(const char* const* operand, int n);  // exit status
} command;

// All commands, in the order of the help.
extern const command* const commands[];
extern const int ncommand;

// Option i of a command: its own come first; NULL behind the last.
const command_option* command_option_at(const command* c, int i);

// Put options where they belong and operands into a list (room for all arguments).  Returns how
// many operands, -1 after a message when something is wrong.
int read_arguments(const command* c, char** argument, int n, const char** operand);

// Help of one command; man page and completion of all.
void print_help(const command* c);
void print_manual(void);
void print_completion(void);

// The commands, a file each.
extern const command command_info, command_check, command_convert, command_bench, command_simulate,
    command_record, command_replay, command_render, command_view, command_schema, command_diff;
