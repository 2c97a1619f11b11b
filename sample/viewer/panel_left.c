// The left panel: files, simulation, physics, and what the picture shows.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"
#include "viewer.h"

enum { SECT_FILE, SECT_VIEW, SECT_SIMULATION, SECT_WATCH, SECT_PHYSICS, SECT_PICTURE, SECT_GROUPS };

// What items do beside changing what they show.
enum {
  DO_NOTHING,
  DO_SAVE_XML,
  DO_SAVE_MJB,
  DO_PRINT,
  DO_SHOT,
  DO_FILM,
  DO_RELOAD,
  DO_QUIT,
  DO_LOOK,
  DO_FONT,
  DO_FULLSCREEN,
  DO_RUN,
  DO_RESET,
  DO_STEP,
  DO_ALIGN,
  DO_COPY,
  DO_LOAD_KEY,
  DO_SAVE_KEY,
  DO_SPEED,
  DO_PAST,
  DO_RECORD,
  DO_REPLAY,
  DO_SEEK,
  DO_SAVE_RUN,
  DO_WATCH,
  DO_UNWATCH,
  DO_CSV,
  DO_FLAGS,
  DO_CAMERA,
  DO_OPTION,
};

static const double speeds[] = {4, 2, 1, .5, .25, .1, .05, .02, .01};
static const char speed_names[] = "4 x\n2 x\nreal time\n1/2\n1/4\n1/10\n1/20\n1/50\n1/100";
enum { REAL_TIME = 2, VALUE_ITEM = 2 };

// --- the table ----------------------------------------------------------------------------------

static void section(viewer* v, const char* name, const char* shortcut) {
  mjuiDef rows[2] = {{.type = mjITEM_SECTION, .state = mjPRESERVE}, {.type = mjITEM_END}};
  snprintf(rows[0].name, mjMAXUINAME, "%s", name);
  snprintf(rows[0].other, mjMAXUITEXT, "%s", shortcut);
  mjui_add(&v->left, rows);
}

static void item(viewer* v, int type, const char* name, void* data, const char* other, int does) {
  mjuiDef rows[2] = {{.type = type, .state = 1, .pdata = data, .otherint = does},
                     {.type = mjITEM_END}};
  if (type == mjITEM_SEPARATOR) rows[0].state = mjPRESERVE;
  snprintf(rows[0].name, mjMAXUINAME, "%s", name);
  snprintf(rows[0].other, mjMAXUITEXT, "%s", other);
  mjui_add(&v->left, rows);
}

// " X" for the key X of a flag, "" for none.
static const char* shortcut_of(const char* key) {
  static char text[4];
  snprintf(text, sizeof text, key[0] ? " %.1s" : "%.1s", key);
  return text;
}

static void build_file(viewer* v) {
  section(v, "File", "AF");
  item(v, mjITEM_BUTTON, "Save xml", NULL, "", DO_SAVE_XML);
  item(v, mjITEM_BUTTON, "Save mjb", NULL, "", DO_SAVE_MJB);
  item(v, mjITEM_BUTTON, "Print data", NULL, "CD", DO_PRINT);
  item(v, mjITEM_BUTTON, "Screenshot", NULL, "CP", DO_SHOT);
  item(v, mjITEM_BUTTON, "Film", NULL, "CM", DO_FILM);
  item(v, mjITEM_BUTTON, "Quit", NULL, "CQ", DO_QUIT);
}

static void build_view(viewer* v) {
  settings* s = &v->set;
  section(v, "Window", "AW");
  item(v, mjITEM_CHECKINT, "Help", &s->help, " #290", 0);
  item(v, mjITEM_CHECKINT, "Info", &s->info, " #291", 0);
  item(v, mjITEM_CHECKINT, "Profiler", &s->profiler, " #292", 0);
  item(v, mjITEM_CHECKINT, "Sensors", &s->sensors, " #293", 0);
  item(v, mjITEM_CHECKINT, "Fullscreen", &s->fullscreen, " #294", DO_FULLSCREEN);
  item(v, mjITEM_CHECKINT, "Plot", &s->plot, " #295", 0);
  item(v, mjITEM_CHECKINT, "Adapt quality", &s->adapt, "", 0);
  item(v, mjITEM_RADIO, "Colour", &s->theme, "Default\nOrange\nWhite\nBlack", DO_LOOK);
  item(v, mjITEM_RADIOLINE, "Spacing", &s->spacing, "Tight\nWide", DO_LOOK);
  item(v, mjITEM_SELECT, "Font", &s->font, "50 %\n100 %\n150 %\n200 %\n250 %\n300 %", DO_FONT);
}

