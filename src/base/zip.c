#include "base/zip.h"

#include <stdlib.h>
#include <string.h>

// --- the checksum of CRC-32, a byte at a time ----------------------------------------------------

static uint32_t checksum(const unsigned char* bytes, size_t n) {
  uint32_t table[256];
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  uint32_t crc = 0xFFFFFFFFu;
  for (size_t i = 0; i < n; i++) crc = table[(crc ^ bytes[i]) & 0xFF] ^ crc >> 8;
  return ~crc;
}

// --- inflate: RFC 1951 --------------------------------------------------------------------------

enum { MAX_BITS = 15, MAX_CODES = 320 };

typedef struct {
  const unsigned char* in;
  size_t nin, at;
  uint32_t bits;
  int nbits;
  unsigned char* out;
  size_t nout, size;
  bool bad;
} inflater;

// A canonical Huffman code: the number of codes of each length, and the symbols in code order.
typedef struct {
  int count[MAX_BITS + 1], symbol[MAX_CODES];
} huffman;

static int take_bits(inflater* s, int n) {
  while (s->nbits < n) {
    if (s->at == s->nin) {
      s->bad = true;
      return 0;
    }
    s->bits |= (uint32_t)s->in[s->at++] << s->nbits;
    s->nbits += 8;
  }
  int value = (int)(s->bits & ((1u << n) - 1));
  s->bits >>= n;
  s->nbits -= n;
  return value;
}

// Returns false when there are more codes of some length than that length allows.
static bool make_code(huffman* h, const unsigned char* length, int n) {
  int first[MAX_BITS + 2] = {0}, left = 1;
  memset(h->count, 0, sizeof h->count);
  for (int i = 0; i < n; i++) h->count[length[i]]++;
  for (int k = 1; k <= MAX_BITS; k++) {
    left = 2 * left - h->count[k];
    if (left < 0) return false;
    first[k + 1] = first[k] + h->count[k];
  }
  for (int i = 0; i < n; i++) {
    if (length[i]) h->symbol[first[length[i]]++] = i;
  }
  return true;
}

static int take_symbol(inflater* s, const huffman* h) {
  int code = 0, first = 0, index = 0;
  for (int k = 1; k <= MAX_BITS && !s->bad; k++) {
    code |= take_bits(s, 1);
    if (code - h->count[k] < first) return h->symbol[index + code - first];
    index += h->count[k];
    first = (first + h->count[k]) << 1;
    code <<= 1;
  }
  s->bad = true;
  return 0;
}

static void put_byte(inflater* s, unsigned char byte) {
  if (s->size == s->nout) {
    s->bad = true;
  } else {
    s->out[s->size++] = byte;
  }
}

static void copy_back(inflater* s, int length, int distance) {
  if ((size_t)distance > s->size) s->bad = true;
  while (length-- > 0 && !s->bad) put_byte(s, s->out[s->size - (size_t)distance]);
}

static void inflate_codes(inflater* s, const huffman* lengths, const huffman* distances) {
  static const short base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
  static const short extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                  2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
  while (!s->bad) {
    int symbol = take_symbol(s, lengths);
    if (s->bad || symbol == 256) return;
    if (symbol < 256) {
      put_byte(s, (unsigned char)symbol);
      continue;
    }
    if (symbol > 285) {
      s->bad = true;
      return;
    }
    int length = base[symbol - 257] + take_bits(s, extra[symbol - 257]);
    int far = take_symbol(s, distances);
    if (s->bad || far > 29) {
      s->bad = true;
      return;
    }
    int more = far < 2 ? 0 : far / 2 - 1;
    int distance = far < 2 ? far + 1 : ((2 + far % 2) << more) + 1 + take_bits(s, more);
    copy_back(s, length, distance);
  }
}

static void inflate_stored(inflater* s) {
  s->bits = 0;
  s->nbits = 0;
  if (s->nin - s->at < 4) {
    s->bad = true;
    return;
  }
  const unsigned char* head = s->in + s->at;
  size_t n = head[0] | (size_t)head[1] << 8;
  s->at += 4;
  if ((n ^ 0xFFFF) != (head[2] | (size_t)head[3] << 8) || n > s->nin - s->at ||
      n > s->nout - s->size) {
    s->bad = true;
    return;
  }
  memcpy(s->out + s->size, s->in + s->at, n);
  s->at += n;
  s->size += n;
}

