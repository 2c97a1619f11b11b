// Small files that ask for a lot, and files that are none: refused with the place, at once, and
// before much memory is taken.
#include "math/draw.h"

#include <sys/stat.h>
#include <unistd.h>

#include <engine/engine.h>

static mjVFS files;

static void add_text(const char* name, const char* text) {
  assert_int_equal(mj_addBufferVFS(&files, name, text, (int)strlen(text)), 0);
}

// The file is refused, the message says where and what.
static void refused(const char* name, const char* what) {
  char error[4000] = "";
  mjModel* m = mj_loadXML(name, &files, error, sizeof error);
  if (m || !strstr(error, what)) fail_msg("%s: %s", name, m ? "loaded" : error);
  mj_deleteModel(m);
}

static void begin(void) { mj_defaultVFS(&files); }
static void end(void) { mj_deleteVFS(&files); }

// Each attaches the next twice: 2^24 copies of the last.
static void attachments_that_double_are_refused(void** state) {
  (void)state;
  enum { LEVELS = 24 };
  begin();
  for (int i = 0; i <= LEVELS; i++) {
    char name[20], text[400];
    snprintf(name, sizeof name, "e%d.xml", i);
    snprintf(text, sizeof text,
             "<mujoco><asset><model name='a' file='e%d.xml'/></asset><worldbody><body name='b'>"
             "<geom size='.1'/>\n<attach model='a' body='b' prefix='x'/>"
             "<attach model='a' body='b' prefix='y'/></body></worldbody></mujoco>",
             i + 1);
    if (i == LEVELS) {
      strcpy(text,
             "<mujoco><worldbody><body name='b'><geom size='.1'/></body></worldbody></mujoco>");
    }
    add_text(name, text);
  }
  refused("e0.xml", "could not read model 'e1.xml'");
  refused("e8.xml", "e9.xml:2:1: element 'attach': more than 262144 elements would be attached");
  char error[500];
  mjModel* m = mj_loadXML("e16.xml", &files, error, sizeof error);
  assert_non_null(m);
  assert_int_equal(m->nbody, 1 << 9);
  mj_deleteModel(m);
  end();
}

// A model too large to be attached again and again, although it may be loaded itself.
static void large_parts_are_not_multiplied(void** state) {
  (void)state;
  begin();
  add_text("part.xml",
           "<mujoco><worldbody><body name='b'><replicate count='400' offset='1 0 0'><replicate "
           "count='400' offset='0 1 0'><geom size='.1'/></replicate></replicate></body></worldbody>"
           "</mujoco>");
  add_text("whole.xml",
           "<mujoco><asset><model name='c' file='part.xml'/></asset><worldbody>"
           "<attach model='c' body='b' prefix='1'/></worldbody></mujoco>");
  refused("whole.xml", "whole.xml:1:");
  end();
}

// Before one element is made, and whether or not much of it is attached.
static void models_read_to_be_attached_count_first(void** state) {
  (void)state;
  begin();
  const char* grid =
      "<mujoco><worldbody><body name='b'/><replicate count='%d' offset='1 0 0'><replicate "
      "count='%d' offset='0 1 0'><geom size='.1'/></replicate></replicate></worldbody></mujoco>";
  char text[600];
  snprintf(text, sizeof text, grid, 1000, 900);
  add_text("large.xml", text);
  snprintf(text, sizeof text, grid, 10, 10);
  add_text("small.xml", text);
  add_text("one.xml",
           "<mujoco><asset><model name='c' file='large.xml'/></asset><worldbody>"
           "<attach model='c' body='b' prefix='1'/></worldbody></mujoco>");
  refused("one.xml",
          "large.xml:1:9: element 'worldbody': replicates make 900001 elements; expected at most "
          "262144 in a model that is attached");
  add_text("both.xml",
           "<mujoco><asset><model name='c' file='small.xml'/></asset><worldbody>"
           "<attach model='c' body='b' prefix='1'/><replicate count='999950' offset='1 0 0'><geom "
           "size='.1'/></replicate></worldbody></mujoco>");
  refused("both.xml",
          "both.xml:1:58: element 'worldbody': replicates make 999951 elements; expected at most "
          "999899 beside those of the models before");
  end();
}

static void negative_counts_are_refused(void** state) {
  (void)state;
  begin();
  add_text("n.xml",
           "<mujoco><worldbody><replicate count='-1'><geom size='1'/></replicate></worldbody>"
           "</mujoco>");
  refused("n.xml", "n.xml:1:31: element 'replicate': count is -1");
  end();
}

// Sizes of the model as a whole: the message has the file.
static void sizes_beyond_reason_are_refused(void** state) {
  (void)state;
  static const char* const texts[][2] = {
      {"<mujoco><size nkey='2000000000'/></mujoco>",
       "s.xml:1:9: nkey is 2000000000; expected at most"},
      {"<mujoco><worldbody><replicate count='70000'><body><geom size='1'/></body></replicate>"
       "</worldbody></mujoco>",
       "s.xml:1:45: body: 70001 bodies and flexes are too many"},
      {"<mujoco><asset><texture name='t' type='2d' builtin='flat' width='2147483647' height='9'/>"
       "</asset></mujoco>",
       "s.xml:1:"},
      {"<mujoco><asset><hfield name='t' nrow='2147483647' ncol='2' size='1 1 1 1'/></asset>"
       "</mujoco>",
       "s.xml:1:"},
      {"<mujoco><custom><numeric name='t' size='2147483647'/></custom></mujoco>", "s.xml:1:"},
      {"<mujoco><worldbody><flexcomp name='f' count='2000000 2000000 1' spacing='1 1 1'/>"
       "</worldbody></mujoco>",
       "s.xml:1:"},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    begin();
    add_text("s.xml", texts[i][0]);
    refused("s.xml", texts[i][1]);
    end();
  }
}

