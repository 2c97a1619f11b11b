// Compatibility levels: which numerical behaviour came with which version.
#include <stddef.h>
#include <string.h>

#include <engine/extension.h>

#include "model/level.h"

static const struct {
  int since;
  const char* name;  // MJCF spelling
} bits[engNLEVEL] = {
    {3005, "marginsum"},    {3005, "derivative"},  {3007, "jdotv"},   {3009, "gap"},
    {3009, "tactile"},      {3011, "pgs"},         {3011, "exit"},    {3011, "gyroscopic"},
    {3011, "circle"},       {3012, "boxbox"},      {3012, "mocap"},   {3013, "manifold"},
    {3014, "tendonforce"},  {3014, "tendonlimit"}, {3014, "inertia"}, {3005, "raycamera"},
    {3012, "cylinderbias"}, {3013, "flex"},
};

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