static void inflate_fixed(inflater* s) {
  unsigned char length[288];
  huffman lengths, distances;
  for (int i = 0; i < 288; i++) length[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  make_code(&lengths, length, 288);
  memset(length, 5, 30);
  make_code(&distances, length, 30);
  inflate_codes(s, &lengths, &distances);
}

// Reads the code lengths, which are themselves Huffman-coded with run lengths (RFC 1951, 3.2.7).
static int take_lengths(inflater* s, unsigned char* length, int n) {
  static const unsigned char order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                          11, 4,  12, 3, 13, 2, 14, 1, 15};
  unsigned char first[19] = {0};
  huffman code;
  int ncode = take_bits(s, 4) + 4, i = 0;
  for (int k = 0; k < ncode; k++) first[order[k]] = (unsigned char)take_bits(s, 3);
  if (!make_code(&code, first, 19)) return -1;
  while (i < n && !s->bad) {
    int symbol = take_symbol(s, &code), repeat = 1, value = symbol;
    if (symbol == 16) {
      if (!i) return -1;
      value = length[i - 1];
      repeat = 3 + take_bits(s, 2);
    } else if (symbol > 16) {
      value = 0;
      repeat = symbol == 17 ? 3 + take_bits(s, 3) : 11 + take_bits(s, 7);
    }
    if (repeat > n - i) return -1;
    while (repeat-- > 0) length[i++] = (unsigned char)value;
  }
  return s->bad ? -1 : 0;
}

static void inflate_dynamic(inflater* s) {
  unsigned char length[MAX_CODES];
  huffman lengths, distances;
  int nlength = take_bits(s, 5) + 257, ndistance = take_bits(s, 5) + 1;
  bool good =
      nlength <= 286 && ndistance <= 30 && take_lengths(s, length, nlength + ndistance) == 0 &&
      make_code(&lengths, length, nlength) && make_code(&distances, length + nlength, ndistance);
  if (good) {
    inflate_codes(s, &lengths, &distances);
  } else {
    s->bad = true;
  }
}

static bool inflate(const zip_entry* e, unsigned char* out) {
  inflater s = {.in = e->packed, .nin = e->npacked, .out = out, .nout = e->size};
  for (int last = 0; !last && !s.bad;) {
    last = take_bits(&s, 1);
    switch (take_bits(&s, 2)) {
      case 0: inflate_stored(&s); break;
      case 1: inflate_fixed(&s); break;
      case 2: inflate_dynamic(&s); break;
      default: s.bad = true;
    }
  }
  return !s.bad && s.size == e->size;
}

// --- reading ------------------------------------------------------------------------------------

enum { END_SIZE = 22, LIST_SIZE = 46, LOCAL_SIZE = 30, STORED = 0, DEFLATED = 8 };

static uint32_t at2(const unsigned char* p) { return p[0] | (uint32_t)p[1] << 8; }
static uint32_t at4(const unsigned char* p) { return at2(p) | at2(p + 2) << 16; }

// The end-of-central-directory record; a comment may follow it.
static const unsigned char* find_end(const unsigned char* bytes, size_t n) {
  for (size_t back = END_SIZE; back <= n && back < END_SIZE + 0x10000; back++) {
    if (at4(bytes + n - back) == 0x06054b50) return bytes + n - back;
  }
  return NULL;
}

// Find the data of a file, which follow its local header; false when they lie outside the archive.
static bool find_bytes(const unsigned char* bytes, size_t n, size_t at, zip_entry* e) {
  if (at > n || n - at < LOCAL_SIZE || at4(bytes + at) != 0x04034b50) return false;
  size_t skip = LOCAL_SIZE + at2(bytes + at + 26) + at2(bytes + at + 28);
  if (skip > n - at || e->npacked > n - at - skip) return false;
  e->packed = bytes + at + skip;
  return true;
}

const char* zip_walk(const void* data, size_t n, zip_visit visit, void* to) {
  const unsigned char *bytes = data, *end = find_end(bytes, n);
  if (!end) return "it is no zip archive";
  size_t at = at4(end + 16);
  for (int left = (int)at2(end + 10); left > 0; left--) {
    if (at > n || n - at < LIST_SIZE || at4(bytes + at) != 0x02014b50) return "its list is damaged";
    const unsigned char* p = bytes + at;
    size_t nname = at2(p + 28), next = LIST_SIZE + nname + at2(p + 30) + at2(p + 32);
    if (next > n - at) return "its list is damaged";
    zip_entry e = {.name = (const char*)p + LIST_SIZE,
                   .nname = (int)nname,
                   .npacked = at4(p + 20),
                   .size = at4(p + 24),
                   .method = (int)at2(p + 10),
                   .crc = at4(p + 16)};
    at += next;
    bool folder = nname && e.name[nname - 1] == '/';
    if (folder || !e.size) continue;
    if (at2(p + 8) & 1) return "it is encrypted";
    if (e.method != STORED && e.method != DEFLATED) return "it is packed in an unknown way";
    if (!find_bytes(bytes, n, at4(p + 42), &e)) return "a file of it is not there";
    if (!visit(to, &e)) return NULL;
  }
  return NULL;
}

