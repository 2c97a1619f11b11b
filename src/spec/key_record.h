// A keyframe whose vectors cannot be written yet, because the tree they describe is not final: its
// values by element instead.
#pragma once

#include "spec/element.h"

// The vectors of a keyframe.
enum { KEY_QPOS, KEY_QVEL, KEY_ACT, KEY_MPOS, KEY_MQUAT, KEY_CTRL, NKEYVEC };

// Values of one element in one vector.
typedef struct {
  element* of;
  int vector;  // KEY_*
  int start, n;
  bool inherited;  // a copy of the element has been given these values
} key_slice;

struct key_record {
  bool given[NKEYVEC];
  VEC(key_slice) slices;
  double_vec values;
};

// Is no vector of s's keyframes longer than its tree is?  An error in `report` else.  Shorter ones
// are fine: what is missing is filled with defaults.
bool keys_fit(spec* report, const spec* s);

// The values of k by element of its owner's tree, in memory of `from`; k's own record if it has
// one.  NULL when there is no memory.
key_record* key_split(store* from, const spec_key* k);

// A copy of a record with every element replaced by its twin; elements without are kept or dropped.
key_record* key_record_twins(store* from, const key_record* r, bool keep);

// Give twins the values that the elements they are copies of have in r: those of the first copy
// only, further ones keep their defaults.
bool key_record_add_twins(key_record* r);
