// Go on after an error: read what is wrong with a model, and catch what is fatal otherwise.
#include <setjmp.h>

#include "recipe.h"

static jmp_buf back;
static char message[1024];

static void keep(const char* text) {
  snprintf(message, sizeof message, "%s", text);
  longjmp(back, 1);  // an error handler must not return
}

int main(void) {
  char error[1000];
  mjSpec* s = mj_parseXMLString("<mujoco><worldbody><geom sizes='1'/></worldbody></mujoco>", NULL,
                                error, sizeof error);
  printf("%s\n", error);
  must(!s && strstr(error, "size"), "the message says what would be right");

  mjModel* m = model_of_text("<mujoco/>");
  mjData* d = mj_makeData(m);
  mju_user_error = keep;
  if (setjmp(back) == 0) mj_setKeyframe(m, d, 7);
  mju_user_error = NULL;
  printf("caught: %s\n", message);
  must(*message, "the error was told");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
