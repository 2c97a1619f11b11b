#include <stdio.h>
#include <time.h>

#include <engine/base.h>

void mju_writeLog(const char* type, const char* msg) {
  FILE* f = fopen("MUJOCO_LOG.TXT", "a");
  if (!f) return;
  time_t now = time(NULL);
  struct tm local;
  char date[64] = "", time_of_day[64] = "";
  // asctime's layout, without its shared buffer (and without %e, which not every C library knows)
  if (localtime_r(&now, &local)) {
    strftime(date, sizeof date, "%a %b ", &local);
    strftime(time_of_day, sizeof time_of_day, "%H:%M:%S %Y", &local);
    fprintf(f, "%s%2d %s", date, local.tm_mday, time_of_day);
  }
  fprintf(f, "\n%s: %s\n\n", type, msg);
  fclose(f);
}
