// Rows of attack_calls: printing, scenes, pictures, panels, films.
#pragma once

#include "attack/calls_files.h"

static void print(void) {
  hand.d = data_of(arm);
  mjv_makeScene(arm, &hand.scene, 20);
  static const char file[] = "attack_calls.txt";
  for (int i = 0; i < 6; i++) {
    watch();
    switch (i) {
      case 0: mj_printModel(arm, file); break;
      case 1: mj_printData(arm, hand.d, file); break;
      case 2: mj_printFormattedModel(arm, file, "%.3g"); break;
      case 3: mj_printFormattedData(arm, hand.d, file, "%.3g"); break;
      case 4: mj_printScene(&hand.scene, file); break;
      default: mj_printFormattedScene(&hand.scene, file, "%.3g");
    }
    if (warning[0]) {
      call_failed("");
      remove(file);
      return;
    }
    give_file(file);
  }
}

static void make_scene(const mjModel* m) {
  mjvOption option;
  mjvCamera camera;
  mjv_defaultOption(&option);
  mjv_defaultFreeCamera(m, &camera);
  option.flags[mjVIS_CONTACTPOINT] = 1;
  mjv_makeScene(m, &hand.scene, 200);
  mjv_updateScene(m, hand.d, &option, NULL, &camera, mjCAT_ALL, &hand.scene);
}

static void scenes(void) {
  hand.d = data_of(rich);
  mjvOption option;
  mjvPerturb perturb;
  mjv_defaultOption(&option);
  mjv_defaultPerturb(&perturb);
  perturb.select = 1;
  perturb.active = mjPERT_TRANSLATE;
  mjtNum at[3];
  int geom, flex, skin;
  watch();
  make_scene(rich);
  mjv_addGeoms(rich, hand.d, &option, NULL, mjCAT_ALL, &hand.scene);
  mjv_updateSkin(rich, hand.d, &hand.scene);
  mjv_initPerturb(rich, hand.d, &hand.scene, &perturb);
  mjv_movePerturb(rich, hand.d, mjMOUSE_MOVE_V, .1, .1, &hand.scene, &perturb);
  mjv_applyPerturbPose(rich, hand.d, &perturb, 0);
  mjv_applyPerturbForce(rich, hand.d, &perturb);
  int body = mjv_select(rich, hand.d, &option, 1, .5, .5, &hand.scene, at, &geom, &flex, &skin);
  give_int(body);
  give_int(hand.scene.ngeom);
  watch();
  mjv_freeScene(&hand.scene);
  watched();
}

static void hold_picture(void) {
  hand.d = data_of(rich);
  make_scene(rich);
}

static void give_pixels(mjrRect view) {
  watch();
  mjr_finish();
  mjr_readPixels((unsigned char*)buffer, (float*)(void*)space, view, &hand.context);
  watched();
  give_int(mjr_getError());
  give(buffer, (size_t)(3 * view.width * view.height));
}

static void render(void) {
  hold_picture();
  mjrRect view = {0, 0, 64, 48};
  mjvFigure figure;
  mjv_defaultFigure(&figure);
  figure.linepnt[0] = 2;
  figure.linedata[0][2] = figure.linedata[0][3] = 1;
  watch();
  mjr_makeContext(rich, &hand.context, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &hand.context);
  mjr_render(view, &hand.scene, &hand.context);
  mjr_text(mjFONT_NORMAL, "text", &hand.context, .1f, .1f, 1, 1, 1);
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, view, "left\nmore", "right", &hand.context);
  mjr_rectangle(view, 1, 0, 0, .1f);
  mjr_label(view, mjFONT_NORMAL, "label", 1, 1, 1, 1, 0, 0, 0, &hand.context);
  mjr_figure(view, &figure, &hand.context);
  give_pixels(view);
  watch();
  mjr_freeContext(&hand.context);
  watched();
}