static void build_simulation(viewer* v) {
  settings* s = &v->set;
  char range[60];
  section(v, "Simulation", "AS");
  item(v, mjITEM_RADIOLINE, "", &s->run, "Pause\nRun", DO_RUN);
  item(v, mjITEM_BUTTON, "Reset", NULL, " #259", DO_RESET);
  item(v, mjITEM_BUTTON, "Reload", NULL, "CL", DO_RELOAD);
  item(v, mjITEM_BUTTON, "Step", NULL, "", DO_STEP);
  item(v, mjITEM_BUTTON, "Align", NULL, "CA", DO_ALIGN);
  item(v, mjITEM_BUTTON, "Copy state", NULL, "CC", DO_COPY);
  item(v, mjITEM_SELECT, "Speed", &s->speed, speed_names, DO_SPEED);
  snprintf(range, sizeof range, "%d 0", 1 - (v->sim.past.capacity > 1 ? v->sim.past.capacity : 2));
  item(v, mjITEM_SLIDERINT, "History", &s->past, range, DO_PAST);
  if (v->sim.m && v->sim.m->nkey) {
    snprintf(range, sizeof range, "0 %d", v->sim.m->nkey > 1 ? v->sim.m->nkey - 1 : 1);
    item(v, mjITEM_SLIDERINT, "Keyframe", &s->key, range, 0);
    item(v, mjITEM_BUTTON, "Load key", NULL, "", DO_LOAD_KEY);
    item(v, mjITEM_BUTTON, "Save key", NULL, "", DO_SAVE_KEY);
  }
  item(v, mjITEM_SEPARATOR, "Recording", NULL, "", 0);
  item(v, mjITEM_CHECKINT, "Record", &s->record, "CR", DO_RECORD);
  item(v, mjITEM_CHECKINT, "Replay", &s->replay, "CY", DO_REPLAY);
  item(v, mjITEM_SLIDERNUM, "Place", &s->replay_time, "0 1 1000", DO_SEEK);
  item(v, mjITEM_BUTTON, "Save run", NULL, "", DO_SAVE_RUN);
}

static void build_watch(viewer* v) {
  section(v, "Watch", "AT");
  item(v, mjITEM_EDITTXT, "Field", v->set.field, "", 0);
  item(v, mjITEM_EDITTXT, "Index", v->set.index, "", 0);
  item(v, mjITEM_STATIC, "Value", NULL, "-", 0);
  item(v, mjITEM_BUTTON, "Add to plot", NULL, "", DO_WATCH);
  item(v, mjITEM_BUTTON, "Clear plot", NULL, "", DO_UNWATCH);
  item(v, mjITEM_BUTTON, "Save csv", NULL, "", DO_CSV);
}

