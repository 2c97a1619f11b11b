// Model formats: registered decoders and encoders.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <engine/mjcf.h>
#include <engine/model.h>
#include <engine/spec.h>

#include "base/need.h"
#include "base/path.h"
#include "base/platform/compiler.h"
#include "base/registry.h"
#include "base/resource.h"
#include "mjcf/archive.h"
#include "mjcf/write.h"

static registry decoders = REGISTRY_EMPTY, encoders = REGISTRY_EMPTY;

AT_UNLOAD static void end_at_unload(void) {
  registry_end(&decoders);
  registry_end(&encoders);
}

static void refuse(char* error, int nerror, const char* format, const char* name) {
  if (error && nerror > 0) snprintf(error, (size_t)nerror, format, name);
}

// Whether an extension, with its dot, is in a list ".a|.b".
static bool is_listed(const char* list, const char* extension) {
  size_t n = strlen(extension);
  for (const char* at = list; n && at && *at;) {
    size_t length = strcspn(at, "|");
    if (length == n && !strncasecmp(at, extension, n)) return true;
    at += length + (at[length] == '|');
  }
  return false;
}

// The extension of a name, with its dot; "" without one.
static const char* extension_of(const char* name) {
  const char* dot = name ? strrchr(path_base(name), '.') : NULL;
  return dot ? dot : "";
}

static bool has_type(const char* asked, const char* type) {
  return asked && *asked && type && !strcasecmp(asked, type);
}

static bool is_same_text(const char* a, const char* b) {
  return a == b || (a && b && !strcmp(a, b));
}

// Whether two formats have a content type or extension in common.
static bool overlaps(const char* type, const char* extension, const char* other_type,
                     const char* other_extension) {
  if (has_type(type, other_type)) return true;
  char one[100];
  for (const char* at = extension; at && *at;) {
    size_t n = strcspn(at, "|");
    snprintf(one, sizeof one, "%.*s", (int)n, at);
    if (is_listed(other_extension, one)) return true;
    at += n + (at[n] == '|');
  }
  return false;
}

// How decoders and encoders begin; their functions follow.
typedef struct {
  const char *content_type, *extension;
} coder_format;
_Static_assert(offsetof(mjpDecoder, can_decode) == sizeof(coder_format), "a decoder begins so");
_Static_assert(offsetof(mjpEncoder, encode) == sizeof(coder_format), "an encoder begins so");

static bool is_same_coder(const void* a, const void* b, size_t size) {
  const coder_format *f = a, *g = b;
  return is_same_text(f->content_type, g->content_type) &&
         is_same_text(f->extension, g->extension) && !memcmp(f + 1, g + 1, size - sizeof *f);
}

// Add a decoder or encoder of so many bytes, unless it is there; returns why it cannot be added.
static const char* add_coder(registry* list, const void* coder, size_t size) {
  const coder_format* format = coder;
  const char* problem = NULL;
  bool known = false;
  registry_lock(list);
  for (int i = 0; i < registry_count(list) && !known && !problem; i++) {
    const coder_format* other = registry_at(list, i);
    known = is_same_coder(other, coder, size);
    if (!known &&
        overlaps(format->content_type, format->extension, other->content_type, other->extension)) {
      problem = "another one is registered for its type or extension";
    }
  }
  void* copy = known || problem ? NULL : malloc(size);
  if (copy) memcpy(copy, coder, size);
  if (!known && !problem && (!copy || registry_add(list, copy) < 0)) {
    free(copy);
    problem = "there is no memory";
  }
  registry_unlock(list);
  return problem;
}

// --- decoders -----------------------------------------------------------------------------------

static mjSpec* decode_archive(mjResource* resource, const mjVFS* vfs) {
  char error[1000];
  mjSpec* s = archive_read(resource, vfs, error, sizeof error);
  if (!s) mju_warning("%s", error);
  return s;
}

static const mjpDecoder archive_decoder = {"application/zip", ".mjz|.zip", NULL, decode_archive};

void mjp_defaultDecoder(mjpDecoder* decoder) {
  NEED(decoder);
  memset(decoder, 0, sizeof *decoder);
}

static bool decodes(const mjpDecoder* c, const mjResource* r, const char* type) {
  bool asked = type && *type;
  bool fits = asked ? has_type(type, c->content_type)
                    : is_listed(c->extension, extension_of(r ? r->name : NULL));
  return fits && (!c->can_decode || !r || c->can_decode(r));
}

