#include <string.h>

#include "compile/element_fill.h"
#include "compile/tree.h"
#include "spec/geom_size.h"
#include "spec/pose.h"

// -------------------------------------------------------------------------------------- sites

// Mark meshes used as sensing zones of sites, which need their hull.
void sites_mark_assets(build* b) {
  for (int i = 0; i < b->size.nsite; i++) {
    const spec_site* src = b->site[i].src;
    if (src->pub.type != mjGEOM_MESH) continue;
    const element* mesh = element_find(b->s, mjOBJ_MESH, string_text(&src->own.meshname));
    if (mesh) b->mesh[mesh->id].need_hull = true;
  }
}

// The mesh of a site; the site gets the mesh's size.
static bool find_mesh(build* b, build_site* site) {
  const spec_site* src = site->src;
  int before = b->nerror;
  const element* mesh = build_find(b, &src->e, "mesh", mjOBJ_MESH, &src->own.meshname, false);
  if (b->nerror != before) return false;
  site->mesh = mesh ? mesh->id : -1;
  if ((src->pub.type == mjGEOM_MESH) != (mesh != NULL)) {
    return build_error(b, &src->e, "a mesh is what sites of type mesh, and only they, must name");
  }
  if (!mesh) return true;
  if (!isnan(src->pub.fromto[0])) {
    return build_error(b, &src->e, "fromto and mesh exclude each other");
  }
  const double* box = b->mesh[site->mesh].aabb;
  for (int k = 0; k < 3; k++) site->size[k] = fabs(box[k]) + box[3 + k];
  return true;
}

static bool compile_site(build* b, build_site* site) {
  const mjsSite* pub = &site->src->pub;
  const element* e = &site->src->e;
  int count = geom_size_count(pub->type);
  if (!count && pub->type != mjGEOM_MESH) {
    return build_error(b, e, "a site is a sphere, capsule, ellipsoid, cylinder, box or mesh");
  }
  vec3_copy(site->pos, pub->pos);
  quat_copy(site->quat, pub->quat);
  vec3_copy(site->size, pub->size);
  if (!find_mesh(b, site)) return false;
  if (isnan(pub->fromto[0])) {
    if (!frame_orientation(b, e, &pub->alt, site->quat)) return false;
  } else if (pub->type == mjGEOM_SPHERE) {
    return build_error(b, e, "fromto is for a capsule, cylinder, ellipsoid or box");
  } else if (pub->pos[0] != 0 || pub->pos[1] != 0 || pub->pos[2] != 0) {
    return build_error(b, e, "fromto and pos exclude each other");
  } else if (!geom_fromto(pub->type, pub->fromto, site->pos, site->quat, site->size)) {
    return build_error(b, e, "the two points of fromto are too close to each other");
  }
  frame_apply(b, e, site->pos, site->quat);
  pose_unit(site->quat, 4);
  for (int k = 0; k < count; k++) {
    if (!(site->size[k] > 0)) {
      return build_error(b, e, "size %d, its %s, is %g; it must be positive", k + 1,
                         geom_size_name(pub->type, k), site->size[k]);
    }
  }
  site->material = build_material(b, e, &site->src->own.material);
  return true;
}

void sites_compile(build* b) {
  for (int i = 0; i < b->size.nsite; i++) compile_site(b, b->site + i);
}

static void fill_site(mjModel* m, int i, const spec_site* src) { SITE_ROWS }

void sites_fill(build* b) {
  mjModel* m = b->m;
  for (int i = 0; i < m->nsite; i++) {
    const build_site* site = b->site + i;
    const build_body* body = b->body + site->body;
    fill_site(m, i, site->src);
    m->site_bodyid[i] = site->body;
    m->site_matid[i] = site->material;
    m->site_dataid[i] = site->mesh < 0 ? -1 : b->mesh[site->mesh].id;
    m->site_sameframe[i] = pose_sameframe(site->pos, site->quat, body->ipos, body->iquat);
    vec3_copy(m->site_size + 3 * i, site->size);
    vec3_copy(m->site_pos + 3 * i, site->pos);
    quat_copy(m->site_quat + 4 * i, site->quat);
    build_userdata(m->site_user + m->nuser_site * i, m->nuser_site, &site->src->own.userdata);
  }
}

// ------------------------------------------------------------------------------------- cameras

static const element* find_target(build* b, const element* e, const string* name) {
  return build_find(b, e, "target", mjOBJ_BODY, name, false);
}

