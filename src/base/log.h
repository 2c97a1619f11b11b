// The log from inside.
#pragma once

#include <stdbool.h>
#include <engine/base.h>

// Give a message to the handler that the user has set; false when there is none.
bool log_handle(const mjLogMessage* msg);
bool log_handle_text(int level, const char* text);

// Whether somebody listens to a topic (mjtLogTopic); no lock is taken but for the first time after
// a change.
bool log_wants(int topic);

// Whether messages that nobody takes are printed.
bool log_to_console(void);

// No handler, and the configuration of the beginning.
void log_clear(void);