static void build_physics(viewer* v) {
  section(v, "Physics", "AP");
  if (!v->sim.m) return;
  mjOption* o = &v->sim.m->opt;
  item(v, mjITEM_SELECT, "Integrator", &o->integrator, "Euler\nRK4\nimplicit\nimplicitfast",
       DO_OPTION);
  item(v, mjITEM_RADIOLINE, "Cone", &o->cone, "Pyramid\nElliptic", DO_OPTION);
  item(v, mjITEM_RADIOLINE, "Jacobian", &o->jacobian, "Dense\nSparse\nAuto", DO_OPTION);
  item(v, mjITEM_RADIOLINE, "Solver", &o->solver, "PGS\nCG\nNewton", DO_OPTION);
  item(v, mjITEM_SEPARATOR, "Numbers", NULL, "", 0);
  item(v, mjITEM_EDITNUM, "Timestep", &o->timestep, "1 1e-9 1", DO_OPTION);
  item(v, mjITEM_EDITNUM, "Gravity", o->gravity, "3", DO_OPTION);
  item(v, mjITEM_EDITNUM, "Wind", o->wind, "3", DO_OPTION);
  item(v, mjITEM_EDITNUM, "Magnetic", o->magnetic, "3", DO_OPTION);
  item(v, mjITEM_EDITNUM, "Density", &o->density, "1 0 1e9", DO_OPTION);
  item(v, mjITEM_EDITNUM, "Viscosity", &o->viscosity, "1 0 1e9", DO_OPTION);
  item(v, mjITEM_EDITNUM, "Imp ratio", &o->impratio, "1 1e-9 1e9", DO_OPTION);
  item(v, mjITEM_EDITNUM, "Tolerance", &o->tolerance, "1 0 1", DO_OPTION);
  item(v, mjITEM_EDITINT, "Iterations", &o->iterations, "1 0 100000", DO_OPTION);
  item(v, mjITEM_EDITINT, "LS iter", &o->ls_iterations, "1 0 100000", DO_OPTION);
  item(v, mjITEM_EDITINT, "Noslip iter", &o->noslip_iterations, "1 0 100000", DO_OPTION);
  item(v, mjITEM_EDITINT, "CCD iter", &o->ccd_iterations, "1 0 100000", DO_OPTION);
  item(v, mjITEM_SEPARATOR, "Disable", NULL, "", 0);
  for (int i = 0; i < mjNDISABLE; i++) {
    v->set.disable[i] = (o->disableflags >> i) & 1;
    item(v, mjITEM_CHECKINT, mjDISABLESTRING[i], v->set.disable + i, "", DO_FLAGS);
  }
  item(v, mjITEM_SEPARATOR, "Enable", NULL, "", 0);
  for (int i = 0; i < mjNENABLE; i++) {
    v->set.enable[i] = (o->enableflags >> i) & 1;
    item(v, mjITEM_CHECKINT, mjENABLESTRING[i], v->set.enable + i, "", DO_FLAGS);
  }
}

// Names as a list, as many as a select item holds.
static void list_names(char* out, const char* const* names, int n) {
  int used = 0;
  for (int i = 0; i < n && i < mjMAXUIMULTI; i++) {
    const char* name = names[i] && names[i][0] ? names[i] : "unnamed";
    if (used + (int)strnlen(name, 20) + 2 >= mjMAXUITEXT) break;
    used += snprintf(out + used, (size_t)(mjMAXUITEXT - used), "%s%.20s", i ? "\n" : "", name);
  }
}

static void build_cameras(viewer* v) {
  const char* names[mjMAXUIMULTI] = {"Free", "Tracking"};
  char list[mjMAXUITEXT] = "";
  int n = 2;
  for (int i = 0; v->sim.m && i < v->sim.m->ncam && n < mjMAXUIMULTI; i++) {
    names[n++] = mj_id2name(v->sim.m, mjOBJ_CAMERA, i);
  }
  list_names(list, names, n);
  item(v, mjITEM_SELECT, "Camera", &v->set.camera, list, DO_CAMERA);
  item(v, mjITEM_SLIDERINT, "Insets", &v->set.insets, "0 4", 0);
  item(v, mjITEM_RADIOLINE, "Show", &v->set.inset_kind, "RGB\nDepth\nIds", 0);
}

static void build_picture(viewer* v) {
  char list[mjMAXUITEXT];
  section(v, "Picture", "AR");
  build_cameras(v);
  list_names(list, mjLABELSTRING, mjNLABEL);
  item(v, mjITEM_SELECT, "Label", &v->opt.label, list, 0);
  list_names(list, mjFRAMESTRING, mjNFRAME);
  item(v, mjITEM_SELECT, "Frame", &v->opt.frame, list, 0);
  item(v, mjITEM_SEPARATOR, "Elements", NULL, "", 0);
  for (int i = 0; i < mjNVISFLAG; i++) {
    item(v, mjITEM_CHECKBYTE, mjVISSTRING[i][0], v->opt.flags + i, shortcut_of(mjVISSTRING[i][2]),
         0);
  }
  item(v, mjITEM_SLIDERINT, "Tree depth", &v->opt.bvh_depth, "0 20", 0);
  item(v, mjITEM_SLIDERINT, "Flex layer", &v->opt.flex_layer, "0 10", 0);
  item(v, mjITEM_SEPARATOR, "Effects", NULL, "", 0);
  for (int i = 0; i < mjNRNDFLAG; i++) {
    item(v, mjITEM_CHECKBYTE, mjRNDSTRING[i][0], v->scn.flags + i, shortcut_of(mjRNDSTRING[i][2]),
         0);
  }
}

