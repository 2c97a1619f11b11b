#include <limits.h>
#include <string.h>

#include "compile/lists.h"

// With more numbers the size in bytes would overflow an int.
#define MAX_NUMERIC (INT_MAX / (int)sizeof(mjtNum))

static const spec_numeric* numeric_at(const build* b, int i) {
  return (const spec_numeric*)list_at(b, mjOBJ_NUMERIC, i);
}

static const spec_tuple* tuple_at(const build* b, int i) {
  return (const spec_tuple*)list_at(b, mjOBJ_TUPLE, i);
}

// The default size is that of the data.
static int numeric_size(const spec_numeric* n) {
  return n->pub.size > 0 ? n->pub.size : n->own.data.size;
}

static bool add_to_size(build* b, const element* e, int* total, int n) {
  if (n > INT_MAX - *total) return build_error(b, e, "the data are too long to be addressed");
  *total += n;
  return true;
}

static void size_numerics(build* b) {
  for (int i = 0; i < b->size.nnumeric; i++) {
    const spec_numeric* n = numeric_at(b, i);
    if (n->pub.size < 0 || (n->pub.size > 0 && n->pub.size < n->own.data.size)) {
      build_error(b, &n->e, "size is %d, too small for its %d numbers", n->pub.size,
                  n->own.data.size);
    } else if (n->pub.size > MAX_NUMERIC) {
      build_error(b, &n->e, "size is %d; expected at most %d", n->pub.size, MAX_NUMERIC);
    } else if (!numeric_size(n)) {
      build_error(b, &n->e, "neither size nor data is given");
    } else {
      add_to_size(b, &n->e, &b->size.nnumericdata, numeric_size(n));
    }
  }
}

static void size_texts(build* b) {
  for (int i = 0; i < b->size.ntext; i++) {
    const spec_text* t = (const spec_text*)list_at(b, mjOBJ_TEXT, i);
    if (string_empty(&t->own.data)) {
      build_error(b, &t->e, "its text is empty");
    } else {
      add_to_size(b, &t->e, &b->size.ntextdata, t->own.data.size + 1);
    }
  }
}

static void size_tuples(build* b) {
  for (int i = 0; i < b->size.ntuple; i++) {
    const spec_tuple* t = tuple_at(b, i);
    int n = t->own.objtype.size;
    if (!n) {
      build_error(b, &t->e, "the tuple is empty");
    } else if (t->own.objname.size != n || t->own.objprm.size != n) {
      build_error(b, &t->e, "%d types, %d names and %d parameters do not match", n,
                  t->own.objname.size, t->own.objprm.size);
    } else {
      add_to_size(b, &t->e, &b->size.ntupledata, n);
    }
  }
}

void lists_size(build* b) {
  size_numerics(b);
  size_texts(b);
  size_tuples(b);
  for (int i = 0; i < b->size.ntendon; i++) {
    const spec_tendon* t = (const spec_tendon*)list_at(b, mjOBJ_TENDON, i);
    add_to_size(b, &t->e, &b->size.nwrap, t->wraps.size);
  }
  for (int i = 0; i < b->size.nactuator; i++) {
    const spec_actuator* a = (const spec_actuator*)list_at(b, mjOBJ_ACTUATOR, i);
    add_to_size(b, &a->e, &b->size.na, actuator_state_count(&a->pub));
  }
  plugins_size(b);
}

static void fill_tuple(build* b, const spec_tuple* t, int adr) {
  mjModel* m = b->m;
  for (int k = 0; k < t->own.objtype.size; k++) {
    mjtObj type = t->own.objtype.data[k];
    const element* e = build_find(b, &t->e, "an item", type, t->own.objname.data + k, true);
    if (!e) return;
    m->tuple_objtype[adr + k] = type;
    m->tuple_objid[adr + k] = e->id;
    m->tuple_objprm[adr + k] = t->own.objprm.data[k];
  }
}

void custom_fill(build* b) {
  mjModel* m = b->m;
  for (int i = 0, adr = 0; i < m->nnumeric; i++) {
    const spec_numeric* n = numeric_at(b, i);
    m->numeric_adr[i] = adr;
    m->numeric_size[i] = numeric_size(n);
    build_userdata(m->numeric_data + adr, m->numeric_size[i], &n->own.data);
    adr += m->numeric_size[i];
  }
  for (int i = 0, adr = 0; i < m->ntext; i++) {
    const string* data = &((const spec_text*)list_at(b, mjOBJ_TEXT, i))->own.data;
    m->text_adr[i] = adr;
    m->text_size[i] = data->size + 1;
    memcpy(m->text_data + adr, data->data, data->size + 1);
    adr += data->size + 1;
  }
  for (int i = 0, adr = 0; i < m->ntuple; i++) {
    const spec_tuple* t = tuple_at(b, i);
    m->tuple_adr[i] = adr;
    m->tuple_size[i] = t->own.objtype.size;
    fill_tuple(b, t, adr);
    adr += m->tuple_size[i];
  }
}
