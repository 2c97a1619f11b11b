// Programs built for the API see our structs as they expect them: name, type, place and size of
// every field of every struct, and the value of every enumerator.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>

#define SAME(a, b) __builtin_types_compatible_p(__typeof__(a), __typeof__(b))

// Structs that only the library allocates go on after the last member of the API: there its part
// ends.
static const struct {
  const char* owner;
  size_t end;
} extended[] = {
    {"mjModel", offsetof(mjModel, ext)},
    {"mjData", offsetof(mjData, qfrc_adhesion)},
    {"mjSpec", offsetof(mjSpec, ext)},
};

static size_t size_of(const char* owner, size_t size) {
  for (size_t i = 0; i < sizeof extended / sizeof extended[0]; i++) {
    if (!strcmp(owner, extended[i].owner)) return extended[i].end;
  }
  return size;
}

typedef struct {
  const char *owner, *field;
  size_t offset, expected_offset, size, expected_size;
  int same_type;
} row;

#define STRUCT(owner, n) {#owner, "", 0, 0, sizeof(owner), n, 1},
#define GROUP(owner, field, offset, n) \
  {#owner, #field, offsetof(owner, field), offset, sizeof(((owner*)0)->field), n, 1},
#define FIELD(owner, field, offset, n, ...) \
  {#owner,                                  \
   #field,                                  \
   offsetof(owner, field),                  \
   offset,                                  \
   sizeof(((owner*)0)->field),              \
   n,                                       \
   SAME(((owner*)0)->field, __VA_ARGS__)},
#define ENUMERATOR(name, value)
static const row rows[] = {
#include "api/layout.inc"
};
#undef STRUCT
#undef GROUP
#undef FIELD
#undef ENUMERATOR

static void structs_are_laid_out_as_expected(void** state) {
  (void)state;
  int bad = 0;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const row* r = rows + i;
    size_t size = r->field[0] ? r->size : size_of(r->owner, r->size);
    if (r->offset == r->expected_offset && size == r->expected_size && r->same_type) continue;
    bad++;
    print_error("%s %s: offset %zu (expected %zu), size %zu (expected %zu)%s\n", r->owner, r->field,
                r->offset, r->expected_offset, size, r->expected_size,
                r->same_type ? "" : ", another type");
  }
  assert_int_equal(bad, 0);
}

// Nothing but what is listed: the fields of a struct fill it up to alignment.
static void structs_have_no_further_fields(void** state) {
  (void)state;
  size_t end = 0;
  for (size_t i = sizeof rows / sizeof rows[0]; i-- > 0;) {
    const row* r = rows + i;
    if (r->field[0]) {
      size_t last = r->offset + r->size;
      end = last > end ? last : end;
    } else {
      size_t size = size_of(r->owner, r->size);
      if (size - end >= 8) fail_msg("%s: %zu bytes nobody knows", r->owner, size - end);
      end = 0;
    }
  }
}

#define STRUCT(...)
#define GROUP(...)
#define FIELD(...)
#define ENUMERATOR(name, value) {#name, name, value},
static const struct {
  const char* name;
  int64_t value, expected;
} enumerators[] = {
#include "api/layout.inc"
};

static void enumerators_have_their_values(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof enumerators / sizeof enumerators[0]; i++) {
    if (enumerators[i].value != enumerators[i].expected) {
      fail_msg("%s is %lld, not %lld", enumerators[i].name, (long long)enumerators[i].value,
               (long long)enumerators[i].expected);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(structs_are_laid_out_as_expected),
      cmocka_unit_test(structs_have_no_further_fields),
      cmocka_unit_test(enumerators_have_their_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
