// Newer fields as seen by programs written for newer headers: the additional fields of
// specification elements (engsGeom etc.) at the end of structs and, for unsupported features,
// fields without size whose use is a compile error with an explanation.
#pragma once

#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
#define ENGINE_REFUSAL(words) __attribute__((unavailable(words)))
#else
#define ENGINE_REFUSAL(words) __attribute__((deprecated(words)))
#endif
#define ENGINE_REFUSED(name, words) __extension__ char name[0] ENGINE_REFUSAL(words);

// The constant coefficient of fields that 3.7 changed to arrays.
#define ENGINE_CONSTANT(name) name##const

#define ENGINE_NEWER_mjResource                                                      \
  ENGINE_REFUSED(vfs, "the file system is not kept with a resource: keep it beside") \
  ENGINE_REFUSED(args, "arguments of a name are not taken apart: they are in name")
#define ENGINE_NEWER_mjpResourceProvider                                                       \
  ENGINE_REFUSED(mount, "providers here open, read and close; add files by mj_addBufferVFS")   \
  ENGINE_REFUSED(unmount, "providers here open, read and close; add files by mj_addBufferVFS") \
  ENGINE_REFUSED(write, "providers here open, read and close; add files by mj_addBufferVFS")
#define ENGINE_NEWER_mjOption \
  ENGINE_REFUSED(sleep_tolerance, "write m->ext.sleep_tolerance, or spec->ext.sleep_tolerance")
#define ENGINE_NEWER_mjModel                                                                      \
  ENGINE_REFUSED(cam_projection, "write cam_orthographic")                                        \
  ENGINE_REFUSED(nefm0dof, "what the integrator discrete solves with is not kept")                \
  ENGINE_REFUSED(nefm0L, "what the integrator discrete solves with is not kept")                  \
  ENGINE_REFUSED(efm0_dofid, "what the integrator discrete solves with is not kept")              \
  ENGINE_REFUSED(efm0_L_rownnz, "what the integrator discrete solves with is not kept")           \
  ENGINE_REFUSED(efm0_L_rowadr, "what the integrator discrete solves with is not kept")           \
  ENGINE_REFUSED(efm0_L_colind, "what the integrator discrete solves with is not kept")           \
  ENGINE_REFUSED(efm0_L, "what the integrator discrete solves with is not kept")                  \
  ENGINE_REFUSED(nJten,                                                                           \
                 "ten_J is in mjData as in 3.3.7: d->ten_J_rownnz, dense with a dense Jacobian")  \
  ENGINE_REFUSED(ten_J_rownnz,                                                                    \
                 "ten_J is in mjData as in 3.3.7: d->ten_J_rownnz, dense with a dense Jacobian")  \
  ENGINE_REFUSED(ten_J_rowadr,                                                                    \
                 "ten_J is in mjData as in 3.3.7: d->ten_J_rownnz, dense with a dense Jacobian")  \
  ENGINE_REFUSED(ten_J_colind,                                                                    \
                 "ten_J is in mjData as in 3.3.7: d->ten_J_rownnz, dense with a dense Jacobian")  \
  ENGINE_REFUSED(flexedge_J_rownnz, "the pattern is in mjData as in 3.3.7: d->flexedge_J_rownnz") \
  ENGINE_REFUSED(flexedge_J_rowadr, "the pattern is in mjData as in 3.3.7: d->flexedge_J_rownnz") \
  ENGINE_REFUSED(flexedge_J_colind, "the pattern is in mjData as in 3.3.7: d->flexedge_J_rownnz") \
  ENGINE_REFUSED(npolygonmax, "not kept: see mesh_polyvertnum and mesh_graph")                    \
  ENGINE_REFUSED(nmeshdegmax, "not kept: see mesh_polyvertnum and mesh_graph")                    \
  ENGINE_REFUSED(mesh_extrema, "not kept: see mesh_polyvertnum and mesh_graph")                   \
  ENGINE_REFUSED(flg_gravcomp, "write m->ngravcomp > 0")                                          \
  ENGINE_REFUSED(nflexstiffness, "21 numbers an element, and those of cells: nflexcelldata")      \
  ENGINE_REFUSED(flex_stiffnessadr, "21 * flex_elemadr, of cells flex_celladr")                   \
  ENGINE_REFUSED(nflexbending, "17 numbers an edge: 17 * nflexedge")                              \
  ENGINE_REFUSED(flex_bendingadr, "17 numbers an edge: 17 * flex_edgeadr")                        \
  ENGINE_REFUSED(nJfe, "flexedge_J is in mjData as in 3.3.7")                                     \
  ENGINE_REFUSED(nJfv, "rows of vertices are in efc_J and efc_pos")                               \
  ENGINE_REFUSED(flexvert_J_rownnz, "rows of vertices are in efc_J and efc_pos")                  \
  ENGINE_REFUSED(flexvert_J_rowadr, "rows of vertices are in efc_J and efc_pos")                  \
  ENGINE_REFUSED(flexvert_J_colind, "rows of vertices are in efc_J and efc_pos")