static void render_buffers(void) {
  hold_picture();
  mjr_makeContext(rich, &hand.context, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &hand.context);
  mjrRect view = {0, 0, 32, 24};
  unsigned char pixel[32 * 24 * 3] = {9};
  watch();
  mjr_changeFont(mjFONTSCALE_50, &hand.context);
  mjr_addAux(1, 32, 24, 0, &hand.context);
  mjr_resizeOffscreen(100, 80, &hand.context);
  mjr_uploadTexture(rich, &hand.context, 0);
  mjr_uploadMesh(rich, &hand.context, 0);
  mjr_uploadHField(rich, &hand.context, 0);
  mjr_setAux(1, &hand.context);
  mjr_render(view, &hand.scene, &hand.context);
  mjr_blitAux(1, view, 0, 0, &hand.context);
  mjr_restoreBuffer(&hand.context);
  mjr_setBuffer(mjFB_OFFSCREEN, &hand.context);
  mjr_drawPixels(pixel, NULL, view, &hand.context);
  mjr_blitBuffer(view, (mjrRect){0, 0, 20, 10}, 1, 0, &hand.context);
  mjrRect largest = mjr_maxViewport(&hand.context);
  int found = mjr_findRect(1, 1, 1, &view);
  watched();
  give_int(largest.width);
  give_int(found);
  give_pixels(view);
}

static void panels(void) {
  static int on = 1;
  static double value = .5;
  static char text[mjMAXUINAME] = "text";
  mjuiDef rows_of[] = {
      {mjITEM_SECTION, "Section", 1, NULL, "", 0},      {mjITEM_CHECKBYTE, "Check", 1, &on, "", 0},
      {mjITEM_SLIDERNUM, "Slide", 1, &value, "0 1", 0}, {mjITEM_EDITTXT, "Edit", 1, text, "", 0},
      {mjITEM_RADIO, "Radio", 1, &on, "a\nb", 0},       {mjITEM_END, "", 0, NULL, "", 0}};
  static mjUI ui;
  static mjuiState state;
  memset(&ui, 0, sizeof ui);
  memset(&state, 0, sizeof state);
  ui.spacing = mjui_themeSpacing(0);
  ui.color = mjui_themeColor(0);
  mjr_makeContext(NULL, &hand.context, mjFONTSCALE_100);
  watch();
  mjr_addAux(1, 200, 200, 0, &hand.context);
  ui.auxid = 1;
  mjui_add(&ui, rows_of);
  mjui_addToSection(&ui, 0, rows_of + 1);
  mjui_resize(&ui, &hand.context);
  state.nrect = 2;
  state.rect[1] = (mjrRect){0, 0, 200, 200};
  ui.rectid = 1;
  mjui_update(-1, -1, &ui, &state, &hand.context);
  mjui_render(&ui, &state, &hand.context);
  state.type = mjEVENT_PRESS;
  state.button = mjBUTTON_LEFT;
  state.left = 1;
  state.mouserect = 1;
  state.x = 100;
  for (int y = 10; y < 200; y += 30) {
    state.y = y;
    mjui_event(&ui, &state, &hand.context);
  }
  watched();
  give_int(ui.sect[0].nitem);
  mjr_setAux(1, &hand.context);
  give_pixels((mjrRect){0, 0, 100, 100});
}

static void pictures(void) {
  static const char file[] = "attack_calls.png";
  static unsigned char rgb[16 * 12 * 3];
  static unsigned short depth[16 * 12];
  watch();
  int wrong = eng_writePicture(file, rgb, 16, 12, error, sizeof error);
  if (!wrong) give_file(file);
  watch();
  if (!wrong) wrong = eng_writeDepth(file, depth, 16, 12, error, sizeof error);
  if (!wrong) give_file(file);
  watch();
  hand.film = wrong ? NULL : eng_openFilm(file, 16, 12, 25, error, sizeof error);
  if (!hand.film) {
    remove(file);
    call_failed(error);
    return;
  }
  wrong = eng_addFrame(hand.film, rgb);
  rgb[100]++;
  wrong |= eng_addFrame(hand.film, rgb);
  rgb[100] = 0;
  int n = eng_closeFilm(hand.film);
  watched();
  hand.film = NULL;
  if (wrong || n < 0) {  // which is all that these say
    remove(file);
    call_failed("memory");
    return;
  }
  give_file(file);
}
