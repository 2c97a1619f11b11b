#include <stdio.h>
#include <time.h>

#include <engine/base.h>

void mju_writeLog(const char* type, const char* msg) {
  FILE* f = fopen("MUJOCO_LOG.TXT", "a");
  if (!f) return;
  time_t now = time(NULL);
  struct tm local;
  char date[64] = "";
  // asctime's layout, without its shared buffer
  if (localtime_r(&now, &local)) strftime(date, sizeof date, "%a %b %e %H:%M:%S %Y", &local);
  fprintf(f, "%s\n%s: %s\n\n", date, type, msg);
  fclose(f);
}
