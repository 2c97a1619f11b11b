// Models of test/golden/compile against the numbers of the reference: every array, size and setting
// of mjModel.
#include "compile/golden.h"

static void compare(const char* file, const char* name, int* bad) {
  char numbers[1000], error[1000] = "";
  snprintf(numbers, sizeof numbers, "%.*s.txt", (int)strlen(file) - 4, file);
  mjModel* m = mj_loadXML(file, NULL, error, sizeof error);
  if (!m) {
    print_error("%s: %s\n", name, error);
    ++*bad;
    return;
  }
  fields* all = read_fields(numbers);
  *bad += compare_model(name, m, all);
  free_fields(all);
  mj_deleteModel(m);
}

static void models_have_the_numbers_of_the_reference(void** state) {
  (void)state;
  golden_models(compare);
  mj_freeLastXML();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(models_have_the_numbers_of_the_reference)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