const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type) {
  for (int i = 0, n = registry_count(&decoders); i < n; i++) {
    const mjpDecoder* c = registry_at(&decoders, i);
    if (decodes(c, resource, content_type)) return c;
  }
  return decodes(&archive_decoder, resource, content_type) ? &archive_decoder : NULL;
}

void mjp_registerDecoder(const mjpDecoder* decoder) {
  NEED(decoder);
  if (!decoder->decode || !(decoder->content_type || decoder->extension)) {
    mju_error("mjp_registerDecoder: a decoder has decode, and a content type or an extension");
    return;
  }
  const char* problem = add_coder(&decoders, decoder, sizeof *decoder);
  if (problem) mju_error("mjp_registerDecoder: %s", problem);
}

mjSpec* mju_decodeResource(mjResource* resource, const char* content_type, const mjVFS* vfs) {
  NEED_OR(NULL, resource);
  const mjpDecoder* c = mjp_findDecoder(resource, content_type);
  return c ? c->decode(resource, vfs) : NULL;
}

static bool is_xml(const char* filename, const char* content_type) {
  if (content_type && *content_type) return has_type(content_type, "text/xml");
  const char* extension = extension_of(filename);
  return !strcasecmp(extension, ".xml") || !strcasecmp(extension, ".urdf");
}

static int read_nothing(mjResource* r, const void** buffer) {
  (void)r;
  *buffer = NULL;
  return 0;
}
static void close_nothing(mjResource* r) { (void)r; }
static const mjpResourceProvider nothing = {.read = read_nothing, .close = close_nothing};

// Decoders can also create models from a name alone: if the file cannot be opened they get just the
// name.
static mjSpec* decode_file(const char* filename, const char* content_type, const mjVFS* vfs,
                           char* error, int nerror) {
  mjResource* opened = resource_open(NULL, filename, vfs, error, error ? (size_t)nerror : 0);
  mjResource named = {.name = (char*)filename, .provider = &nothing};
  mjResource* r = opened ? opened : &named;
  const mjpDecoder* c = mjp_findDecoder(r, content_type);
  mjSpec* s = NULL;
  if (!c) {
    refuse(error, nerror, "'%s': could not decode content: no decoder is known for it", filename);
  } else if (c == &archive_decoder) {
    if (opened) s = archive_read(r, vfs, error, error ? nerror : 0);
  } else {
    s = c->decode(r, vfs);
    if (!s) refuse(error, nerror, "'%s': could not decode content", filename);
  }
  resource_close(opened);
  return s;
}

mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs, char* error,
                 int error_sz) {
  NEED_OR(NULL, filename);
  if (error && error_sz > 0) *error = 0;
  if (is_xml(filename, content_type)) return mj_parseXML(filename, vfs, error, error_sz);
  return decode_file(filename, content_type, vfs, error, error_sz);
}

// --- encoders -----------------------------------------------------------------------------------

void mjp_defaultEncoder(mjpEncoder* encoder) {
  NEED(encoder);
  memset(encoder, 0, sizeof *encoder);
}

static bool encodes(const mjpEncoder* c, const char* filename, const char* type) {
  return type && *type ? has_type(type, c->content_type)
                       : is_listed(c->extension, extension_of(filename));
}

static int64_t encode_archive(const mjSpec* s, const mjModel* m, const mjVFS* vfs, mjResource* r) {
  (void)m;
  const char *base = path_base(r->name), *dot = strrchr(base, '.');
  size_t n = dot ? (size_t)(dot - base) : strlen(base), size = 0;
  char stem[300];
  snprintf(stem, sizeof stem, "%.*s", n < sizeof stem ? (int)n : (int)sizeof stem - 1, base);
  r->data =
      archive_write(s, *stem ? stem : "model", vfs, &size, r->timestamp, (int)sizeof r->timestamp);
  return r->data ? (int64_t)size : -1;
}

static void free_data(mjResource* r) { free(r->data); }

static const mjpEncoder archive_encoder = {"application/zip", ".mjz|.zip", encode_archive,
                                           free_data};

const mjpEncoder* mjp_findEncoder(const char* filename, const char* content_type) {
  for (int i = 0, n = registry_count(&encoders); i < n; i++) {
    const mjpEncoder* c = registry_at(&encoders, i);
    if (encodes(c, filename, content_type)) return c;
  }
  return encodes(&archive_encoder, filename, content_type) ? &archive_encoder : NULL;
}

