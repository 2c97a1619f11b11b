// The fields table at run time: every array of a model or of data, with the sizes of one model put
// in.  What is the same for all arrays (allocate, copy, save, load, print) is a loop over it.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>
#include <engine/fields.h>

typedef enum { ARRAY_NUM, ARRAY_INT, ARRAY_BYTE, ARRAY_FLOAT, ARRAY_CHAR, ARRAY_OTHER } array_kind;

// What is the same for all models.
typedef struct {
  const char* name;
  const char* size;  // of its rows, as the table names it
  size_t member;     // offset of the pointer in its struct
  size_t item;       // bytes of an element
  array_kind kind;
  bool drawn;  // whether drawing needs it (mjv_copyModel, mjv_copyData)
  int fill;    // what every byte of it is until something is said: 0 or, for ids, 0xff
} array_field;

// An array of one model: small, since functions have all of them on the C stack.
typedef struct {
  const array_field* field;
  size_t rows, cols;
} array_info;

#define X(...) +1
enum {
  MODEL_NARRAY_BASE = 0 MJMODEL_POINTERS,  // those of 3.3.7, which come first
  MODEL_NARRAY = MODEL_NARRAY_BASE MJMODEL_POINTERS_MORE,
  DATA_NARRAY_BASE = 0 MJDATA_POINTERS,
  DATA_NARRAY = DATA_NARRAY_BASE MJDATA_POINTERS_MORE,
  ARENA_NARRAY = 0 MJDATA_ARENA_POINTERS
};
#undef X

// The arrays of m, in the order of the struct.  Only the sizes of m are used.
void arrays_of_model(const mjModel* m, array_info out[MODEL_NARRAY]);

// The arrays of data for m that live in its buffer, in the order of the struct.
void arrays_of_data(const mjModel* m, array_info out[DATA_NARRAY]);

// The arrays of d that live in its arena; contacts first.
void arrays_of_arena(const mjModel* m, const mjData* d, array_info out[ARENA_NARRAY]);

// Where each array starts when they are laid out one after the other on multiples of 64.  Returns
// the size of the whole, SIZE_MAX when it cannot be represented.
size_t arrays_layout(const array_info* a, int n, size_t* offset);

// Whether the array says nothing: all bytes are its fill.
bool array_is_blank(const array_info* a, const void* data);

static inline size_t array_bytes(const array_info* a) { return a->rows * a->cols * a->field->item; }

// The pointer of array a in its struct.
static inline char** array_pointer(void* owner, const array_info* a) {
  return (char**)((char*)owner + a->field->member);
}
static inline const char* array_data(const void* owner, const array_info* a) {
  return *(char* const*)((const char*)owner + a->field->member);
}