static bool compile_camera(build* b, build_camera* camera) {
  const mjsCamera* pub = &camera->src->pub;
  const element* e = &camera->src->e;
  vec3_copy(camera->pos, pub->pos);
  quat_copy(camera->quat, pub->quat);
  if (!frame_orientation(b, e, &pub->alt, camera->quat)) return false;
  frame_apply(b, e, camera->pos, camera->quat);
  pose_unit(camera->quat, 4);
  camera->target = find_target(b, e, &camera->src->own.targetbody);
  if (pub->fovy >= 180) return build_error(b, e, "fovy is %g; it must be below 180", pub->fovy);
  for (int k = 0; k < 2; k++) {
    if (pub->focal_length[k] != 0 && pub->focal_pixel[k] != 0) {
      return build_error(b, e, "focal and focalpixel exclude each other");
    }
    if (pub->principal_length[k] != 0 && pub->principal_pixel[k] != 0) {
      return build_error(b, e, "principal and principalpixel exclude each other");
    }
    if (!(pub->resolution[k] >= 0 && pub->resolution[k] < 1e9F)) {
      return build_error(b, e, "resolution %g is not one of an image", (double)pub->resolution[k]);
    }
  }
  return true;
}

void cameras_compile(build* b) {
  for (int i = 0; i < b->size.ncam; i++) compile_camera(b, b->camera + i);
}

// Focal length and principal point in length units; with a sensor size, fovy is computed from its
// height, in the single precision of these arrays.
static void fill_intrinsic(mjModel* m, int i, const mjsCamera* pub) {
  float* intrinsic = m->cam_intrinsic + 4 * i;
  m->cam_fovy[i] = pub->fovy;
  if (!(pub->sensor_size[0] > 0 && pub->sensor_size[1] > 0)) {
    intrinsic[0] = intrinsic[1] = m->vis.map.znear;
    intrinsic[2] = pub->intrinsic[2];
    intrinsic[3] = pub->intrinsic[3];
    return;
  }
  for (int k = 0; k < 2; k++) {
    float density = pub->resolution[k] / pub->sensor_size[k];
    intrinsic[k] = pub->focal_pixel[k] / density + pub->focal_length[k];
    intrinsic[2 + k] = pub->principal_pixel[k] / density + pub->principal_length[k];
  }
  m->cam_fovy[i] = atan2f(pub->sensor_size[1] / 2, intrinsic[1]) * 360.0 / mjPI;
}

static void fill_camera(mjModel* m, int i, const spec_camera* src) { CAMERA_ROWS }

void cameras_fill(build* b) {
  mjModel* m = b->m;
  for (int i = 0; i < m->ncam; i++) {
    const build_camera* camera = b->camera + i;
    const mjsCamera* pub = &camera->src->pub;
    fill_camera(m, i, camera->src);
    m->cam_bodyid[i] = camera->body;
    m->cam_targetbodyid[i] = camera->target ? camera->target->id : -1;
    vec3_copy(m->cam_pos + 3 * i, camera->pos);
    quat_copy(m->cam_quat + 4 * i, camera->quat);
    for (int k = 0; k < 2; k++) m->cam_resolution[2 * i + k] = (int)pub->resolution[k];
    fill_intrinsic(m, i, pub);
    build_userdata(m->cam_user + m->nuser_cam * i, m->nuser_cam, &camera->src->own.userdata);
  }
}

// -------------------------------------------------------------------------------------- lights

static bool compile_light(build* b, build_light* light) {
  const mjsLight* pub = &light->src->pub;
  const element* e = &light->src->e;
  double quat[4] = {1, 0, 0, 0};
  vec3_copy(light->pos, pub->pos);
  frame_apply(b, e, light->pos, quat);
  quat_rotate(light->dir, quat, pub->dir);
  if (pose_unit(light->dir, 3) == 0) return build_error(b, e, "dir is too small to be a direction");
  light->target = find_target(b, e, &light->src->own.targetbody);
  light->texture = -1;
  if (!b->s->pub.compiler.discardvisual) {
    const element* t = build_find(b, e, "texture", mjOBJ_TEXTURE, &light->src->own.texture, false);
    if (t) light->texture = t->id;
  }
  return true;
}

void lights_compile(build* b) {
  for (int i = 0; i < b->size.nlight; i++) compile_light(b, b->light + i);
}

static void fill_light(mjModel* m, int i, const spec_light* src) { LIGHT_ROWS }

void lights_fill(build* b) {
  mjModel* m = b->m;
  for (int i = 0; i < m->nlight; i++) {
    const build_light* light = b->light + i;
    fill_light(m, i, light->src);
    m->light_bodyid[i] = light->body;
    m->light_targetbodyid[i] = light->target ? light->target->id : -1;
    m->light_texid[i] = light->texture;
    m->light_softness[i] = fmaxf(0, light->src->more.softness);
    vec3_copy(m->light_pos + 3 * i, light->pos);
    vec3_copy(m->light_dir + 3 * i, light->dir);
  }
}
