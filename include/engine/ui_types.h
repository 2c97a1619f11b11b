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
  mjBUTTON_NONE = 0,    // no button
  mjBUTTON_LEFT = 1,    // left button
  mjBUTTON_RIGHT = 2,   // right button
  mjBUTTON_MIDDLE = 3,  // middle button
} mjtButton;

// User interface events.
typedef enum mjtEvent_ {
  mjEVENT_NONE = 0,       // no event
  mjEVENT_MOVE = 1,       // the mouse moved
  mjEVENT_PRESS = 2,      // a button was pressed
  mjEVENT_RELEASE = 3,    // a button was released
  mjEVENT_SCROLL = 4,     // the mouse wheel was turned
  mjEVENT_KEY = 5,        // a key was pressed
  mjEVENT_RESIZE = 6,     // the window was resized
  mjEVENT_REDRAW = 7,     // the window must be redrawn
  mjEVENT_FILESDROP = 8,  // files were dropped on the window
} mjtEvent;

// Types of widgets.
typedef enum mjtItem_ {
  mjITEM_END = -2,        // end of a list of definitions
  mjITEM_SECTION = -1,    // start of a section
  mjITEM_SEPARATOR = 0,   // a separator line with a heading
  mjITEM_STATIC = 1,      // static text
  mjITEM_BUTTON = 2,      // a button
  mjITEM_CHECKINT = 3,    // a check box with an int value
  mjITEM_CHECKBYTE = 4,   // a check box with a byte value
  mjITEM_RADIO = 5,       // radio buttons, arranged in rows
  mjITEM_RADIOLINE = 6,   // radio buttons in one line
  mjITEM_SELECT = 7,      // a drop-down list
  mjITEM_SLIDERINT = 8,   // a slider with an int value
  mjITEM_SLIDERNUM = 9,   // a slider with an mjtNum value
  mjITEM_EDITINT = 10,    // an edit field for ints
  mjITEM_EDITNUM = 11,    // an edit field for mjtNums
  mjITEM_EDITFLOAT = 12,  // an edit field for floats
  mjITEM_EDITTXT = 13,    // an edit field for text
  mjNITEM = 14,           // number of widget types
} mjtItem;

// State of a section.
typedef enum mjtSection_ {
  mjSECT_CLOSED = 0,  // closed
  mjSECT_OPEN = 1,    // open
  mjSECT_FIXED = 2,   // always open, cannot be closed
} mjtSection;

// Callback: returns whether items of a category are enabled; data is the userdata of the panel.
typedef int (*mjfItemEnable)(int category, void* data);

// State of mouse and keyboard, and the last event.
typedef struct mjuiState_ {
  int nrect;                  // number of rectangles
  mjrRect rect[mjMAXUIRECT];  // rectangles; the first one is the whole window
  void* userdata;             // user data
  int type;                   // type of the event (mjtEvent)
  int left;                   // 1: the left button is down
  int right;                  // 1: the right button is down
  int middle;                 // 1: the middle button is down
  int doubleclick;            // 1: the last press was a double click
  int button;                 // button that was pressed (mjtButton)
  double buttontime;          // time of the last button press
  double x;                   // mouse position x
  double y;                   // mouse position y
  double dx;                  // mouse displacement in x
  double dy;                  // mouse displacement in y
  double sx;                  // scroll displacement in x
  double sy;                  // scroll displacement in y
  int control;                // 1: Control is down
  int shift;                  // 1: Shift is down
  int alt;                    // 1: Alt is down
  int key;                    // key that was pressed
  double keytime;             // time of the last key press
  int mouserect;              // id of the rectangle under the mouse
  int dragrect;               // id of the rectangle being dragged
  int dragbutton;             // button used for dragging (mjtButton)
  int dropcount;              // number of dropped files
  const char** droppaths;     // paths of the dropped files
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
  int linescroll;  // lines per step of the mouse wheel
  int samples;     // samples per pixel
} mjuiThemeSpacing;

// Colours of widgets.
typedef struct mjuiThemeColor_ {
  float master[3];             // background
  float thumb[3];              // thumb of the scroll bar
  float secttitle[3];          // section title
  float secttitle2[3];         // section title: second gradient colour
  float secttitleuncheck[3];   // section title, check box unchecked
  float secttitleuncheck2[3];  // section title, check box unchecked: second gradient colour
  float secttitlecheck[3];     // section title, check box checked
  float secttitlecheck2[3];    // section title, check box checked: second gradient colour
  float sectfont[3];           // section title text
  float sectsymbol[3];         // section symbols
  float sectpane[3];           // section pane
  float separator[3];          // separator title
  float separator2[3];         // separator title: second gradient colour
  float shortcut[3];           // background of shortcuts
  float fontactive[3];         // text of active items
  float fontinactive[3];       // text of inactive items
  float decorinactive[3];      // decoration of inactive items
  float decorinactive2[3];     // decoration of inactive items: second gradient colour
  float button[3];             // face of buttons
  float check[3];              // check boxes
  float radio[3];              // radio buttons
  float select[3];             // closed drop-down list, row of an open one under the mouse
  float select2[3];            // other rows of an open list
  float slider[3];             // slider, the side of the value
  float slider2[3];            // slider, the other side of the handle
  float edit[3];               // edit field
  float edit2[3];              // edit field with invalid content
  float cursor[3];             // cursor of the edit field
} mjuiThemeColor;

