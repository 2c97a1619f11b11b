// Widgets of a simple user interface.
#pragma once

#include <engine/render_types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define mjMAXUISECT     10
#define mjMAXUIITEM     200
#define mjMAXUITEXT     300
#define mjMAXUINAME     40
#define mjMAXUIMULTI    35
#define mjMAXUIEDIT     7
#define mjMAXUIRECT     25
#define mjSEPCLOSED     1000
#define mjPRESERVE      2000
#define mjKEY_ESCAPE    256
#define mjKEY_ENTER     257
#define mjKEY_TAB       258
#define mjKEY_BACKSPACE 259
#define mjKEY_INSERT    260
#define mjKEY_DELETE    261
#define mjKEY_RIGHT     262
#define mjKEY_LEFT      263
#define mjKEY_DOWN      264
#define mjKEY_UP        265
#define mjKEY_PAGE_UP   266
#define mjKEY_PAGE_DOWN 267
#define mjKEY_HOME      268
#define mjKEY_END       269
#define mjKEY_F1        290
#define mjKEY_F2        291
#define mjKEY_F3        292
#define mjKEY_F4        293
#define mjKEY_F5        294
#define mjKEY_F6        295
#define mjKEY_F7        296
#define mjKEY_F8        297
#define mjKEY_F9        298
#define mjKEY_F10       299
#define mjKEY_F11       300
#define mjKEY_F12       301
#define mjKEY_NUMPAD_0  320
#define mjKEY_NUMPAD_9  329

// Mouse buttons.
typedef enum mjtButton_ {
  mjBUTTON_NONE = 0,    // none
  mjBUTTON_LEFT = 1,    // left
  mjBUTTON_RIGHT = 2,   // right
  mjBUTTON_MIDDLE = 3,  // in the middle
} mjtButton;

// User interface events.
typedef enum mjtEvent_ {
  mjEVENT_NONE = 0,       // nothing
  mjEVENT_MOVE = 1,       // the mouse moved
  mjEVENT_PRESS = 2,      // a button was pressed
  mjEVENT_RELEASE = 3,    // a button was let go
  mjEVENT_SCROLL = 4,     // the wheel was turned
  mjEVENT_KEY = 5,        // a key was pressed
  mjEVENT_RESIZE = 6,     // the window has another size
  mjEVENT_REDRAW = 7,     // draw anew
  mjEVENT_FILESDROP = 8,  // files were dropped
} mjtEvent;

// Widgets.
typedef enum mjtItem_ {
  mjITEM_END = -2,        // ends a list of definitions
  mjITEM_SECTION = -1,    // begins a section
  mjITEM_SEPARATOR = 0,   // a line with a heading
  mjITEM_STATIC = 1,      // text
  mjITEM_BUTTON = 2,      // a button
  mjITEM_CHECKINT = 3,    // a check box, of an int
  mjITEM_CHECKBYTE = 4,   // a check box, of a byte
  mjITEM_RADIO = 5,       // one of several, in rows
  mjITEM_RADIOLINE = 6,   // one of several, in a line
  mjITEM_SELECT = 7,      // one of several, in a list that unfolds
  mjITEM_SLIDERINT = 8,   // a slider, of an int
  mjITEM_SLIDERNUM = 9,   // a slider, of an mjtNum
  mjITEM_EDITINT = 10,    // a field for ints
  mjITEM_EDITNUM = 11,    // a field for mjtNums
  mjITEM_EDITFLOAT = 12,  // a field for floats
  mjITEM_EDITTXT = 13,    // a field for text
  mjNITEM = 14,           // number of kinds
} mjtItem;

// State of a section.
typedef enum mjtSection_ {
  mjSECT_CLOSED = 0,  // folded
  mjSECT_OPEN = 1,    // unfolded
  mjSECT_FIXED = 2,   // unfolded, and stays so
} mjtSection;

// Whether an item of a category is enabled; data is of the panel.
typedef int (*mjfItemEnable)(int category, void* data);

// Mouse and keyboard.
typedef struct mjuiState_ {
  int nrect;                  // rectangles
  mjrRect rect[mjMAXUIRECT];  // rectangles; the first is the window
  void* userdata;             // of the user
  int type;                   // mjtEvent
  int left;                   // is the left button down
  int right;                  // is the right button down
  int middle;                 // is the middle button down
  int doubleclick;            // was the last press a double click
  int button;                 // button pressed (mjtButton)
  double buttontime;          // when
  double x;                   // mouse x
  double y;                   // mouse y
  double dx;                  // motion in x
  double dy;                  // motion in y
  double sx;                  // scroll in x
  double sy;                  // scroll in y
  int control;                // is Control down
  int shift;                  // is Shift down
  int alt;                    // is Alt down
  int key;                    // key pressed
  double keytime;             // when
  int mouserect;              // rectangle under the mouse
  int dragrect;               // rectangle dragged
  int dragbutton;             // button it is dragged with
  int dropcount;              // files dropped
  const char** droppaths;     // their paths
} mjuiState;

