// The processor that the build targets, and the one it runs on.
#pragma once

// The level of the instruction set: "x86-64", "x86-64-v2" to "-v4", "aarch64", or "generic".
const char* cpu_built_for(void);
const char* cpu_running_on(void);
