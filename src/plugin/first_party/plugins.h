// The plugins of the first-party library.
#pragma once

void register_pid(void);
void register_cable(void);
void register_touch_grid(void);
void register_sdf_shapes(void);