// Data of a check box or button.
typedef struct mjuiItemSingle_ {
  int modifier;  // modifier key of the shortcut: 0 none, 1 Control, 2 Shift, 4 Alt
  int shortcut;  // shortcut key; 0: none
} mjuiItemSingle;

// Data of a choice: radio buttons or drop-down list.
typedef struct mjuiItemMulti_ {
  int nelem;                             // number of alternatives
  char name[mjMAXUIMULTI][mjMAXUINAME];  // names of the alternatives
} mjuiItemMulti;

// Data of a slider.
typedef struct mjuiItemSlider_ {
  double range[2];   // range of the value
  double divisions;  // number of steps in the range
} mjuiItemSlider;

// Data of an edit field.
typedef struct mjuiItemEdit_ {
  int nelem;                     // number of values in the field
  double range[mjMAXUIEDIT][2];  // range of each value
} mjuiItemEdit;

// One widget.
typedef struct mjuiItem_ {
  int type;                // widget type (mjtItem)
  char name[mjMAXUINAME];  // text beside or on it
  int state;               // 0: disabled, 1: enabled, 2: decided by the predicate
  void* pdata;             // pointer to the data that it shows and changes
  int sectionid;           // index of its section
  int itemid;              // index of the item in its section
  int userid;              // number of the program for it; unused here
  union {
    struct mjuiItemSingle_ single;  // check box or button
    struct mjuiItemMulti_ multi;    // choice
    struct mjuiItemSlider_ slider;  // slider
    struct mjuiItemEdit_ edit;      // edit field
  };
  mjrRect rect;  // rectangle that it occupies
  int skip;      // 1: hidden because its separator is closed
} mjuiItem;

// A section: a group of widgets.
typedef struct mjuiSection_ {
  char name[mjMAXUINAME];      // text of its title
  int state;                   // state of the section (mjtSection)
  int modifier;                // modifier key of the shortcut
  int shortcut;                // shortcut key; 0: none
  int checkbox;                // check box: 0 none, 1 unchecked, 2 checked
  int nitem;                   // number of items
  mjuiItem item[mjMAXUIITEM];  // its widgets, from the top
  mjrRect rtitle;              // rectangle of the title
  mjrRect rcontent;            // rectangle of the content
  int lastclick;               // value of mouseclicks when the title was last pressed
} mjuiSection;

// A panel of sections.
typedef struct mjUI_ {
  mjuiThemeSpacing spacing;  // sizes and gaps of widgets (pixels)
  mjuiThemeColor color;      // colours
  mjfItemEnable predicate;   // decides whether an item is enabled
  void* userdata;            // user data, passed to predicate
  int rectid;                // id of its rectangle in mjuiState
  int auxid;                 // id of its auxiliary buffer
  int radiocol;              // number of columns of radio buttons; 0: 2
  int width;                 // width (pixels)
  int height;                // height (pixels)
  int maxheight;             // height with all sections open (pixels)
  int scroll;                // scroll offset (pixels)
  int mousesect;       // 1 + index of the section that holds the mouse; 0: none, -1: scroll bar
  int mouseitem;       // index of the item in that section
  int mousehelp;       // 1: show the shortcuts
  int mouseclicks;     // number of mouse presses so far
  int mousesectcheck;  // 1 + index of the section whose check box was pressed; 0: none
  int editsect;        // 1 + index of the section being edited; 0: none
  int edititem;        // index of the item being edited
  int editcursor;      // cursor position in the text
  int editscroll;      // index of the first character shown
  char edittext[mjMAXUITEXT];     // text being edited
  mjuiItem* editchanged;          // item whose editing was finished by this event
  int nsect;                      // number of sections
  mjuiSection sect[mjMAXUISECT];  // sections
} mjUI;

// One entry of a table that describes a panel.
typedef struct mjuiDef_ {
  int type;                 // widget type (mjtItem)
  char name[mjMAXUINAME];   // text of the item or title
  int state;                // initial state
  void* pdata;              // pointer to the data that it shows and changes
  char other[mjMAXUITEXT];  // ranges, alternatives or shortcut as text
  int otherint;             // userid of an item, checkbox of a section
} mjuiDef;

#ifdef __cplusplus
}  // extern "C"
#endif