#define ENGINE_NEWER_mjContact ENGINE_REFUSED(adhesion, "write d->contact_adhesion[i]")
#define ENGINE_NEWER_mjData                                                                 \
  ENGINE_REFUSED(threadlock, "threads are not seen by programs")                            \
  ENGINE_REFUSED(flg_energypos,                                                             \
                 "stages are computed when asked for: call mj_energyPos, mj_energyVel, "    \
                 "mj_subtreeVel, mj_rnePostConstraint")                                     \
  ENGINE_REFUSED(flg_energyvel,                                                             \
                 "stages are computed when asked for: call mj_energyPos, mj_energyVel, "    \
                 "mj_subtreeVel, mj_rnePostConstraint")                                     \
  ENGINE_REFUSED(flg_subtreevel,                                                            \
                 "stages are computed when asked for: call mj_energyPos, mj_energyVel, "    \
                 "mj_subtreeVel, mj_rnePostConstraint")                                     \
  ENGINE_REFUSED(flg_rnepost,                                                               \
                 "stages are computed when asked for: call mj_energyPos, mj_energyVel, "    \
                 "mj_subtreeVel, mj_rnePostConstraint")                                     \
  ENGINE_REFUSED(efc_diagA, "write d->efc_diagApprox")                                      \
  ENGINE_REFUSED(nefmK, "what the integrator discrete solves with is not kept")             \
  ENGINE_REFUSED(nefmdof, "what the integrator discrete solves with is not kept")           \
  ENGINE_REFUSED(nefmL, "what the integrator discrete solves with is not kept")             \
  ENGINE_REFUSED(nefmcon, "what the integrator discrete solves with is not kept")           \
  ENGINE_REFUSED(efm_K_rownnz, "what the integrator discrete solves with is not kept")      \
  ENGINE_REFUSED(efm_K_rowadr, "what the integrator discrete solves with is not kept")      \
  ENGINE_REFUSED(efm_K_colind, "what the integrator discrete solves with is not kept")      \
  ENGINE_REFUSED(efm_K_val, "what the integrator discrete solves with is not kept")         \
  ENGINE_REFUSED(efm_dofid, "what the integrator discrete solves with is not kept")         \
  ENGINE_REFUSED(efm_L, "what the integrator discrete solves with is not kept")             \
  ENGINE_REFUSED(efm_con_ind, "what the integrator discrete solves with is not kept")       \
  ENGINE_REFUSED(efm_con_val, "what the integrator discrete solves with is not kept")       \
  ENGINE_REFUSED(flexelem_krot, "what the integrator discrete solves with is not kept")     \
  ENGINE_REFUSED(flexvert_conage, "the barrier for flexes (ipc, 3.14) is not offered here") \
  ENGINE_REFUSED(flexvert_lambda, "the barrier for flexes (ipc, 3.14) is not offered here") \
  ENGINE_REFUSED(flexvert_J, "rows of vertices are in efc_J and efc_pos")                   \
  ENGINE_REFUSED(flexvert_length, "rows of vertices are in efc_J and efc_pos")
#define ENGINE_NEWER_mjsCompiler                   \
  ENGINE_REFUSED(conflict, "write spec->conflict") \
  ENGINE_REFUSED(authored, "write spec->authored.compiler")
#define ENGINE_NEWER_mjsBody \
  int sleep;                 \
  int simple;
#define ENGINE_NEWER_mjsJoint                                                         \
  double stiffnesspoly[2];                                                            \
  double dampingpoly[2];                                                              \
  ENGINE_REFUSED(stiffness, "write stiffnessconst, and stiffnesspoly for the others") \
  ENGINE_REFUSED(damping, "write dampingconst, and dampingpoly for the others")
#define ENGINE_NEWER_mjsGeom \
  double surfacevel[6];      \
  double adhesion;
#define ENGINE_NEWER_mjsSite mjString* meshname;
#define ENGINE_NEWER_mjsCamera \
  int output;                  \
  int reserved_newer;          \
  ENGINE_REFUSED(proj, "write orthographic")
#define ENGINE_NEWER_mjsLight \
  float softness;             \
  int reserved_newer;
#define ENGINE_NEWER_mjsFlex \
  double size[3];            \
  int cellcount[3];          \
  int order;
#define ENGINE_NEWER_mjsMesh \
  ENGINE_REFUSED(octree_maxdepth, "the depth of octrees is not chosen here")
#define ENGINE_NEWER_mjsPair double adhesion;
#define ENGINE_NEWER_mjsTendon                                                        \
  double stiffnesspoly[2];                                                            \
  double dampingpoly[2];                                                              \
  int actfrcgiven;                                                                    \
  int reserved_newer;                                                                 \
  ENGINE_REFUSED(stiffness, "write stiffnessconst, and stiffnesspoly for the others") \
  ENGINE_REFUSED(damping, "write dampingconst, and dampingpoly for the others")
#define ENGINE_NEWER_mjsWrap ENGINE_REFUSED(type, "call eng_wrapType(wrap)")
#define ENGINE_NEWER_mjsActuator \
  double damping[3];             \
  double armature;               \
  double delay;                  \
  double velrange[2];            \
  double ffrange[2];             \
  int nsample;                   \
  int interp;                    \
  int inputs;                    \
  int reserved_newer;            \
  double cylinderbias[2][2];     \
  ENGINE_REFUSED(ctrlspec,       \
                 "write inputs, bits of engtInput, or pass it to mjs_setToPID and its like")
#define ENGINE_NEWER_mjsSensor \
  double delay;                \
  double interval[2];          \
  int nsample;                 \
  int interp;
#define ENGINE_NEWER_mjvGeom                                                                  \
  ENGINE_REFUSED(texid, "textures of a geom are those of its material: matid, texcoord")      \
  ENGINE_REFUSED(texuniform, "textures of a geom are those of its material: matid, texcoord") \
  ENGINE_REFUSED(texrepeat, "textures of a geom are those of its material: matid, texcoord")
#define ENGINE_NEWER_mjvLight \
  ENGINE_REFUSED(softness, "lights of a scene have no softness; exponent and cutoff shape them")