void mjp_registerEncoder(const mjpEncoder* encoder) {
  NEED(encoder);
  if (!encoder->encode || !(encoder->content_type || encoder->extension)) {
    mju_error("mjp_registerEncoder: an encoder has encode, and a content type or an extension");
    return;
  }
  const char* problem = add_coder(&encoders, encoder, sizeof *encoder);
  if (problem) mju_error("mjp_registerEncoder: %s", problem);
}

typedef struct {
  const char* filename;
  mjVFS* vfs;
  char* error;
  int nerror;
} encoding_target;

static int64_t write_bytes(const encoding_target* t, const void* bytes, size_t n) {
  return mju_writeResource(t->filename, bytes, n, t->vfs, t->error,
                           t->error ? (size_t)t->nerror : 0);
}

static int64_t encode_xml(const mjSpec* s, const encoding_target* t) {
  text xml = write_whole(spec_of(s), t->error, t->nerror);
  int64_t written = xml.data ? write_bytes(t, xml.data, xml.size) : -1;
  text_free(&xml);
  return written;
}

static int64_t encode_model(const mjModel* m, const encoding_target* t) {
  int n = mj_sizeModel(m);
  void* bytes = n > 0 ? malloc((size_t)n) : NULL;
  if (!bytes) {
    refuse(t->error, t->nerror, "'%s': there is no memory for the model", t->filename);
    return -1;
  }
  mj_saveModel(m, NULL, bytes, n);
  int64_t written = write_bytes(t, bytes, (size_t)n);
  free(bytes);
  return written;
}

// Printing is only possible to files.
static int64_t encode_text(const mjModel* m, const encoding_target* t) {
  if (t->vfs) {
    refuse(t->error, t->nerror, "'%s': text of a model is written to a file; pass no file system",
           t->filename);
    return -1;
  }
  mj_printModel(m, t->filename);
  FILE* f = fopen(t->filename, "rb");
  int64_t n = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
  if (f) fclose(f);
  if (n < 0) refuse(t->error, t->nerror, "cannot write '%s'", t->filename);
  return n;
}

static int64_t encode_other(const mjSpec* s, const mjModel* m, const char* content_type,
                            const encoding_target* t) {
  const mjpEncoder* c = mjp_findEncoder(t->filename, content_type);
  if (!c) {
    refuse(t->error, t->nerror, "'%s': no encoder found for it", t->filename);
    return -1;
  }
  mjResource r = {.name = (char*)t->filename};
  int64_t n = c->encode(s, m, t->vfs, &r), written = -1;
  if (n < 0 || (n && !r.data)) {
    refuse(t->error, t->nerror, "encoder failed%s", *r.timestamp ? ":" : "");
    if (t->error && *r.timestamp) {
      size_t used = strlen(t->error);
      snprintf(t->error + used, (size_t)t->nerror - used, " %s", r.timestamp);
    }
  } else {
    written = write_bytes(t, r.data, (size_t)n);
  }
  if (c->close_resource) c->close_resource(&r);
  return written;
}

int64_t mj_encode(const mjSpec* s, const mjModel* m, const char* filename, const char* content_type,
                  const mjVFS* vfs, char* error, int error_sz) {
  NEED_OR(-1, filename);
  if (error && error_sz > 0) *error = 0;
  encoding_target t = {filename, (mjVFS*)vfs, error, error_sz};
  const char* type = content_type ? content_type : "";
  const char* extension = *type ? "" : extension_of(filename);
  bool binary = !strcasecmp(extension, ".mjb");
  bool plain = !strcasecmp(extension, ".txt") || has_type(type, "text/plain");
  bool xml = !strcasecmp(extension, ".xml") || has_type(type, "text/xml");
  if ((binary || plain) && !m) {
    refuse(error, error_sz, "'%s': the compiled model is needed for it", filename);
    return -1;
  }
  if (binary) return encode_model(m, &t);
  if (plain) return encode_text(m, &t);
  if (!s) {
    refuse(error, error_sz, "'%s': a specification is needed for it", filename);
    return -1;
  }
  if (m && !mj_copyBack((mjSpec*)s, m)) {
    refuse(error, error_sz, "'%s': the model is not one of this specification", filename);
    return -1;
  }
  return xml ? encode_xml(s, &t) : encode_other(s, m, type, &t);
}
