// A model in a window: run it, turn it with the mouse, Backspace begins again.
//
//   window MODEL.xml [SECONDS]      closes by itself after SECONDS
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <engine/engine.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static mjModel* m;
static mjData* d;
static mjvCamera cam;
static mjvOption opt;
static mjvScene scn;
static mjrContext con;
static double last_x, last_y;

static void on_key(GLFWwindow* window, int key, int scancode, int action, int mods) {
  (void)window, (void)scancode, (void)mods;
  if (action == GLFW_PRESS && key == GLFW_KEY_BACKSPACE) mj_resetData(m, d);
}

// Left turns, right moves, the middle button zooms.
static void on_cursor(GLFWwindow* window, double x, double y) {
  int width, height, action = mjMOUSE_NONE;
  glfwGetWindowSize(window, &width, &height);
  if (glfwGetMouseButton(window, GLFW_MOUSE_BUTTON_LEFT)) action = mjMOUSE_ROTATE_V;
  if (glfwGetMouseButton(window, GLFW_MOUSE_BUTTON_RIGHT)) action = mjMOUSE_MOVE_V;
  if (glfwGetMouseButton(window, GLFW_MOUSE_BUTTON_MIDDLE)) action = mjMOUSE_ZOOM;
  if (action && height > 0) {
    mjv_moveCamera(m, action, (x - last_x) / height, (y - last_y) / height, &scn, &cam);
  }
  last_x = x;
  last_y = y;
}

static void on_scroll(GLFWwindow* window, double x, double y) {
  (void)window, (void)x;
  mjv_moveCamera(m, mjMOUSE_ZOOM, 0, 0.05 * y, &scn, &cam);
}

int main(int argc, char** argv) {
  char error[1000] = "";
  if (argc < 2) {
    fprintf(stderr, "usage: %s MODEL.xml [SECONDS]\n", argv[0]);
    return 2;
  }
  m = mj_loadXML(argv[1], NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  d = mj_makeData(m);
  GLFWwindow* window = glfwInit() ? glfwCreateWindow(900, 700, argv[1], NULL, NULL) : NULL;
  if (!window) {
    fprintf(stderr, "no window can be opened here\n");
    return 77;
  }
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);

  // what is seen, from where, the scene made of it, and what the graphics card holds of the model
  mjv_defaultOption(&opt);
  mjv_defaultFreeCamera(m, &cam);
  mjv_defaultScene(&scn);
  mjv_makeScene(m, &scn, 2000);
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, mjFONTSCALE_150);

  glfwSetKeyCallback(window, on_key);
  glfwSetCursorPosCallback(window, on_cursor);
  glfwSetScrollCallback(window, on_scroll);
  double end = argc > 2 ? strtod(argv[2], NULL) : HUGE_VAL;
  while (!glfwWindowShouldClose(window) && glfwGetTime() < end) {
    // a sixtieth of a second of simulation for each picture
    for (mjtNum begin = d->time; d->time >= begin && d->time - begin < 1.0 / 60;) mj_step(m, d);

    mjrRect all = {0, 0, 0, 0};
    glfwGetFramebufferSize(window, &all.width, &all.height);
    mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
    mjr_render(all, &scn, &con);
    glfwSwapBuffers(window);
    glfwPollEvents();
  }
  mjr_freeContext(&con);
  mjv_freeScene(&scn);
  glfwTerminate();
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
