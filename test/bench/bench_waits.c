// Loads that wait for stores, from a trace of valgrind's lackey on standard input; see waits.sh.
//
// A processor hands a number just stored to a load that asks for bytes of that one store.  A load
// that needs bytes of several stores, or bytes beside them, waits until they are in the cache.
// Printed are the pairs of load and store: how often, bytes loaded, bytes stored, instructions
// between the two, address of the load, of the store.
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  NSTORE = 64,      // as many stores wait for the cache in processors of today
  FAR_AWAY = 150,   // instructions after which a store is in the cache
  NSITE = 1 << 16,  // of a hash table
};

typedef struct {
  uint64_t address, code, time;
  unsigned size;
} store;

typedef struct {
  uint64_t load, store, count, distance;
  unsigned nload, nstore;
} site;

static store stores[NSTORE];
static unsigned nstores;
static site sites[NSITE];

static void note(uint64_t code, unsigned size, uint64_t time, const store* s) {
  unsigned at = (unsigned)((code * 1000003u ^ s->code * 7919u) % NSITE);
  while (sites[at].count && (sites[at].load != code || sites[at].store != s->code)) {
    at = (at + 1) % NSITE;
  }
  site* found = sites + at;
  *found = (site){code, s->code, found->count + 1, found->distance + time - s->time, size, s->size};
}

// The newest store that the load shares bytes with decides.
static void look_back(uint64_t address, unsigned size, uint64_t code, uint64_t time) {
  for (unsigned i = 1; i <= NSTORE && i <= nstores; i++) {
    const store* s = stores + (nstores - i) % NSTORE;
    if (time - s->time > FAR_AWAY) return;
    if (s->address >= address + size || address >= s->address + s->size) continue;
    bool inside = s->address <= address && address + size <= s->address + s->size;
    if (!inside) note(code, size, time, s);
    return;
  }
}

int main(int argc, char** argv) {
  uint64_t least = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, code = 0, time = 0;
  char line[200];
  while (fgets(line, sizeof line, stdin)) {
    char kind = line[0] == 'I' ? 'I' : line[0] == ' ' ? line[1] : 0;
    if (!kind || !strchr("ILSM", kind)) continue;
    char* rest;
    uint64_t address = strtoull(line + 3, &rest, 16);
    unsigned size = *rest == ',' ? (unsigned)strtoul(rest + 1, NULL, 10) : 0;
    if (kind == 'I') {
      code = address;
      time++;
      continue;
    }
    if (kind != 'S') look_back(address, size, code, time);
    if (kind != 'L') stores[nstores++ % NSTORE] = (store){address, code, time, size};
  }
  for (const site* s = sites; s < sites + NSITE; s++) {
    if (s->count < least || !s->count) continue;
    printf("%" PRIu64 " %u %u %" PRIu64 " %" PRIx64 " %" PRIx64 "\n", s->count, s->nload, s->nstore,
           s->distance / s->count, s->load, s->store);
  }
  return 0;
}
