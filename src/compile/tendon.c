#include <string.h>

#include "compile/element_fill.h"
#include "compile/lists.h"
#include "model/level.h"

static const spec_wrap* wrap_at(const spec_tendon* t, int i) {
  return (const spec_wrap*)(const void*)t->wraps.data[i];
}

// Whether item i exists and is a joint, site or geom rather than a pulley.
static bool runs_to(const spec_tendon* t, int i) {
  return i >= 0 && i < t->wraps.size && wrap_at(t, i)->type != mjWRAP_PULLEY;
}

static bool is_site(const spec_tendon* t, int i) {
  return i >= 0 && i < t->wraps.size && wrap_at(t, i)->type == mjWRAP_SITE;
}

// Check the sequence of path items before they are resolved.
static bool check_path(build* b, const spec_tendon* t) {
  const element* e = &t->e;
  int n = t->wraps.size;
  if (!n) return build_error(b, e, "the path is empty");
  bool fixed = wrap_at(t, 0)->type == mjWRAP_JOINT;
  if (!fixed && n < 2) return build_error(b, e, "the path of a spatial tendon needs two objects");
  if (!fixed && !(t->pub.width > 0)) return build_error(b, e, "width must be positive");
  if (t->pub.armature < 0) return build_error(b, e, "armature is negative");
  for (int i = 0; i < n; i++) {
    const spec_wrap* w = wrap_at(t, i);
    if ((w->type == mjWRAP_JOINT) != fixed) {
      return build_error(b, e, "object %d of the path: joints cannot be mixed with other objects",
                         i);
    }
    if (w->type == mjWRAP_PULLEY) {
      if (w->prm < 0) return build_error(b, e, "object %d of the path: divisor is negative", i);
      if (i && wrap_at(t, i - 1)->type == mjWRAP_PULLEY) {
        return build_error(b, e, "object %d of the path: a pulley cannot follow a pulley", i);
      }
      if (i == n - 1) return build_error(b, e, "the path cannot end with a pulley");
    }
    if (w->type == mjWRAP_SITE && !runs_to(t, i - 1) && !runs_to(t, i + 1)) {
      return build_error(b, e, "object %d of the path: the site has no neighbour to run to", i);
    }
    if (w->type == mjWRAP_SPHERE && (!is_site(t, i - 1) || !is_site(t, i + 1))) {
      return build_error(b, e, "object %d of the path: a geom must stand between two sites", i);
    }
    if (w->type == mjWRAP_SPHERE && t->pub.armature > 0) {
      return build_error(b, e, "a tendon with armature cannot wrap around a geom");
    }
  }
  return true;
}

static bool fill_wrap(build* b, const spec_tendon* t, int i, int adr) {
  mjModel* m = b->m;
  const element* e = &t->e;
  const spec_wrap* w = wrap_at(t, i);
  int* objid = m->wrap_objid + adr;
  m->wrap_type[adr] = w->type;
  switch (w->type) {
    case mjWRAP_PULLEY:
      *objid = -1;
      m->wrap_prm[adr] = w->prm;
      return true;
    case mjWRAP_JOINT: {
      const element* joint =
          build_find(b, e, "an object of its path", mjOBJ_JOINT, &w->target, true);
      if (!joint) return false;
      *objid = joint->id;
      m->wrap_prm[adr] = w->prm;
      return true;
    }
    case mjWRAP_SITE: {
      const element* site = build_find(b, e, "an object of its path", mjOBJ_SITE, &w->target, true);
      if (!site) return false;
      *objid = site->id;
      if (is_site(t, i - 1) && m->wrap_objid[adr - 1] == site->id) {
        return build_error(b, e, "object %d of the path: site '%s' follows itself", i,
                           element_name(site));
      }
      return true;
    }
    default: {
      const element* geom = build_find(b, e, "an object of its path", mjOBJ_GEOM, &w->target, true);
      if (!geom) return false;
      const element* side = build_find(b, e, "sidesite", mjOBJ_SITE, &w->sidesite, false);
      if (!side && !string_empty(&w->sidesite)) return false;
      int type = m->geom_type[geom->id];
      if (type != mjGEOM_SPHERE && type != mjGEOM_CYLINDER) {
        return build_error(b, e, "object %d of the path: geom '%s' is not a sphere or cylinder", i,
                           element_name(geom));
      }
      *objid = geom->id;
      m->wrap_type[adr] = type == mjGEOM_SPHERE ? mjWRAP_SPHERE : mjWRAP_CYLINDER;
      m->wrap_prm[adr] = side ? side->id : -1;
      return true;
    }
  }
}

