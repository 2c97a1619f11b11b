// The fields table at run time: every array of a model or of data with its actual size.  Whatever
// is done to all arrays alike (allocate, copy, save, load, print) is a loop over this table.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>
#include <engine/fields.h>

typedef enum { ARRAY_NUM, ARRAY_INT, ARRAY_BYTE, ARRAY_FLOAT, ARRAY_CHAR, ARRAY_OTHER } array_kind;

// The properties of an array that do not depend on the model.
typedef struct {
  const char* name;
  const char* size;  // name of the size that is its number of rows
  size_t member;     // offset of the array's pointer in its struct
  size_t item;       // bytes of one element
  array_kind kind;
  bool drawn;  // whether visualisation needs it (mjv_copyModel, mjv_copyData)
  int fill;    // byte value of a neutral array: 0 or, for ids, 0xff
} array_field;

// An array of one model.  Kept small, because callers hold the whole table on the C stack.
typedef struct {
  const array_field* field;
  size_t rows, cols;
} array_info;

#define X(...) +1
enum {
  MODEL_NARRAY_BASE = 0 MJMODEL_POINTERS,  // arrays of 3.3.7; they come first
  MODEL_NARRAY = MODEL_NARRAY_BASE MJMODEL_POINTERS_MORE,
  DATA_NARRAY_BASE = 0 MJDATA_POINTERS,
  DATA_NARRAY = DATA_NARRAY_BASE MJDATA_POINTERS_MORE,
  ARENA_NARRAY = 0 MJDATA_ARENA_POINTERS
};
#undef X

// The arrays of m, in the order of the struct.  Only the sizes of m are used.
void arrays_of_model(const mjModel* m, array_info out[MODEL_NARRAY]);

// The arrays in the buffer of mjData for model m, in the order of the struct.
void arrays_of_data(const mjModel* m, array_info out[DATA_NARRAY]);

// The arrays in the arena of d; contacts first.
void arrays_of_arena(const mjModel* m, const mjData* d, array_info out[ARENA_NARRAY]);

// Offset of each array when all are laid out in order, aligned to 64 bytes.  Returns the total
// size, SIZE_MAX on overflow.
size_t arrays_layout(const array_info* a, int n, size_t* offset);

// Whether the array is neutral: all its bytes are `fill`.
bool array_is_blank(const array_info* a, const void* data);

static inline size_t array_bytes(const array_info* a) { return a->rows * a->cols * a->field->item; }

// Address of the pointer to array a in its struct.
static inline char** array_pointer(void* owner, const array_info* a) {
  return (char**)((char*)owner + a->field->member);
}
static inline const char* array_data(const void* owner, const array_info* a) {
  return *(char* const*)((const char*)owner + a->field->member);
}