static void build_groups(viewer* v) {
  const struct {
    const char* name;
    mjtByte* shown;
  } kinds[] = {
      {"Geom", v->opt.geomgroup},         {"Site", v->opt.sitegroup},
      {"Joint", v->opt.jointgroup},       {"Tendon", v->opt.tendongroup},
      {"Actuator", v->opt.actuatorgroup}, {"Flex", v->opt.flexgroup},
      {"Skin", v->opt.skingroup},
  };
  section(v, "Groups", "AG");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    item(v, mjITEM_SEPARATOR, kinds[i].name, NULL, "", 0);
    for (int k = 0; k < mjNGROUP; k++) {
      char name[mjMAXUINAME], key[16];
      snprintf(name, sizeof name, "%s %d", kinds[i].name, k);
      snprintf(key, sizeof key, "%s%d", i == 0 ? " " : "S", k);
      item(v, mjITEM_CHECKBYTE, name, kinds[i].shown + k, i < 2 ? key : "", 0);
    }
  }
}

void left_build(viewer* v) {
  v->left.nsect = 0;
  v->left.rectid = RECT_LEFT;
  v->left.auxid = AUX_LEFT;
  build_file(v);
  build_view(v);
  build_simulation(v);
  build_watch(v);
  build_physics(v);
  build_picture(v);
  build_groups(v);
}

// --- what items do ------------------------------------------------------------------------------

static int watched_index(const viewer* v) { return (int)strtol(v->set.index, NULL, 10); }

static void change_look(viewer* v) {
  mjUI* const panels[2] = {&v->left, &v->right};
  for (int k = 0; k < 2; k++) {
    panels[k]->spacing = mjui_themeSpacing(v->set.spacing);
    panels[k]->spacing.samples = 0;  // what panels are made of has smooth edges
    panels[k]->color = mjui_themeColor(v->set.theme);
  }
  picture_context(v);
}

static void change_flags(viewer* v) {
  mjOption* o = &v->sim.m->opt;
  o->disableflags = o->enableflags = 0;
  for (int i = 0; i < mjNDISABLE; i++) o->disableflags |= v->set.disable[i] << i;
  for (int i = 0; i < mjNENABLE; i++) o->enableflags |= v->set.enable[i] << i;
}

static void watch(viewer* v) {
  simulation* s = &v->sim;
  if (plots_watch(&v->plots, s->m, s->d, v->set.field, watched_index(v))) {
    v->set.plot = 1;
    return;
  }
  long size = field_size(s->m, s->d, v->set.field);
  if (size < 0) {
    viewer_say(v, true, "'%s' is no array of mjData", v->set.field);
  } else {
    viewer_say(v, true, "%s has %ld numbers, %d are plotted of at most %d", v->set.field, size,
               v->plots.lines, MAX_WATCHED);
  }
}

static void change_recording(viewer* v, int does) {
  simulation* s = &v->sim;
  if (does == DO_RECORD) {
    s->record = v->set.record;
    if (s->record) recording_free(&s->run);
  } else if (does == DO_REPLAY) {
    s->replaying = v->set.replay && s->run.count > 0;
    if (v->set.replay && !s->replaying) viewer_say(v, true, "there is no recording yet");
    s->replay_time = recording_begin(&s->run);
    simulation_resync(s);
  } else if (s->run.count) {
    double begin = recording_begin(&s->run), end = recording_end(&s->run);
    s->replaying = true;
    s->replay_time = begin + v->set.replay_time * (end - begin);
    recording_show(&s->run, s->m, s->d, s->replay_time);
  }
}

