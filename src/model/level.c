// Levels: which results came with which version.
#include <stddef.h>
#include <string.h>

#include <engine/extension.h>

#include "model/level.h"

static const struct {
  int since;
  const char* name;  // as MJCF spells it
  bool in_force;     // whether anything depends on it
} bits[engNLEVEL] = {
    {3005, "marginsum", true},   {3005, "derivative", true},  {3007, "jdotv", true},
    {3009, "gap", true},         {3009, "tactile", true},     {3011, "pgs", true},
    {3011, "exit", true},        {3011, "gyroscopic", true},  {3011, "circle", true},
    {3012, "boxbox", true},      {3012, "mocap", true},       {3013, "manifold", false},
    {3014, "tendonforce", true}, {3014, "tendonlimit", true}, {3014, "inertia", true},
};

int level_without_effect(int levelbits) {
  int all = 0;
  for (int i = 0; i < engNLEVEL; i++) {
    if (!bits[i].in_force) all |= levelbits & 1 << i;
  }
  return all;
}

int eng_levelBits(int level) {
  int all = 0;
  for (int i = 0; i < engNLEVEL; i++) {
    if (bits[i].since <= level) all |= 1 << i;
  }
  return all;
}

const char* eng_levelName(int bit) {
  for (int i = 0; i < engNLEVEL; i++) {
    if (bit == 1 << i) return bits[i].name;
  }
  return NULL;
}

int eng_levelBit(const char* name) {
  for (int i = 0; i < engNLEVEL; i++) {
    if (!strcmp(name, bits[i].name)) return 1 << i;
  }
  return 0;
}
