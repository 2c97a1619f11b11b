// What is kept of a scene from one frame to the next.
#pragma once

typedef struct passes passes;
void passes_free(passes* p);
