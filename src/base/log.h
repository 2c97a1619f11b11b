// The log as the library uses it.
#pragma once

#include <stdbool.h>
#include <engine/base.h>

// Pass a message to the user's log handler; false when none is set.
bool log_handle(const mjLogMessage* msg);
bool log_handle_text(int level, const char* text);

// Whether a topic (mjtLogTopic) has a listener.  Takes a lock only on the first call after the
// configuration has changed.
bool log_wants(int topic);

// Whether messages that no handler takes are printed on the console.
bool log_to_console(void);

// Remove the handler and restore the initial configuration.
void log_clear(void);
