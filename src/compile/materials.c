#include "compile/element_fill.h"
#include "compile/lists.h"

static void fill_textures(build* b, int* texid, const spec_material* material) {
  for (int role = 0; role < mjNTEXROLE; role++) {
    texid[role] = -1;
    if (role >= material->own.textures.size) continue;
    const element* t = build_find(b, &material->e, "texture", mjOBJ_TEXTURE,
                                  material->own.textures.data + role, false);
    if (t) texid[role] = t->id;
  }
}

static void fill_rows(mjModel* m, int i, const spec_material* src) { MATERIAL_ROWS }

void materials_fill(build* b) {
  mjModel* m = b->m;
  for (int i = 0; i < m->nmat; i++) {
    const spec_material* material = (const spec_material*)list_at(b, mjOBJ_MATERIAL, i);
    fill_textures(b, m->mat_texid + mjNTEXROLE * i, material);
    fill_rows(m, i, material);
  }
}
