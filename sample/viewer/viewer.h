// The viewer: one model, its simulation, a window with two panels and the picture between them.
#pragma once

#include <stdbool.h>

#include <engine/engine.h>

#include "film.h"
#include "input.h"
#include "plots.h"
#include "simulation.h"
#include "window.h"

enum { MAX_INSETS = 4, MAX_ROWS = 150, PATH_SIZE = 1024, MESSAGE_SIZE = 1200 };

// Rectangles of the window, as input.state.rect counts them, and auxiliary buffers.
enum { RECT_LEFT = 1, RECT_RIGHT, RECT_VIEW, RECTS };
enum { AUX_LEFT, AUX_RIGHT };

// What the panels change.
typedef struct {
  int left, right;  // are the panels shown
  int theme, spacing, font, fullscreen;
  int help, info, profiler, sensors, plot;
  int adapt;       // lower the quality when frames take too long
  int camera;      // 0 free, 1 tracking, from 2 on those of the model
  int insets;      // pictures of the model's cameras, and what they show
  int inset_kind;  // 0 colour, 1 depth, 2 segmentation
  int label, frame;
  int run;    // 0 paused, 1 running
  int speed;  // of the list in panel_left.c
  int past;   // states back in the history, as the negative of their number
  int key;    // keyframe
  int replay;
  int record;
  mjtNum replay_time;
  int page;  // of the rows of joints and actuators
  char find[mjMAXUITEXT];
  char field[mjMAXUITEXT], index[mjMAXUITEXT];  // watched
  int disable[mjNDISABLE], enable[mjNENABLE];
} settings;

// How much the picture leaves out to be drawn in time.
typedef struct {
  int level;        // of the list in picture.c
  int shadow_size;  // of the model, and its samples of a pixel
  int samples;
  double last;       // seconds the last frame took to draw
  double pretended;  // unless 0, what is taken for it
  double spent;      // and the frames lately
  double since;      // spent since the level changed, and frames
  int frames;
} quality;

typedef struct viewer {
  simulation sim;
  window win;
  input in;
  mjrContext con;
  bool software;  // pictures are drawn without OpenGL and shown as one texture
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjUI left, right;
  settings set;
  quality quality;
  plots plots;
  film film;
  mjvGLCamera inset[MAX_INSETS][2];
  char shot[PATH_SIZE];  // screenshot to write at the end of the frame
  char info[2][300];     // what is said about the simulation
  float* depth;          // scratch: depths of an inset, and a picture
  unsigned char* grey;
  size_t depth_size;
  unsigned char* pixels;  // of the whole window, read when they are needed
  size_t pixels_size;
  char file[PATH_SIZE];        // what is loaded
  char pending[PATH_SIZE];     // what shall be loaded
  bool reload_camera;          // is it another model than before
  bool keep_state;             // go on from where the simulation is
  long long changed;           // newest time of change of the files it was read from
  double looked;               // when they were last looked at
  char message[MESSAGE_SIZE];  // an error or what was done, shown in the window
  bool failed;                 // is the message an error
  double message_time;
  double fps, last_frame;
  int rows[2][MAX_ROWS], row_count[2];  // joints and actuators on the right panel
  mjtNum shown[2][MAX_ROWS];            // values drawn there
  bool rebuild;                         // the right panel lists other rows now
  bool quit;
  int gl_error;  // the last one, 0 for none
} viewer;

// --- life (viewer.c)

bool viewer_open(viewer* v, int width, int height, bool software, const char** error);
void viewer_close(viewer* v);

// One frame: load what is pending, handle events, draw, show.
void viewer_frame(viewer* v);

void viewer_say(viewer* v, bool failed, const char* format, ...) mjPRINTFLIKE(3, 4);

// --- files (files.c)

// Load a model (XML, MJB, URDF) between two frames; what is there stays when it cannot be read.
void viewer_load(viewer* v, const char* file);
void viewer_reload(viewer* v);

// Load what is pending; look whether the file has changed, every half second.
void viewer_load_pending(viewer* v);
void viewer_watch_file(viewer* v);

void viewer_save(viewer* v, const char* ending);  // "xml", "mjb", "run", "txt", "csv"
void viewer_copy_state(viewer* v);                // to the clipboard, as a keyframe of MJCF
void viewer_load_run(viewer* v, const char* file);
void viewer_screenshot(viewer* v, const char* file);  // NULL: a name that is not taken
void viewer_keep_picture(viewer* v);  // after each frame: into the film, or the file asked for
void viewer_film(viewer* v, bool on);

// --- panels (panel_left.c, panel_right.c)

void left_build(viewer* v);
void left_changed(viewer* v, const mjuiItem* item);
void left_refresh(viewer* v);  // what the simulation changes

void right_build(viewer* v);
void right_changed(viewer* v, const mjuiItem* item);
void right_refresh(viewer* v);

// Size a panel anew and draw it, after rows were added or the font changed (viewer.c).
void viewer_draw_panel(viewer* v, mjUI* ui);
void viewer_layout(viewer* v);

// --- events (events.c)

void viewer_event(void* v);

// --- the picture (picture.c)

void picture_make(viewer* v);     // everything that depends on the model
void picture_context(viewer* v);  // what depends on font and quality as well
void picture_update(viewer* v);
void picture_draw(viewer* v);
void picture_adapt(viewer* v);   // after the frame is shown: buffers are made anew
void picture_camera(viewer* v);  // the camera the settings ask for
void picture_align(viewer* v);   // see the whole model
