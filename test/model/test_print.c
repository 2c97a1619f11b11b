#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <unistd.h>

#include "model/small_models.h"

static int nwarning;
static void count_warning(const char* text) {
  (void)text;
  nwarning++;
}

static char* contents(const char* name) {
  FILE* f = fopen(name, "r");
  assert_non_null(f);
  char* text = calloc(1, 1 << 20);
  size_t n = fread(text, 1, (1 << 20) - 1, f);
  fclose(f);
  remove(name);
  assert_true(n > 0);
  return text;
}

static void every_array_of_an_element_is_printed(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  mj_printModel(m, "test_print.txt");
  char* text = contents("test_print.txt");
  static const char* const expected[] = {"model name     chain",
                                         "MEMORY",
                                         "  nq                  3",
                                         "\nBODY 4:",
                                         "body_gravcomp",
                                         "\nJOINT 2:",
                                         "  name                  joint2\n",
                                         "jnt_actfrcrange",
                                         "\nDOF 1:",
                                         "dof_M0",
                                         "\nGEOM 0:",
                                         "geom_fluid",
                                         "\nACTUATOR 0:",
                                         "actuator_biasprm",
                                         "\nSENSOR 0:",
                                         "sensor_intprm",
                                         "\nEQUALITY 0:",
                                         "\nKEYFRAME 1:",
                                         "key_qvel",
                                         "B_ROWNNZ",
                                         "MAPD2M",

                                         "SIGNATURE"};
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    if (!strstr(text, expected[i])) fail_msg("'%s' is missing", expected[i]);
  }
  assert_non_null(strstr(text, " Dxx |\n xDx |\n xxD |\n"));
  assert_non_null(strstr(text, " x   |\n xx  |\n xxx |\n"));
  assert_null(strstr(text, "nmesh"));  // sizes that are 0 are left out
  free(text);
  mj_deleteModel(m);
}

static void numbers_keep_the_digits_asked_for(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 3; i++) d->qpos[i] = 1.0 / (i + 3);
  for (int i = 0; i < 6; i++) d->qM[i] = i + 0.25;
  mj_printFormattedData(m, d, "test_print.txt", "%.17g");
  char* text = contents("test_print.txt");
  const char* at = strstr(text, "\nQPOS\n");
  assert_non_null(at);
  at += strlen("\nQPOS\n");
  for (int i = 0; i < 3; i++) {
    char* end;
    assert_true(strtod(at, &end) == d->qpos[i]);
    at = end;
  }
  assert_non_null(strstr(text, "     2: 3.25     1: 4.25     0: 5.25\n"));
  assert_non_null(strstr(text, "\nXFRC_APPLIED\n"));
  free(text);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void contacts_show_their_force(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  mjData* d = mj_makeData(m);
  // one frictional contact and its four pyramid rows, as collision and constraint would leave them
  d->ncon = 1;
  d->nefc = 4;
  memset(d->contact, 0, sizeof(mjContact));
  d->contact->dim = 3;
  d->contact->friction[0] = d->contact->friction[1] = 0.5;
  d->efc_force = (mjtNum*)((char*)d->arena + 1024);
  const mjtNum force[4] = {1, 2, 3, 4};
  memcpy(d->efc_force, force, sizeof force);
  mj_printFormattedData(m, d, "test_print.txt", "%g");
  char* text = contents("test_print.txt");
  assert_non_null(strstr(text, "  force                10 -0.5 -0.5 \n"));
  free(text);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void garbage_is_printed_without_harm(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  mjData* d = mj_makeData(m);
  mj_resetDataDebug(m, d, 0x7F);
  mj_printData(m, d, "test_print.txt");
  char* text = contents("test_print.txt");
  assert_non_null(strstr(text, "ACTUATOR_MOMENT\n  (not computed)\n"));
  free(text);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void wrong_formats_warn_and_are_replaced(void** state) {
  (void)state;
  mjModel* m = small_chain(1);
  mju_user_warning = count_warning;
  static const char* const wrong[] = {"%s",
                                      "%d",
                                      "f",
                                      "%",
                                      "%5.2fx",
                                      "%--g",
                                      "%n",
                                      "%f%f",
                                      "%.2lf",
                                      NULL,
                                      "%0000000000000000001f",
                                      "%*g",
                                      "",
                                      "%5 g",
                                      "%1000g",
                                      "%.99999f"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    nwarning = 0;
    mj_printFormattedModel(m, "test_print.txt", wrong[i]);
    assert_int_equal(nwarning, 2);
    char* text = contents("test_print.txt");
    assert_non_null(strstr(text, "timestep              0.002   "));
    free(text);
  }
  static const char* const good[] = {"%g", "% -9.2g", "%+#010.3E", "%Lf", "%5.f", "%- +#0G"};
  nwarning = 0;
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    mj_printFormattedModel(m, "test_print.txt", good[i]);
    free(contents("test_print.txt"));
  }
  assert_int_equal(nwarning, 0);
  mj_printModel(m, "no_such_folder/x.txt");
  assert_int_equal(nwarning, 1);
  // a device that is always full
  if (access("/dev/full", W_OK) == 0) mj_printModel(m, "/dev/full"), nwarning--;
  assert_int_equal(nwarning, 1);
  mju_clearHandlers();
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_array_of_an_element_is_printed),
      cmocka_unit_test(numbers_keep_the_digits_asked_for),
      cmocka_unit_test(contacts_show_their_force),
      cmocka_unit_test(garbage_is_printed_without_harm),
      cmocka_unit_test(wrong_formats_warn_and_are_replaced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