// ---------------------------------------------------------------------------------- a PNG bomb

typedef struct {
  unsigned char* at;
  int bit;
} bit_writer;

// Codes of deflate have their highest bit first.
static void put_code(bit_writer* w, unsigned code, int n) {
  for (int i = n - 1; i >= 0; i--) {
    if (w->bit == 0) *w->at = 0;
    *w->at = (unsigned char)(*w->at | (code >> i & 1) << w->bit);
    if (++w->bit == 8) w->at++, w->bit = 0;
  }
}

static unsigned char* put_big(unsigned char* at, unsigned x) {
  for (int i = 0; i < 4; i++) at[i] = (unsigned char)(x >> (24 - 8 * i));
  return at + 4;
}

static unsigned crc(const unsigned char* data, size_t n) {
  unsigned c = ~0u;
  for (size_t i = 0; i < n; i++) {
    c ^= data[i];
    for (int k = 0; k < 8; k++) c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
  }
  return ~c;
}

// A chunk whose n bytes of data stand 8 bytes on already.
static unsigned char* end_chunk(unsigned char* at, const char* type, unsigned n) {
  put_big(at, n);
  memcpy(at + 4, type, 4);
  return put_big(at + 8 + n, crc(at + 4, n + 4));
}

// Ten by ten pixels in the header, nmatch times 258 zeros in the data.
static int make_bomb(unsigned char* png, int nmatch) {
  static const unsigned char magic[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  static const unsigned char rest[] = {8, 0, 0, 0, 0};  // 8 bits, grey, not interlaced
  unsigned char* at = png;
  memcpy(at, magic, sizeof magic);
  at += sizeof magic;
  memcpy(put_big(put_big(at + 8, 10), 10), rest, sizeof rest);
  at = end_chunk(at, "IHDR", 13);
  unsigned char* data = at + 8;
  data[0] = 0x78, data[1] = 0x01;
  bit_writer w = {data + 2, 0};
  put_code(&w, 6, 3);     // the last block, with fixed codes: bits 1, then 01 from its lowest
  put_code(&w, 0x30, 8);  // a zero
  for (int i = 0; i < nmatch; i++) put_code(&w, 0xc5 << 5, 13);  // the last 258 bytes again
  put_code(&w, 0, 7);                                            // the end
  at = end_chunk(at, "IDAT", (unsigned)(w.at + 1 - data));
  return (int)(end_chunk(at, "IEND", 0) - png);
}

static void images_that_swell_are_refused(void** state) {
  (void)state;
  enum { MATCHES = 200000 };  // 50 MB
  unsigned char* png = malloc(2 * MATCHES + 1000);
  begin();
  int n = make_bomb(png, MATCHES);
  assert_int_equal(mj_addBufferVFS(&files, "bomb.png", png, n), 0);
  add_text("bomb.xml",
           "<mujoco><asset><texture name='t' type='2d' file='bomb.png'/></asset></mujoco>");
  // the words are those of the library that reads it: "its data hold more ..." or "it is ...
  // damaged"
  refused("bomb.xml", "texture 't': PNG file 'bomb.png': it");
  end();
  free(png);
}

// ------------------------------------------------------------------------------ what is no file

static void pipes_and_devices_are_refused(void** state) {
  (void)state;
  begin();
  remove("hostile.fifo");
  assert_int_equal(mkfifo("hostile.fifo", 0600), 0);
  alarm(20);
  refused("hostile.fifo", "it is a pipe or a device");
  refused("/dev/zero", "it is a pipe or a device");
  add_text("i.xml", "<mujoco><include file='/dev/zero'/></mujoco>");
  refused("i.xml", "i.xml:1:18: element 'include': could not open '/dev/zero': it is a pipe");
  add_text("h.xml",
           "<mujoco><asset><hfield name='h' file='/dev/zero' content_type='image/png' size='1 1 1 "
           "1'/></asset></mujoco>");
  refused("h.xml", "it is a pipe or a device");
  assert_int_equal(mj_addFileVFS(&files, NULL, "hostile.fifo"), -1);
  assert_null(mj_loadModel("hostile.fifo", NULL));
  alarm(0);
  remove("hostile.fifo");
  end();
}

static void ignore(const char* text) { (void)text; }

int main(void) {
  mju_user_warning = ignore;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(attachments_that_double_are_refused),
      cmocka_unit_test(large_parts_are_not_multiplied),
      cmocka_unit_test(models_read_to_be_attached_count_first),
      cmocka_unit_test(sizes_beyond_reason_are_refused),
      cmocka_unit_test(negative_counts_are_refused),
      cmocka_unit_test(images_that_swell_are_refused),
      cmocka_unit_test(pipes_and_devices_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