static bool actuators_add_armature(const build* b, const element* tendon) {
  for (int i = 0; i < list_size(b, mjOBJ_ACTUATOR); i++) {
    const spec_actuator* a = (const spec_actuator*)list_at(b, mjOBJ_ACTUATOR, i);
    if (a->pub.trntype == mjTRN_TENDON && a->more.armature != 0 &&
        !strcmp(string_text(&a->own.target), element_name(tendon))) {
      return true;
    }
  }
  return false;
}

void tendons_unmark_simple(build* b) {
  for (int i = 0; i < list_size(b, mjOBJ_TENDON); i++) {
    const spec_tendon* t = (const spec_tendon*)list_at(b, mjOBJ_TENDON, i);
    if (t->pub.armature == 0 && !actuators_add_armature(b, &t->e)) continue;
    for (int k = 0; k < t->wraps.size; k++) {
      const spec_wrap* w = wrap_at(t, k);
      const char* name = string_text(&w->target);
      int site = w->type == mjWRAP_SITE ? build_lookup(b, mjOBJ_SITE, name) : -1;
      int geom = w->type == mjWRAP_SPHERE ? build_lookup(b, mjOBJ_GEOM, name) : -1;
      if (site >= 0) b->body[b->site[site].body].simple = 0;
      if (geom >= 0) b->body[b->geom[geom].body].simple = 0;
    }
  }
}

static void fill_rows(mjModel* m, int i, const spec_tendon* src) { TENDON_ALL_ROWS }

static void fill_tendon(build* b, const spec_tendon* t, int i, int adr) {
  mjModel* m = b->m;
  const mjsTendon* pub = &t->pub;
  const element* e = &t->e;
  m->tendon_adr[i] = adr;
  m->tendon_num[i] = t->wraps.size;
  m->tendon_matid[i] = build_material(b, e, &t->own.material);
  m->tendon_limited[i] = build_limited(b, e, pub->limited, pub->range, "");
  int limit = pub->actfrclimited;
  if (level_has(m, engLEVEL_TENDONLIMIT) && !t->more.actfrcgiven) limit = mjLIMITED_AUTO;
  m->tendon_actfrclimited[i] = build_limited(b, e, limit, pub->actfrcrange, "actfrc");
  if (m->tendon_actfrclimited[i] && (pub->actfrcrange[0] > 0 || pub->actfrcrange[1] < 0)) {
    build_error(b, e, "actfrcrange must contain 0");
  }
  if (pub->springlength[0] > pub->springlength[1]) {
    build_error(b, e, "springlength: %g must not exceed %g", pub->springlength[0],
                pub->springlength[1]);
  }
  fill_rows(m, i, t);
  build_userdata(m->tendon_user + m->nuser_tendon * i, m->nuser_tendon, &t->own.userdata);
}

void tendons_fill(build* b) {
  int adr = 0;
  for (int i = 0; i < b->m->ntendon; i++) {
    const spec_tendon* t = (const spec_tendon*)list_at(b, mjOBJ_TENDON, i);
    int n = t->wraps.size;
    if (check_path(b, t)) {
      for (int k = 0; k < n; k++) fill_wrap(b, t, k, adr + k);
      fill_tendon(b, t, i, adr);
    }
    adr += n;
  }
}