static void change_simulation(viewer* v, int does) {
  simulation* s = &v->sim;
  switch (does) {
    case DO_RUN: s->running = v->set.run; break;
    case DO_RESET: simulation_reset(s, -1); break;
    case DO_STEP:
      s->running = false;
      simulation_step(s);
      break;
    case DO_LOAD_KEY: simulation_reset(s, v->set.key); break;
    case DO_SAVE_KEY:
      if (v->set.key < s->m->nkey) mj_setKeyframe(s->m, s->d, v->set.key);
      break;
    case DO_PAST:
      s->running = s->replaying = false;
      if (!history_show(&s->past, s->m, s->d, -v->set.past)) {
        history_show(&s->past, s->m, s->d, s->past.count - 1);
      }
      break;
    case DO_FLAGS: change_flags(v); break;
    default: change_recording(v, does);
  }
  simulation_resync(s);
}

static void change_window(viewer* v, int does) {
  switch (does) {
    case DO_SHOT: viewer_screenshot(v, NULL); break;
    case DO_FILM: viewer_film(v, !v->film.active); break;
    case DO_QUIT: v->quit = true; break;
    case DO_LOOK: change_look(v); break;
    case DO_FONT: picture_context(v); break;
    case DO_FULLSCREEN: window_fullscreen(&v->win, v->set.fullscreen); break;
    case DO_RELOAD: viewer_reload(v); break;
    case DO_ALIGN: picture_align(v); break;
    case DO_COPY: viewer_copy_state(v); break;
    case DO_CAMERA: picture_camera(v); break;
    case DO_SPEED: v->sim.speed = speeds[v->set.speed]; break;
    case DO_UNWATCH: plots_clear(&v->plots); break;
    default: break;
  }
}

void left_changed(viewer* v, const mjuiItem* t) {
  int does = t->userid;
  switch (does) {
    case DO_SAVE_XML: viewer_save(v, "xml"); return;
    case DO_SAVE_MJB: viewer_save(v, "mjb"); return;
    case DO_PRINT: viewer_save(v, "txt"); return;
    case DO_SAVE_RUN: viewer_save(v, "run"); return;
    case DO_CSV: viewer_save(v, "csv"); return;
    case DO_WATCH:
      if (v->sim.m) watch(v);
      return;
    case DO_RUN:
    case DO_RESET:
    case DO_STEP:
    case DO_LOAD_KEY:
    case DO_SAVE_KEY:
    case DO_PAST:
    case DO_RECORD:
    case DO_REPLAY:
    case DO_SEEK:
    case DO_FLAGS:
      if (v->sim.m) change_simulation(v, does);
      return;
    default: change_window(v, does);
  }
}

// --- what the simulation changes ----------------------------------------------------------------

static void refresh_section(viewer* v, int section) {
  if (v->left.sect[section].state == mjSECT_CLOSED || !v->set.left) return;
  mjui_update(section, -1, &v->left, &v->in.state, &v->con);
}

static void refresh_value(viewer* v) {
  mjuiItem* t = v->left.sect[SECT_WATCH].item + VALUE_ITEM;
  char text[mjMAXUINAME] = "-";
  double value;
  const simulation* s = &v->sim;
  if (s->m && field_value(s->m, s->d, v->set.field, watched_index(v), &value)) {
    snprintf(text, sizeof text, "%.6g", value);
  }
  if (!strcmp(text, t->multi.name[0])) return;
  memcpy(t->multi.name[0], text, sizeof text);
  refresh_section(v, SECT_WATCH);
}

// The state of the simulation as the panel last showed it.
typedef struct {
  int run, past, replay, record;
  mjtNum place;
} shown_state;

void left_refresh(viewer* v) {
  simulation* s = &v->sim;
  settings* set = &v->set;
  shown_state before = {set->run, set->past, set->replay, set->record, set->replay_time};
  double length = recording_end(&s->run) - recording_begin(&s->run);
  set->run = s->running;
  if (s->running || set->past < 1 - s->past.count) set->past = 0;
  set->replay = s->replaying;
  set->record = s->record;
  if (s->replaying && length > 0) {
    double place = (s->replay_time - recording_begin(&s->run)) / length;
    set->replay_time = round(1000 * place) / 1000;
  }
  shown_state now = {set->run, set->past, set->replay, set->record, set->replay_time};
  if (memcmp(&before, &now, sizeof now)) refresh_section(v, SECT_SIMULATION);
  refresh_value(v);
}
