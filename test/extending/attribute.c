// A number of MJCF arrives in the model, from the element, a class or nobody; is saved; comes back.
#include "show.h"

int main(void) {
  const char* xml =
      "<mujoco><default><default class='c'><geom wear='3 0.25'/></default></default><worldbody>"
      "<geom size='.1'/><geom size='.1' class='c'/><geom size='.1' wear='7'/></worldbody></mujoco>";
  char text[5000], error[500] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m) return printf("no model: %s\n", spec ? mjs_getError(spec) : error), 1;
  static const mjtNum wear[6] = {0, 0.5, 3, 0.25, 7, 0.5};
  for (int i = 0; i < 6; i++) expect("wear", m->geom_wear[i], wear[i], 0);
  m->geom_wear[4] = 9;
  if (!mj_copyBack(spec, m)) return printf("%s\n", mjs_getError(spec)), 1;
  if (mj_saveXMLString(spec, text, sizeof text, error, sizeof error)) return puts(error), 1;
  if (!strstr(text, "wear=\"9\"")) return printf("not saved: %s\n", text), 1;
  if (mj_parseXMLString("<mujoco><worldbody><geom size='.1' wear='1 2 3'/></worldbody></mujoco>",
                        NULL, error, sizeof error) ||
      !strstr(error, "'wear' has too much data")) {
    return printf("not refused: %s\n", error), 1;
  }
  puts("right");
  return 0;
}
