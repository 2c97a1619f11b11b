// Which public fields of an element are handles of containers.  A row is
// (field, container type, kind, what it names).  "What it names" is the object type the text refers
// to, or NOTHING; the name-spacing of attachment and the search for references follow from it.
// TYPED: the type is in another field of the struct.  Derived from these rows: the storage in
// element.h, initialisation, copying, renaming.
#pragma once

#define NOTHING mjOBJ_UNKNOWN
#define TYPED   mjNOBJECT

#define BODY_HANDLES(X)                                  \
  X(childclass, string, CONTAINER_STRING, mjOBJ_DEFAULT) \
  X(userdata, double_vec, CONTAINER_DOUBLES, NOTHING)    \
  X(info, string, CONTAINER_STRING, NOTHING)

#define FRAME_HANDLES(X)                                 \
  X(childclass, string, CONTAINER_STRING, mjOBJ_DEFAULT) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define JOINT_HANDLES(X)                              \
  X(userdata, double_vec, CONTAINER_DOUBLES, NOTHING) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define GEOM_HANDLES(X)                                 \
  X(material, string, CONTAINER_STRING, mjOBJ_MATERIAL) \
  X(hfieldname, string, CONTAINER_STRING, mjOBJ_HFIELD) \
  X(meshname, string, CONTAINER_STRING, mjOBJ_MESH)     \
  X(userdata, double_vec, CONTAINER_DOUBLES, NOTHING)   \
  X(info, string, CONTAINER_STRING, NOTHING)

#define SITE_HANDLES(X)                                 \
  X(material, string, CONTAINER_STRING, mjOBJ_MATERIAL) \
  X(userdata, double_vec, CONTAINER_DOUBLES, NOTHING)   \
  X(info, string, CONTAINER_STRING, NOTHING)

#define CAMERA_HANDLES(X)                             \
  X(targetbody, string, CONTAINER_STRING, mjOBJ_BODY) \
  X(userdata, double_vec, CONTAINER_DOUBLES, NOTHING) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define LIGHT_HANDLES(X)                              \
  X(targetbody, string, CONTAINER_STRING, mjOBJ_BODY) \
  X(texture, string, CONTAINER_STRING, mjOBJ_TEXTURE) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define FLEX_HANDLES(X)                                  \
  X(material, string, CONTAINER_STRING, mjOBJ_MATERIAL)  \
  X(nodebody, string_vec, CONTAINER_STRINGS, mjOBJ_BODY) \
  X(vertbody, string_vec, CONTAINER_STRINGS, mjOBJ_BODY) \
  X(node, double_vec, CONTAINER_DOUBLES, NOTHING)        \
  X(vert, double_vec, CONTAINER_DOUBLES, NOTHING)        \
  X(elem, int_vec, CONTAINER_INTS, NOTHING)              \
  X(texcoord, float_vec, CONTAINER_FLOATS, NOTHING)      \
  X(elemtexcoord, int_vec, CONTAINER_INTS, NOTHING)      \
  X(info, string, CONTAINER_STRING, NOTHING)

#define MESH_HANDLES(X)                                 \
  X(content_type, string, CONTAINER_STRING, NOTHING)    \
  X(file, string, CONTAINER_STRING, NOTHING)            \
  X(uservert, float_vec, CONTAINER_FLOATS, NOTHING)     \
  X(usernormal, float_vec, CONTAINER_FLOATS, NOTHING)   \
  X(usertexcoord, float_vec, CONTAINER_FLOATS, NOTHING) \
  X(userface, int_vec, CONTAINER_INTS, NOTHING)         \
  X(userfacenormal, int_vec, CONTAINER_INTS, NOTHING)   \
  X(userfacetexcoord, int_vec, CONTAINER_INTS, NOTHING) \
  X(material, string, CONTAINER_STRING, mjOBJ_MATERIAL) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define HFIELD_HANDLES(X)                            \
  X(content_type, string, CONTAINER_STRING, NOTHING) \
  X(file, string, CONTAINER_STRING, NOTHING)         \
  X(userdata, float_vec, CONTAINER_FLOATS, NOTHING)  \
  X(info, string, CONTAINER_STRING, NOTHING)

