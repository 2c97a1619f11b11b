// A keyframe whose vectors cannot be written yet, because the tree is not final: its values are
// stored per element.
#pragma once

#include "spec/element.h"

// The vectors of a keyframe.
enum { KEY_QPOS, KEY_QVEL, KEY_ACT, KEY_MPOS, KEY_MQUAT, KEY_CTRL, NKEYVEC };

// Values of one element in one vector.
typedef struct {
  element* of;
  int vector;  // KEY_*
  int start, n;
  bool inherited;  // a copy of the element has taken these values
} key_slice;

struct key_record {
  bool given[NKEYVEC];
  VEC(key_slice) slices;
  double_vec values;
};

// Whether all keyframe vectors of s are at most as long as its tree requires; an error in `report`
// if not.  Shorter ones are allowed: missing values get defaults.
bool keys_fit(spec* report, const spec* s);

// The values of k by element of its owner's tree, in memory of `from`; k's own record if it has
// one.  NULL without memory.
key_record* key_split(store* from, const spec_key* k);

// A copy of a record with every element replaced by its twin; elements without a twin are kept or
// dropped.
key_record* key_record_twins(store* from, const key_record* r, bool keep);

// Give the twins the values that their originals have in r.  Only the first copy of an element gets
// them; further copies keep their defaults.
bool key_record_add_twins(key_record* r);
