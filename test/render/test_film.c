// Pictures and films in files: read back by their own structure and by the decoder of textures.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>
#include <engine/film.h>

#include "asset/picture.h"
#include "base/disk.h"

enum { WIDTH = 37, HEIGHT = 23, FRAMES = 9 };

static void paint(unsigned char* rgb, int frame) {
  for (int i = 0; i < WIDTH * HEIGHT; i++) {
    int x = i % WIDTH, y = i / WIDTH, moved = x == 3 * frame && y > 5 && y < 12;
    rgb[3 * i] = (unsigned char)(7 * x);
    rgb[3 * i + 1] = (unsigned char)(11 * y);
    rgb[3 * i + 2] = (unsigned char)(moved ? 255 : x * y);
  }
}

static void a_picture_is_read_back(void** state) {
  (void)state;
  unsigned char rgb[3 * WIDTH * HEIGHT];
  char error[200] = "";
  paint(rgb, 2);
  assert_int_equal(eng_writePicture("picture.png", rgb, WIDTH, HEIGHT, error, sizeof error), 0);
  size_t size;
  char* file = disk_read("picture.png", &size);
  picture image;
  assert_null(picture_decode(&image, file, size, 3));
  assert_int_equal(image.width, WIDTH);
  assert_int_equal(image.height, HEIGHT);
  for (int y = 0; y < HEIGHT; y++) {  // rows of files are from the top
    assert_memory_equal(image.pixel + 3 * WIDTH * y, rgb + 3 * WIDTH * (HEIGHT - 1 - y), 3 * WIDTH);
  }
  picture_free(&image);
  free(file);
}

static uint32_t get32(const unsigned char* p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// Chunks follow each other to the end, numbers of frames count up, and the
// first frame is a picture.
static void a_film_is_a_list_of_chunks(void** state) {
  (void)state;
  unsigned char rgb[3 * WIDTH * HEIGHT];
  char error[200] = "";
  engFilm* film = eng_openFilm("film.png", WIDTH, HEIGHT, 25, error, sizeof error);
  assert_non_null(film);
  for (int i = 0; i < FRAMES; i++) {
    paint(rgb, i - i % 2);  // every other one is like the one before
    assert_int_equal(eng_addFrame(film, rgb), 0);
  }
  assert_int_equal(eng_closeFilm(film), FRAMES);
  size_t size;
  unsigned char* file = (unsigned char*)disk_read("film.png", &size);
  uint32_t number = 0, frames = 0, promised = 0;
  for (size_t at = 8; at < size;) {
    uint32_t n = get32(file + at);
    const unsigned char* name = file + at + 4;
    if (!memcmp(name, "acTL", 4)) promised = get32(name + 4);
    if (!memcmp(name, "fcTL", 4)) {
      frames++;
      assert_int_equal(get32(name + 4), number++);
      assert_true(get32(name + 8) + get32(name + 16) <= WIDTH);
      assert_true(get32(name + 12) + get32(name + 20) <= HEIGHT);
      if (frames > 1) assert_true(get32(name + 12) <= 6);  // no more than what moved
    }
    if (!memcmp(name, "fdAT", 4)) assert_int_equal(get32(name + 4), number++);
    at += 12 + n;
    if (!memcmp(name, "IEND", 4)) assert_int_equal(at, size);
  }
  assert_int_equal(frames, FRAMES);
  assert_int_equal(promised, FRAMES);
  picture image;
  assert_null(picture_decode(&image, file, size, 3));
  paint(rgb, 0);
  assert_memory_equal(image.pixel, rgb + 3 * WIDTH * (HEIGHT - 1), 3 * WIDTH);
  picture_free(&image);
  free(file);
}

static void what_cannot_be_written_is_told(void** state) {
  (void)state;
  unsigned char rgb[3] = {0};
  char error[200] = "";
  assert_int_equal(eng_writePicture("no/such/folder.png", rgb, 1, 1, error, sizeof error), -1);
  assert_non_null(strstr(error, "no/such/folder.png: cannot be written"));
  assert_int_equal(eng_writePicture("refused.png", rgb, 0, 1, error, sizeof error), -1);
  assert_null(eng_openFilm("no/such/folder.png", 1, 1, 10, error, sizeof error));
  assert_null(eng_openFilm("refused.png", 1, 1, 0, error, sizeof error));
  assert_null(eng_openFilm("refused.png", 1, -1, 10, NULL, 0));
  engFilm* film = eng_openFilm("refused.png", 1, 1, 10, error, sizeof error);
  assert_int_equal(eng_closeFilm(film), -1);  // of no picture
  assert_int_equal(eng_closeFilm(NULL), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_picture_is_read_back),
      cmocka_unit_test(a_film_is_a_list_of_chunks),
      cmocka_unit_test(what_cannot_be_written_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