#define SKIN_HANDLES(X)                                       \
  X(file, string, CONTAINER_STRING, NOTHING)                  \
  X(material, string, CONTAINER_STRING, mjOBJ_MATERIAL)       \
  X(vert, float_vec, CONTAINER_FLOATS, NOTHING)               \
  X(texcoord, float_vec, CONTAINER_FLOATS, NOTHING)           \
  X(face, int_vec, CONTAINER_INTS, NOTHING)                   \
  X(bodyname, string_vec, CONTAINER_STRINGS, mjOBJ_BODY)      \
  X(bindpos, float_vec, CONTAINER_FLOATS, NOTHING)            \
  X(bindquat, float_vec, CONTAINER_FLOATS, NOTHING)           \
  X(vertid, int_vec_vec, CONTAINER_INT_VECS, NOTHING)         \
  X(vertweight, float_vec_vec, CONTAINER_FLOAT_VECS, NOTHING) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define TEXTURE_HANDLES(X)                             \
  X(content_type, string, CONTAINER_STRING, NOTHING)   \
  X(file, string, CONTAINER_STRING, NOTHING)           \
  X(cubefiles, string_vec, CONTAINER_STRINGS, NOTHING) \
  X(data, byte_vec, CONTAINER_BYTES, NOTHING)          \
  X(info, string, CONTAINER_STRING, NOTHING)

#define MATERIAL_HANDLES(X)                                 \
  X(textures, string_vec, CONTAINER_STRINGS, mjOBJ_TEXTURE) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define PAIR_HANDLES(X)                              \
  X(geomname1, string, CONTAINER_STRING, mjOBJ_GEOM) \
  X(geomname2, string, CONTAINER_STRING, mjOBJ_GEOM) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define EXCLUDE_HANDLES(X)                           \
  X(bodyname1, string, CONTAINER_STRING, mjOBJ_BODY) \
  X(bodyname2, string, CONTAINER_STRING, mjOBJ_BODY) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define EQUALITY_HANDLES(X)                 \
  X(name1, string, CONTAINER_STRING, TYPED) \
  X(name2, string, CONTAINER_STRING, TYPED) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define TENDON_HANDLES(X)                               \
  X(material, string, CONTAINER_STRING, mjOBJ_MATERIAL) \
  X(userdata, double_vec, CONTAINER_DOUBLES, NOTHING)   \
  X(info, string, CONTAINER_STRING, NOTHING)

#define WRAP_HANDLES(X) X(info, string, CONTAINER_STRING, NOTHING)

#define ACTUATOR_HANDLES(X)                           \
  X(target, string, CONTAINER_STRING, TYPED)          \
  X(refsite, string, CONTAINER_STRING, mjOBJ_SITE)    \
  X(slidersite, string, CONTAINER_STRING, mjOBJ_SITE) \
  X(userdata, double_vec, CONTAINER_DOUBLES, NOTHING) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define SENSOR_HANDLES(X)                             \
  X(objname, string, CONTAINER_STRING, TYPED)         \
  X(refname, string, CONTAINER_STRING, TYPED)         \
  X(userdata, double_vec, CONTAINER_DOUBLES, NOTHING) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define NUMERIC_HANDLES(X)                        \
  X(data, double_vec, CONTAINER_DOUBLES, NOTHING) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define TEXT_HANDLES(X)                      \
  X(data, string, CONTAINER_STRING, NOTHING) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define TUPLE_HANDLES(X)                            \
  X(objtype, int_vec, CONTAINER_INTS, NOTHING)      \
  X(objname, string_vec, CONTAINER_STRINGS, TYPED)  \
  X(objprm, double_vec, CONTAINER_DOUBLES, NOTHING) \
  X(info, string, CONTAINER_STRING, NOTHING)

#define KEY_HANDLES(X)                             \
  X(qpos, double_vec, CONTAINER_DOUBLES, NOTHING)  \
  X(qvel, double_vec, CONTAINER_DOUBLES, NOTHING)  \
  X(act, double_vec, CONTAINER_DOUBLES, NOTHING)   \
  X(mpos, double_vec, CONTAINER_DOUBLES, NOTHING)  \
  X(mquat, double_vec, CONTAINER_DOUBLES, NOTHING) \
  X(ctrl, double_vec, CONTAINER_DOUBLES, NOTHING)  \
  X(info, string, CONTAINER_STRING, NOTHING)

#define PLUGIN_HANDLES(X)                           \
  X(plugin_name, string, CONTAINER_STRING, NOTHING) \
  X(info, string, CONTAINER_STRING, NOTHING)
