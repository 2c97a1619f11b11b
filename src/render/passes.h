// Memory that is reused from frame to frame.
#pragma once

typedef struct passes passes;
void passes_free(passes* p);