// Spacing of widgets (pixels).
typedef struct mjuiThemeSpacing_ {
  int total;       // total width
  int scroll;      // width of the scroll bar
  int label;       // width of labels
  int section;     // gap between sections
  int cornersect;  // corner radius of sections
  int cornersep;   // corner radius of separators
  int itemside;    // gap at the side of items
  int itemmid;     // gap in the middle of items
  int itemver;     // vertical gap of items
  int texthor;     // gap beside text
  int textver;     // gap above text
  int linescroll;  // lines per scroll
  int samples;     // samples per pixel
} mjuiThemeSpacing;

// Colours of widgets.
typedef struct mjuiThemeColor_ {
  float master[3];             // background
  float thumb[3];              // thumb of the scroll bar
  float secttitle[3];          // section title
  float secttitle2[3];         // its gradient
  float secttitleuncheck[3];   // unchecked title
  float secttitleuncheck2[3];  // its gradient
  float secttitlecheck[3];     // checked title
  float secttitlecheck2[3];    // its gradient
  float sectfont[3];           // section title text
  float sectsymbol[3];         // section symbols
  float sectpane[3];           // section pane
  float separator[3];          // separator title
  float separator2[3];         // its gradient
  float shortcut[3];           // background of shortcuts
  float fontactive[3];         // text of active items
  float fontinactive[3];       // text of inactive items
  float decorinactive[3];      // decoration of inactive items
  float decorinactive2[3];     // its gradient
  float button[3];             // buttons
  float check[3];              // check boxes
  float radio[3];              // radio buttons
  float select[3];             // selection
  float select2[3];            // pull-down
  float slider[3];             // slider
  float slider2[3];            // its other side
  float edit[3];               // edit field
  float edit2[3];              // invalid edit field
  float cursor[3];             // edit cursor
} mjuiThemeColor;

// A check box or button.
typedef struct mjuiItemSingle_ {
  int modifier;  // 0 none, 1 Control, 2 Shift, 4 Alt
  int shortcut;  // key; 0: none
} mjuiItemSingle;

// A choice.
typedef struct mjuiItemMulti_ {
  int nelem;                             // alternatives
  char name[mjMAXUIMULTI][mjMAXUINAME];  // their names
} mjuiItemMulti;

// A slider.
typedef struct mjuiItemSlider_ {
  double range[2];   // range
  double divisions;  // steps
} mjuiItemSlider;

// An edit field.
typedef struct mjuiItemEdit_ {
  int nelem;                     // numbers in it
  double range[mjMAXUIEDIT][2];  // their ranges
} mjuiItemEdit;

// One widget.
typedef struct mjuiItem_ {
  int type;                // mjtItem
  char name[mjMAXUINAME];  // name
  int state;               // 0 disabled, 1 enabled, 2 by predicate
  void* pdata;             // what it shows and changes
  int sectionid;           // its section
  int itemid;              // its place in it
  int userid;              // of the user
  union {
    struct mjuiItemSingle_ single;  // check box or button
    struct mjuiItemMulti_ multi;    // choice
    struct mjuiItemSlider_ slider;  // slider
    struct mjuiItemEdit_ edit;      // edit field
  };
  mjrRect rect;  // where it is
  int skip;      // skipped while its separator is closed
} mjuiItem;

// A group of widgets.
typedef struct mjuiSection_ {
  char name[mjMAXUINAME];      // name
  int state;                   // mjtSection
  int modifier;                // modifier of its shortcut
  int shortcut;                // its shortcut; 0: none
  int checkbox;                // check box: 0 none, 1 unchecked, 2 checked
  int nitem;                   // items
  mjuiItem item[mjMAXUIITEM];  // the items
  mjrRect rtitle;              // where its title is
  mjrRect rcontent;            // where its content is
  int lastclick;               // mouseclicks when its title was last pressed
} mjuiSection;

// A panel of sections.
typedef struct mjUI_ {
  mjuiThemeSpacing spacing;       // spacing
  mjuiThemeColor color;           // colours
  mjfItemEnable predicate;        // decides whether an item is enabled
  void* userdata;                 // of the user
  int rectid;                     // its rectangle
  int auxid;                      // its auxiliary buffer
  int radiocol;                   // columns of radio buttons; 0: 2
  int width;                      // width (pixels)
  int height;                     // height (pixels)
  int maxheight;                  // height with all sections open (pixels)
  int scroll;                     // scrolled by (pixels)
  int mousesect;                  // 1 + section the mouse holds; 0: none, -1: scroll bar
  int mouseitem;                  // item of it
  int mousehelp;                  // show the shortcuts
  int mouseclicks;                // presses so far
  int mousesectcheck;             // 1 + section whose check box was pressed; 0: none
  int editsect;                   // 1 + section edited; 0: none
  int edititem;                   // item edited
  int editcursor;                 // place of the cursor
  int editscroll;                 // first character shown
  char edittext[mjMAXUITEXT];     // text
  mjuiItem* editchanged;          // item whose edit this event ended
  int nsect;                      // sections
  mjuiSection sect[mjMAXUISECT];  // the sections
} mjUI;

// One entry of a table that describes a panel.
typedef struct mjuiDef_ {
  int type;                 // mjtItem
  char name[mjMAXUINAME];   // name
  int state;                // state
  void* pdata;              // what it shows and changes
  char other[mjMAXUITEXT];  // ranges, alternatives or shortcut as text
  int otherint;             // number behind it
} mjuiDef;

#ifdef __cplusplus
}  // extern "C"
#endif
