#include <string.h>

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

void materials_fill(build* b) {
  mjModel* m = b->m;
  for (int i = 0; i < m->nmat; i++) {
    const spec_material* material = (const spec_material*)list_at(b, mjOBJ_MATERIAL, i);
    const mjsMaterial* pub = &material->pub;
    fill_textures(b, m->mat_texid + mjNTEXROLE * i, material);
    m->mat_texuniform[i] = pub->texuniform;
    m->mat_emission[i] = pub->emission;
    m->mat_specular[i] = pub->specular;
    m->mat_shininess[i] = pub->shininess;
    m->mat_reflectance[i] = pub->reflectance;
    m->mat_metallic[i] = pub->metallic;
    m->mat_roughness[i] = pub->roughness;
    memcpy(m->mat_texrepeat + 2 * i, pub->texrepeat, sizeof pub->texrepeat);
    memcpy(m->mat_rgba + 4 * i, pub->rgba, sizeof pub->rgba);
  }
}
