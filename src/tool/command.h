// Command descriptions: name, options, operands, function.  Help, manual page and shell completion
// are generated from these tables.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum {
  TAKES_NOTHING,   // to: a bool, set to true
  TAKES_INT,       // 0 or more
  TAKES_COUNT,     // an int, 1 or more
  TAKES_REAL,      // any number
  TAKES_AMOUNT,    // a number, 0 or more
  TAKES_POSITIVE,  // a number, more than 0
  TAKES_TEXT,
  TAKES_SIZE,  // WIDTHxHEIGHT: two ints
} option_kind;

typedef struct {
  const char* name;  // without dashes
  option_kind kind;
  void* to;           // bool, int, double, const char* or int[2]; its initial value is the default
  const char* value;  // placeholder in the help; words separated by '|' are the only values
  const char* meaning;  // description, including the default
} command_option;

typedef struct {
  const char* name;
  const char* operands;  // as shown in the help
  int least, most;       // number of operands
  const char* summary;   // one line
  const char* text;      // further text
  const command_option* option;
  int noption;
  const command_option* more;  // options shared with other commands
  int nmore;
  int (*run)(const char* const* operand, int n);  // exit status
} command;

// All commands, in the order of the help.
extern const command* const commands[];
extern const int ncommand;

// Option i of a command: its own options first; NULL after the last.
const command_option* command_option_at(const command* c, int i);

// Store option values, and operands in a list (room for all arguments).  Returns the number of
// operands, -1 after a message on an error.
int read_arguments(const command* c, char** argument, int n, const char** operand);

// Help of one command; manual page and completion for all.
void print_help(const command* c);
void print_manual(void);
void print_completion(void);

// The commands, one file each.
extern const command command_info, command_check, command_convert, command_bench, command_simulate,
    command_record, command_replay, command_render, command_view, command_schema, command_diff;