unsigned char* zip_unpack(const zip_entry* e, bool* no_memory) {
  *no_memory = false;
  // deflate expands a byte to at most 1032: a larger stated size is false
  if (e->method == DEFLATED ? e->size / 1032 > e->npacked : e->size != e->npacked) return NULL;
  unsigned char* out = malloc(e->size + 1);
  *no_memory = !out;
  if (!out) return NULL;
  bool good = true;
  if (e->method == STORED) {
    memcpy(out, e->packed, e->size);
  } else {
    good = inflate(e, out);
  }
  if (!good || checksum(out, e->size) != e->crc) {
    free(out);
    return NULL;
  }
  out[e->size] = 0;
  return out;
}

// --- writing ------------------------------------------------------------------------------------

static bool make_room(unsigned char** data, size_t* capacity, size_t wanted) {
  if (wanted <= *capacity) return true;
  size_t n = *capacity ? *capacity : 4096;
  while (n < wanted) n *= 2;
  unsigned char* more = realloc(*data, n);
  if (!more) return false;
  *data = more;
  *capacity = n;
  return true;
}

static void put2(unsigned char* p, size_t x) {
  p[0] = (unsigned char)x;
  p[1] = (unsigned char)(x >> 8);
}
static void put4(unsigned char* p, size_t x) {
  put2(p, x);
  put2(p + 2, x >> 16);
}

// Write the fields that the local header and the central directory entry share, beginning with
// "version needed to extract".
static void put_facts(unsigned char* p, uint32_t crc, size_t n, size_t nname) {
  put2(p, 20);
  put2(p + 8, 0x21);  // always 1 January 1980, so that equal files give equal archives
  put4(p + 10, crc);
  put4(p + 14, n);
  put4(p + 18, n);
  put2(p + 22, nname);
}

void zip_add(zip_archive* z, const char* name, const void* bytes, size_t n) {
  size_t nname = strlen(name), begin = z->size;
  if (z->failed || nname > 0xFFFF || z->count == 0xFFFF || z->size + n > 0xF0000000u ||
      !make_room(&z->data, &z->capacity, z->size + LOCAL_SIZE + nname + n) ||
      !make_room(&z->list, &z->list_capacity, z->nlist + LIST_SIZE + nname)) {
    z->failed = true;
    return;
  }
  uint32_t crc = checksum(bytes, n);
  unsigned char *local = z->data + z->size, *entry = z->list + z->nlist;
  memset(local, 0, LOCAL_SIZE);
  put4(local, 0x04034b50);
  put_facts(local + 4, crc, n, nname);
  memcpy(local + LOCAL_SIZE, name, nname);
  memcpy(local + LOCAL_SIZE + nname, bytes, n);
  z->size += LOCAL_SIZE + nname + n;
  memset(entry, 0, LIST_SIZE);
  put4(entry, 0x02014b50);
  put2(entry + 4, 20);
  put_facts(entry + 6, crc, n, nname);
  put4(entry + 42, begin);
  memcpy(entry + LIST_SIZE, name, nname);
  z->nlist += LIST_SIZE + nname;
  z->count++;
}

unsigned char* zip_finish(zip_archive* z, size_t* size) {
  unsigned char* whole = NULL;
  if (!z->failed && make_room(&z->data, &z->capacity, z->size + z->nlist + END_SIZE)) {
    unsigned char* end = z->data + z->size + z->nlist;
    if (z->nlist) memcpy(z->data + z->size, z->list, z->nlist);
    memset(end, 0, END_SIZE);
    put4(end, 0x06054b50);
    put2(end + 8, (size_t)z->count);
    put2(end + 10, (size_t)z->count);
    put4(end + 12, z->nlist);
    put4(end + 16, z->size);
    *size = z->size + z->nlist + END_SIZE;
    whole = z->data;
  } else {
    free(z->data);
  }
  free(z->list);
  memset(z, 0, sizeof *z);
  return whole;
}
