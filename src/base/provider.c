// Resource providers: a provider opens the resources "scheme:rest" of its scheme.  Slots count from
// 1.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <engine/base.h>

#include "base/need.h"
#include "base/path.h"
#include "base/platform/compiler.h"
#include "base/registry.h"

static registry providers = REGISTRY_EMPTY;

AT_UNLOAD static void end_at_unload(void) { registry_end(&providers); }

void mjp_defaultResourceProvider(mjpResourceProvider* provider) {
  NEED(provider);
  memset(provider, 0, sizeof *provider);
}

// Whether the whole prefix is a valid scheme; -1 without memory.
static int is_scheme(const char* prefix) {
  size_t n = strlen(prefix);
  char* with_colon = malloc(n + 2);
  if (!with_colon) return -1;
  memcpy(with_colon, prefix, n);
  memcpy(with_colon + n, ":", 2);
  bool whole = path_scheme(with_colon) == n && n > 0;
  free(with_colon);
  return whole;
}

static const char* problem_of(const mjpResourceProvider* p) {
  int scheme = p->prefix ? is_scheme(p->prefix) : 0;
  if (scheme < 0) return "there is no memory";
  if (!scheme) return "its prefix is no valid URI scheme";
  if (!p->open || !p->read || !p->close) return "it must have open, read and close";
  return NULL;
}

static bool same_definition(const mjpResourceProvider* a, const mjpResourceProvider* b) {
  return a->open == b->open && a->read == b->read && a->close == b->close &&
         a->getdir == b->getdir && a->modified == b->modified && a->data == b->data;
}

// The provider registered for a scheme of n bytes, and its slot, counted from 0.
static const mjpResourceProvider* find(const char* scheme, size_t n, int* slot) {
  for (int i = 0, count = registry_count(&providers); i < count; i++) {
    const mjpResourceProvider* p = registry_at(&providers, i);
    if (strlen(p->prefix) == n && !strncasecmp(p->prefix, scheme, n)) {
      *slot = i;
      return p;
    }
  }
  return NULL;
}

static mjpResourceProvider* own_copy(const mjpResourceProvider* p) {
  size_t n = strlen(p->prefix) + 1;
  mjpResourceProvider* copy = malloc(sizeof(mjpResourceProvider) + n);
  if (!copy) return NULL;
  *copy = *p;
  copy->prefix = memcpy(copy + 1, p->prefix, n);
  return copy;
}

int mjp_registerResourceProvider(const mjpResourceProvider* provider) {
  NEED_OR(-1, provider);
  const char* problem = problem_of(provider);
  if (problem) {
    mju_warning("mjp_registerResourceProvider: the provider is refused: %s", problem);
    return -1;
  }
  registry_lock(&providers);
  int slot = -1;
  const mjpResourceProvider* known = find(provider->prefix, strlen(provider->prefix), &slot);
  if (known) {
    if (!same_definition(known, provider)) problem = "is already registered, and different";
  } else {
    mjpResourceProvider* entry = own_copy(provider);
    slot = entry ? registry_add(&providers, entry) : -1;
    if (slot < 0) {
      free(entry);
      problem = "cannot be registered: no memory";
    }
  }
  registry_unlock(&providers);
  if (problem) {
    mju_error("mjp_registerResourceProvider: provider '%s' %s", provider->prefix, problem);
    return -1;
  }
  return slot + 1;
}

int mjp_resourceProviderCount(void) { return registry_count(&providers); }

const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name) {
  int slot;
  size_t n = resource_name ? path_scheme(resource_name) : 0;
  return n ? find(resource_name, n, &slot) : NULL;
}

const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot) {
  return registry_at(&providers, slot - 1);
}
