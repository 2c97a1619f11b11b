// What the library knows beyond version 3.3.7: levels, and the newer fields of elements.
#pragma once

#include <engine/spec_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Levels

// The bits of a level (3003 to 3014); 0 for engLEVEL_BASE and below.
MJAPI int eng_levelBits(int level);

// Ask for the results of a level: sets level and levelbits, and the enable flag of multiccd when
// the level has it and the text of the model does not say otherwise.  Bits can be set and cleared
// one by one after.  0; or -1 and an error of the specification when there is no such level.
MJAPI int eng_setLevel(mjSpec* s, int level);

// The name of a bit as MJCF spells it ("jdotv"), and the bit of a name; NULL and 0 for none.
MJAPI const char* eng_levelName(int bit);
MJAPI int eng_levelBit(const char* name);

// ---- Newer fields of an element, which must have been made by the library

MJAPI engsGeom* eng_geom(mjsGeom* geom);
MJAPI engsPair* eng_pair(mjsPair* pair);

#ifdef __cplusplus
}  // extern "C"
#endif
