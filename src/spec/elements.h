// The element table: for every MJCF attribute that is a field of an element, its kind, its initial
// value, the type of object it names, and the model array it is compiled to.
//
//   ONE(attribute, field, initially, model, kind)    a number, a word or a flag
//   MANY(attribute, field, initially, model, kind)   several numbers; initially in brackets, zeros
//                                                    after the last
//   HIDDEN(field, model)                             several numbers, initially 0, that no
//                                                    attribute of their own says
//   NAMED(attribute, field, object, flags)           the name of another element
//   NAMED_MORE(attribute, field, object, flags, since)  the same in what newer versions know
//   NAMED_SOME(attribute, field, object, flags)      several names
//   LIST(attribute, field, kept, min, max, flags)    any number of numbers
//   A_TEXT(attribute, field, flags)                  text
//   A_FILE(attribute, field, folder)                 a file, looked for in the folder of such
//   KEPT(field, kept, object)                        a container that no attribute of its own says
//   XML(row)                                         a row of the schema alone: orientations and
//                                                    what functions read (mjcf/rows.h)
//
// field      of numbers and words pub.x of the struct of the API, or more.x of what newer versions
//            know of the element; of containers x
// model      COPIED(array)  the compiler writes the field to the array, mj_copyBack the array to it
//            FILLED(array)  the compiler writes it; it is structure and not copied back
//            BACK(array)    the compiler computes the array; mj_copyBack copies it
//            DOFS(array)    of joints: as COPIED, an entry for each of its degrees of freedom
//            OWN            code of its own does both
// kind       what the text of the attribute is, and how often: see mjcf/rows.h
// object     the type of what is named, NOTHING, or TYPED: another field of the element says
// kept       what the container holds: STRING, STRINGS, DOUBLES, FLOATS, INTS, BYTES, INT_VECS,
//            FLOAT_VECS
//
// Who needs the rows gives these words a meaning and walks them: mjcf/schema_*.c makes the schema
// of them, spec/defaults.c the initial values, compile/element_fill.h the arrays of the model,
// spec/copy_back.c the way back, spec/element.h the containers, and spec/spec_type.c what is
// copied, renamed and looked for when elements come and go (spec/reference.h).  To add a number: a
// row here, and its member in the struct of the element and of the model (and the line of that
// array in engine/fields.h).
#pragma once

// clang-format off

#define NOTHING mjOBJ_UNKNOWN
#define TYPED   mjNOBJECT

// Solver parameters that nobody set.
#define STANDARD_SOLREF (0.02, 1)
#define STANDARD_SOLIMP (0.9, 0.95, 0.001, 0.5, 2)

#define BODY_ROWS \
  XML(NAME(0)) \
  XML(PLAIN(childclass, KIND_REF, 0, 0, .of = "default class")) \
  MANY(pos,     pub.pos,      (0, 0, 0), OWN,                   REALS(3, 3, 0)) \
  XML(ORIENTATIONS(quat, alt, 0)) \
  ONE(mocap,    pub.mocap,    0,         OWN,                   ONE_OF(bool, 0)) \
  ONE(gravcomp, pub.gravcomp, 0,         FILLED(body_gravcomp), REAL(0)) \
  ONE(sleep,    more.sleep,   mjSLEEP_AUTO, OWN,                ONE_OF(sleep, 0) \
    SINCE(3004, "Whether the tree that begins here may fall asleep: what the compiler finds right, " \
          "not, yes, or it sleeps from the beginning. Of the first moving body of a tree only.")) \
  ONE(simple,   more.simple,  1,         OWN,                   ONE_OF(simple, 0) \
    SINCE(3011, "false: rows of the inertia matrix are full even where they could be diagonal, so " \
          "that inertias and poses of the compiled model may be changed freely.")) \
  LIST(user, userdata, DOUBLES, 0, UNLIMITED, 0) \
  KEPT(childclass, STRING, mjOBJ_DEFAULT)

#define INERTIAL_ROWS \
  XML(NUMBERS(pos, ipos, 3, 3, 0, REQUIRED)) \
  XML(ORIENTATIONS(iquat, ialt, 0)) \
  XML(NUMBERS(mass, mass, 1, 1, 0, REQUIRED)) \
  MANY(diaginertia, pub.inertia,     (0, 0, 0), OWN, REALS(3, 3, 0)) \
  MANY(fullinertia, pub.fullinertia, (NAN),     OWN, REALS(6, 6, 0))

#define FRAME_ROWS \
  XML(NAME(0)) \
  XML(PLAIN(childclass, KIND_REF, 0, 0, .of = "default class")) \
  MANY(pos, pub.pos, (0, 0, 0), OWN, REALS(3, 3, 0)) \
  XML(ORIENTATIONS(quat, alt, 0)) \
  KEPT(childclass, STRING, mjOBJ_DEFAULT)

#define JOINT_ROWS \
  XML(NAME(0)) \
  XML(CLASS) \
  ONE(type,               pub.type,            mjJNT_HINGE,     FILLED(jnt_type),        ONE_OF(joint_type, IN_DEFAULT)) \
  ONE(group,              pub.group,           0,               FILLED(jnt_group),       WHOLE(IN_DEFAULT)) \
  MANY(pos,               pub.pos,             (0, 0, 0),       BACK(jnt_pos),           REALS(3, 3, IN_DEFAULT)) \
  MANY(axis,              pub.axis,            (0, 0, 1),       BACK(jnt_axis),          REALS(3, 3, IN_DEFAULT)) \
  MANY(springdamper,      pub.springdamper,    (0, 0),          OWN,                     REALS(2, 2, IN_DEFAULT)) \
  ONE(limited,            pub.limited,         mjLIMITED_AUTO,  OWN,                     ONE_OF(tristate, IN_DEFAULT)) \
  ONE(actuatorfrclimited, pub.actfrclimited,   mjLIMITED_AUTO,  OWN,                     ONE_OF(tristate, IN_DEFAULT)) \
  MANY(solreflimit,       pub.solref_limit,    STANDARD_SOLREF, COPIED(jnt_solref),      REALS(1, 2, IN_DEFAULT)) \
  MANY(solimplimit,       pub.solimp_limit,    STANDARD_SOLIMP, COPIED(jnt_solimp),      REALS(1, 5, IN_DEFAULT)) \
  MANY(solreffriction,    pub.solref_friction, STANDARD_SOLREF, DOFS(dof_solref),        REALS(1, 2, IN_DEFAULT)) \
  MANY(solimpfriction,    pub.solimp_friction, STANDARD_SOLIMP, DOFS(dof_solimp),        REALS(1, 5, IN_DEFAULT)) \
  ONE(stiffness,          pub.stiffness,       0,               COPIED(jnt_stiffness),   POLYNOMIAL(stiffnesspoly)) \
  HIDDEN(more.stiffnesspoly, COPIED(jnt_stiffnesspoly)) \
  MANY(range,             pub.range,           (0, 0),          BACK(jnt_range),         REALS(2, 2, IN_DEFAULT | ANGLE) \
    WRITTEN_BY(write_angle)) \
  MANY(actuatorfrcrange,  pub.actfrcrange,     (0, 0),          FILLED(jnt_actfrcrange), REALS(2, 2, IN_DEFAULT)) \
  ONE(actuatorgravcomp,   pub.actgravcomp,     0,               FILLED(jnt_actgravcomp), ONE_OF(bool, IN_DEFAULT)) \
  ONE(margin,             pub.margin,          0,               COPIED(jnt_margin),      REAL(IN_DEFAULT)) \
  ONE(ref,                pub.ref,             0,               OWN,                     REAL(IN_DEFAULT | ANGLE) \
    WRITTEN_BY(write_angle)) \
  ONE(springref,          pub.springref,       0,               OWN,                     REAL(IN_DEFAULT | ANGLE) \
    WRITTEN_BY(write_angle)) \
  ONE(armature,           pub.armature,        0,               DOFS(dof_armature),      REAL(IN_DEFAULT)) \
  ONE(damping,            pub.damping,         0,               DOFS(dof_damping),       POLYNOMIAL(dampingpoly)) \
  HIDDEN(more.dampingpoly, DOFS(dof_dampingpoly)) \
  ONE(frictionloss,       pub.frictionloss,    0,               DOFS(dof_frictionloss),  REAL(IN_DEFAULT)) \
  LIST(user, userdata, DOUBLES, 0, UNLIMITED, IN_DEFAULT)

#define GEOM_ROWS \
  XML(NAME(0)) \
  XML(CLASS) \
  ONE(type,         pub.type,            mjGEOM_SPHERE,          FILLED(geom_type),        ONE_OF(geom_type, IN_DEFAULT)) \
  ONE(contype,      pub.contype,         1,                      FILLED(geom_contype),     WHOLE(IN_DEFAULT)) \
  ONE(conaffinity,  pub.conaffinity,     1,                      FILLED(geom_conaffinity), WHOLE(IN_DEFAULT)) \
  ONE(condim,       pub.condim,          3,                      FILLED(geom_condim),      WHOLE(IN_DEFAULT)) \
  ONE(group,        pub.group,           0,                      FILLED(geom_group),       WHOLE(IN_DEFAULT)) \
  ONE(priority,     pub.priority,        0,                      FILLED(geom_priority),    WHOLE(IN_DEFAULT)) \
  MANY(size,        pub.size,            (0, 0, 0),              OWN,                      REALS(1, 3, IN_DEFAULT)) \
  NAMED(material, material, mjOBJ_MATERIAL, IN_DEFAULT) \
  MANY(friction,    pub.friction,        (1, 0.005, 0.0001),     COPIED(geom_friction),    REALS(1, 3, IN_DEFAULT)) \
  ONE(mass,         pub.mass,            NAN,                    OWN,                      REAL(IN_DEFAULT)) \
  ONE(density,      pub.density,         1000,                   OWN,                      REAL(IN_DEFAULT)) \
  ONE(shellinertia, pub.typeinertia,     0,                      OWN,                      ONE_OF(bool, IN_DEFAULT)) \
  ONE(solmix,       pub.solmix,          1,                      COPIED(geom_solmix),      REAL(IN_DEFAULT)) \
  MANY(solref,      pub.solref,          STANDARD_SOLREF,        COPIED(geom_solref),      REALS(1, 2, IN_DEFAULT)) \
  MANY(solimp,      pub.solimp,          STANDARD_SOLIMP,        COPIED(geom_solimp),      REALS(1, 5, IN_DEFAULT)) \
  ONE(margin,       pub.margin,          0,                      COPIED(geom_margin),      REAL(IN_DEFAULT)) \
  ONE(gap,          pub.gap,             0,                      COPIED(geom_gap),         REAL(IN_DEFAULT)) \
  MANY(fromto,      pub.fromto,          (NAN),                  OWN,                      REALS(6, 6, IN_DEFAULT)) \
  MANY(pos,         pub.pos,             (0, 0, 0),              OWN,                      REALS(3, 3, IN_DEFAULT)) \
  XML(ORIENTATIONS(quat, alt, IN_DEFAULT)) \
  NAMED(hfield, hfieldname, mjOBJ_HFIELD, IN_DEFAULT) \
  NAMED(mesh, meshname, mjOBJ_MESH, IN_DEFAULT) \
  ONE(fitscale,     pub.fitscale,        1,                      OWN,                      REAL(IN_DEFAULT)) \
  MANY(rgba,        pub.rgba,            (0.5, 0.5, 0.5, 1),     COPIED(geom_rgba),        REALS(4, 4, IN_DEFAULT)) \
  ONE(fluidshape,   pub.fluid_ellipsoid, 0,                      OWN,                      ONE_OF(fluidshape, IN_DEFAULT)) \
  MANY(fluidcoef,   pub.fluid_coefs,     (0.5, 0.25, 1.5, 1, 1), OWN,                      REALS(1, 5, IN_DEFAULT)) \
  MANY(surfacevel,  more.surfacevel,     (0, 0, 0, 0, 0, 0),     BACK(geom_surfacevel),    REALS(1, 6, IN_DEFAULT) \
    SINCE(3011, "Velocity of the surface in the geom's frame, linear then angular: contacts drag " \
          "what touches it along, as a conveyor belt does.")) \
  ONE(adhesion,     more.adhesion,       0,                      COPIED(geom_adhesion),    REAL(IN_DEFAULT) \
    SINCE(3011, "Force with which each contact of the geom holds on; with a gap it pulls at a " \
          "distance too.")) \
  LIST(user, userdata, DOUBLES, 0, UNLIMITED, IN_DEFAULT)

#define SITE_ROWS \
  XML(NAME(0)) \
  XML(CLASS) \
  ONE(type,    pub.type,   mjGEOM_SPHERE,         FILLED(site_type),  ONE_OF(geom_type, IN_DEFAULT)) \
  ONE(group,   pub.group,  0,                     FILLED(site_group), WHOLE(IN_DEFAULT)) \
  MANY(pos,    pub.pos,    (0, 0, 0),             BACK(site_pos),     REALS(3, 3, IN_DEFAULT)) \
  XML(ORIENTATIONS(quat, alt, IN_DEFAULT)) \
  NAMED(material, material, mjOBJ_MATERIAL, IN_DEFAULT) \
  MANY(size,   pub.size,   (0.005, 0.005, 0.005), BACK(site_size),    REALS(1, 3, IN_DEFAULT)) \
  MANY(fromto, pub.fromto, (NAN),                 OWN,                REALS(6, 6, IN_DEFAULT)) \
  NAMED_MORE(mesh, meshname, mjOBJ_MESH, IN_DEFAULT, \
    SINCE(3013, "Of type mesh: the mesh whose convex hull is the zone of the site.")) \
  MANY(rgba,   pub.rgba,   (0.5, 0.5, 0.5, 1),    COPIED(site_rgba),  REALS(4, 4, IN_DEFAULT)) \
  LIST(user, userdata, DOUBLES, 0, UNLIMITED, IN_DEFAULT)

#define CAMERA_ROWS \
  XML(NAME(0)) \
  XML(CLASS) \
  ONE(orthographic,    pub.orthographic,     0,                FILLED(cam_orthographic), ONE_OF(bool, IN_DEFAULT) \
    WRITTEN_BY(write_orthographic)) \
  XML(SPECIAL(projection, KIND_WORD, read_projection, 0, .words = &words_projection, .min = 1, .max = 1, \
    .flags = IN_DEFAULT, SINCE(3005, "perspective, or orthographic: parallels stay parallel and fovy is a length. " \
    "The same as orthographic.") .write = write_projection)) \
  ONE(output,          more.output,          0,                COPIED(cam_output),       SOME_OF(camera_output, 5, IN_DEFAULT) \
    READ_BY(read_output) WRITTEN_BY(write_output) \
    SINCE(3005, "Pictures that programs should take with the camera: rgb alone where nothing is said.")) \
  ONE(fovy,            pub.fovy,             45,               OWN,                      REAL(IN_DEFAULT) \
    WRITTEN_BY(write_fovy)) \
  ONE(ipd,             pub.ipd,              0.068,            COPIED(cam_ipd),          REAL(IN_DEFAULT)) \
  MANY(resolution,     pub.resolution,       (1, 1),           OWN,                      REALS(2, 2, IN_DEFAULT) \
    WRITTEN_BY(write_optics)) \
  MANY(pos,            pub.pos,              (0, 0, 0),        BACK(cam_pos),            REALS(3, 3, IN_DEFAULT)) \
  XML(ORIENTATIONS(quat, alt, IN_DEFAULT)) \
  ONE(mode,            pub.mode,             mjCAMLIGHT_FIXED, FILLED(cam_mode),         ONE_OF(camlight_mode, IN_DEFAULT)) \
  NAMED(target, targetbody, mjOBJ_BODY, 0) \
  MANY(focal,          pub.focal_length,     (0, 0),           OWN,                      REALS(2, 2, IN_DEFAULT) \
    READ_BY(read_length) WRITTEN_BY(write_optics)) \
  MANY(focalpixel,     pub.focal_pixel,      (0, 0),           OWN,                      REALS(2, 2, IN_DEFAULT) \
    WRITTEN_BY(write_optics)) \
  MANY(principal,      pub.principal_length, (0, 0),           OWN,                      REALS(2, 2, IN_DEFAULT) \
    READ_BY(read_length) WRITTEN_BY(write_optics)) \
  MANY(principalpixel, pub.principal_pixel,  (0, 0),           OWN,                      REALS(2, 2, IN_DEFAULT) \
    WRITTEN_BY(write_optics)) \
  MANY(sensorsize,     pub.sensor_size,      (0, 0),           FILLED(cam_sensorsize),   REALS(2, 2, IN_DEFAULT) \
    WRITTEN_BY(write_optics)) \
  LIST(user, userdata, DOUBLES, 0, UNLIMITED, IN_DEFAULT)

#define LIGHT_ROWS \
  XML(NAME(0)) \
  XML(CLASS) \
  XML(WRITTEN_WORD(directional, type, bool, "false", IN_DEFAULT, write_alias)) \
  ONE(type,         pub.type,        mjLIGHT_SPOT,     FILLED(light_type),        ONE_OF(light_type, IN_DEFAULT)) \
  ONE(castshadow,   pub.castshadow,  1,                FILLED(light_castshadow),  ONE_OF(bool, IN_DEFAULT)) \
  ONE(active,       pub.active,      1,                FILLED(light_active),      ONE_OF(bool, IN_DEFAULT)) \
  MANY(pos,         pub.pos,         (0, 0, 0),        BACK(light_pos),           REALS(3, 3, IN_DEFAULT)) \
  MANY(dir,         pub.dir,         (0, 0, -1),       BACK(light_dir),           REALS(3, 3, IN_DEFAULT)) \
  ONE(bulbradius,   pub.bulbradius,  0.02,             FILLED(light_bulbradius),  REAL(IN_DEFAULT)) \
  ONE(intensity,    pub.intensity,   0,                FILLED(light_intensity),   REAL(IN_DEFAULT)) \
  ONE(range,        pub.range,       10,               FILLED(light_range),       REAL(IN_DEFAULT)) \
  MANY(attenuation, pub.attenuation, (1, 0, 0),        COPIED(light_attenuation), REALS(3, 3, IN_DEFAULT)) \
  ONE(cutoff,       pub.cutoff,      45,               COPIED(light_cutoff),      REAL(IN_DEFAULT)) \
  ONE(exponent,     pub.exponent,    10,               COPIED(light_exponent),    REAL(IN_DEFAULT)) \
  ONE(softness,    more.softness,    -1,               OWN,                       REAL(IN_DEFAULT) \
    SINCE(3012, "Part of the cone, from 0 to 1, over which the light falls off to its edge.")) \
  MANY(ambient,     pub.ambient,     (0, 0, 0),        COPIED(light_ambient),     REALS(3, 3, IN_DEFAULT)) \
  MANY(diffuse,     pub.diffuse,     (0.7, 0.7, 0.7),  COPIED(light_diffuse),     REALS(3, 3, IN_DEFAULT)) \
  MANY(specular,    pub.specular,    (0.3, 0.3, 0.3),  COPIED(light_specular),    REALS(3, 3, IN_DEFAULT)) \
  ONE(mode,         pub.mode,        mjCAMLIGHT_FIXED, FILLED(light_mode),        ONE_OF(camlight_mode, IN_DEFAULT)) \
  NAMED(target, targetbody, mjOBJ_BODY, 0) \
  NAMED(texture, texture, mjOBJ_TEXTURE, 0)

#define MESH_ROWS \
  XML(NAME(0)) \
  XML(CLASS) \
  A_TEXT(content_type, content_type, 0) \
  A_FILE(file, file, ASSET_MESH) \
  LIST(vertex, uservert, FLOATS, 0, UNLIMITED, 0) \
  LIST(normal, usernormal, FLOATS, 0, UNLIMITED, 0) \
  LIST(texcoord, usertexcoord, FLOATS, 0, UNLIMITED, 0) \
  LIST(face, userface, INTS, 0, UNLIMITED, 0) \
  MANY(refpos,      pub.refpos,       (0, 0, 0),             OWN, REALS(3, 3, 0)) \
  MANY(refquat,     pub.refquat,      (1, 0, 0, 0),          OWN, REALS(4, 4, 0)) \
  MANY(scale,       pub.scale,        (1, 1, 1),             OWN, REALS(3, 3, IN_DEFAULT)) \
  ONE(smoothnormal, pub.smoothnormal, 0,                     OWN, ONE_OF(bool, 0)) \
  ONE(maxhullvert,  pub.maxhullvert,  -1,                    OWN, WHOLE(IN_DEFAULT)) \
  ONE(inertia,      pub.inertia,      mjMESH_INERTIA_LEGACY, OWN, ONE_OF(mesh_inertia, IN_DEFAULT)) \
  ONE(collision,    more.collision,   engCOLLISION_CONVEX,   OWN, ONE_OF(mesh_collision, IN_DEFAULT) \
    SINCE(engLEVEL_BASE, "What geoms of type mesh that show it collide as: its convex hull, convex parts " \
          "that it is cut into, or its surface by signed distances.")) \
  ONE(volumeerror,  more.volumeerror, 0.05,                  OWN, REAL(IN_DEFAULT) \
    SINCE(engLEVEL_BASE, "Volume of its parts beyond its own, over it, at most.")) \
  ONE(maxpart,      more.maxpart,     32,                    OWN, WHOLE(IN_DEFAULT) \
    SINCE(engLEVEL_BASE, "The most parts it is cut into, whatever their error.")) \
  ONE(hullwarning,  more.hullwarning, 0,                     OWN, REAL(IN_DEFAULT) \
    SINCE(engLEVEL_BASE, "Warn when a geom collides as its hull and more than this share of that is " \
          "empty; 0: never.")) \
  NAMED(material, material, mjOBJ_MATERIAL, 0) \
  XML(PLAIN(params, KIND_REAL, 0, UNLIMITED, .fallback = NULL)) \
  KEPT(userfacenormal, INTS, NOTHING) \
  KEPT(userfacetexcoord, INTS, NOTHING)

#define HFIELD_ROWS \
  XML(NAME(0)) \
  A_TEXT(content_type, content_type, 0) \
  A_FILE(file, file, ASSET_OTHER) \
  ONE(nrow, pub.nrow, 0, OWN, WHOLE(0)) \
  ONE(ncol, pub.ncol, 0, OWN, WHOLE(0)) \
  XML(NUMBERS(size, size, 4, 4, 0, REQUIRED)) \
  XML(PLAIN(elevation, KIND_REAL, 0, UNLIMITED, .fallback = NULL, .write = write_elevation)) \
  KEPT(userdata, FLOATS, NOTHING)

#define SKIN_ROWS \
  XML(NAME(0)) \
  A_FILE(file, file, ASSET_OTHER) \
  NAMED(material, material, mjOBJ_MATERIAL, 0) \
  ONE(group,   pub.group,   0,                  FILLED(skin_group),   WHOLE(0)) \
  MANY(rgba,   pub.rgba,    (0.5, 0.5, 0.5, 1), FILLED(skin_rgba),    REALS(4, 4, 0)) \
  ONE(inflate, pub.inflate, 0,                  FILLED(skin_inflate), REAL(0)) \
  LIST(vertex, vert, FLOATS, 0, UNLIMITED, 0) \
  LIST(texcoord, texcoord, FLOATS, 0, UNLIMITED, 0) \
  LIST(face, face, INTS, 0, UNLIMITED, 0) \
  KEPT(bodyname, STRINGS, mjOBJ_BODY) \
  KEPT(bindpos, FLOATS, NOTHING) \
  KEPT(bindquat, FLOATS, NOTHING) \
  KEPT(vertid, INT_VECS, NOTHING) \
  KEPT(vertweight, FLOAT_VECS, NOTHING)

#define TEXTURE_ROWS \
  XML(NAME(0)) \
  ONE(type,       pub.type,       mjTEXTURE_CUBE,    OWN, ONE_OF(texture_type, 0)) \
  ONE(colorspace, pub.colorspace, mjCOLORSPACE_AUTO, OWN, ONE_OF(colorspace, 0)) \
  A_TEXT(content_type, content_type, 0) \
  A_FILE(file, file, ASSET_TEXTURE) \
  MANY(gridsize,  pub.gridsize,   (1, 1),            OWN, WHOLES(2, 2, 0)) \
  XML(SPECIAL(gridlayout, KIND_TEXT, read_gridlayout, 0, .fallback = "............", \
      .write = write_gridlayout)) \
  XML(SPECIAL(fileright, KIND_FILE, read_cube_face, 0, .fallback = "", .write = write_cube_face)) \
  XML(SPECIAL(fileleft, KIND_FILE, read_cube_face, 1, .fallback = "", .write = write_cube_face)) \
  XML(SPECIAL(fileup, KIND_FILE, read_cube_face, 2, .fallback = "", .write = write_cube_face)) \
  XML(SPECIAL(filedown, KIND_FILE, read_cube_face, 3, .fallback = "", .write = write_cube_face)) \
  XML(SPECIAL(filefront, KIND_FILE, read_cube_face, 4, .fallback = "", .write = write_cube_face)) \
  XML(SPECIAL(fileback, KIND_FILE, read_cube_face, 5, .fallback = "", .write = write_cube_face)) \
  ONE(builtin,    pub.builtin,    mjBUILTIN_NONE,    OWN, ONE_OF(texture_builtin, 0)) \
  MANY(rgb1,      pub.rgb1,       (0.8, 0.8, 0.8),   OWN, REALS(3, 3, 0)) \
  MANY(rgb2,      pub.rgb2,       (0.5, 0.5, 0.5),   OWN, REALS(3, 3, 0)) \
  ONE(mark,       pub.mark,       mjMARK_NONE,       OWN, ONE_OF(texture_mark, 0)) \
  MANY(markrgb,   pub.markrgb,    (0, 0, 0),         OWN, REALS(3, 3, 0)) \
  ONE(random,     pub.random,     0.01,              OWN, REAL(0)) \
  ONE(width,      pub.width,      0,                 OWN, WHOLE(0)) \
  ONE(height,     pub.height,     0,                 OWN, WHOLE(0)) \
  ONE(hflip,      pub.hflip,      0,                 OWN, ONE_OF(bool, 0)) \
  ONE(vflip,      pub.vflip,      0,                 OWN, ONE_OF(bool, 0)) \
  ONE(nchannel,   pub.nchannel,   3,                 OWN, WHOLE(0)) \
  KEPT(cubefiles, STRINGS, NOTHING) \
  KEPT(data, BYTES, NOTHING)

#define MATERIAL_ROWS \
  XML(NAME(0)) \
  XML(CLASS) \
  XML(SPECIAL(texture, KIND_REF, read_rgb_texture, 0, .of = "texture", .flags = IN_DEFAULT, \
      .write = write_rgb_texture)) \
  MANY(texrepeat,  pub.texrepeat,   (1, 1),       COPIED(mat_texrepeat),   REALS(2, 2, IN_DEFAULT)) \
  ONE(texuniform,  pub.texuniform,  0,            FILLED(mat_texuniform),  ONE_OF(bool, IN_DEFAULT)) \
  ONE(emission,    pub.emission,    0,            COPIED(mat_emission),    REAL(IN_DEFAULT)) \
  ONE(specular,    pub.specular,    0.5,          COPIED(mat_specular),    REAL(IN_DEFAULT)) \
  ONE(shininess,   pub.shininess,   0.5,          COPIED(mat_shininess),   REAL(IN_DEFAULT)) \
  ONE(reflectance, pub.reflectance, 0,            COPIED(mat_reflectance), REAL(IN_DEFAULT)) \
  ONE(metallic,    pub.metallic,    -1,           FILLED(mat_metallic),    REAL(IN_DEFAULT)) \
  ONE(roughness,   pub.roughness,   -1,           FILLED(mat_roughness),   REAL(IN_DEFAULT)) \
  MANY(rgba,       pub.rgba,        (1, 1, 1, 1), COPIED(mat_rgba),        REALS(4, 4, IN_DEFAULT)) \
  KEPT(textures, STRINGS, mjOBJ_TEXTURE)

#define PAIR_ROWS \
  XML(NAME(0)) \
  XML(CLASS) \
  NAMED(geom1, geomname1, mjOBJ_GEOM, 0) \
  NAMED(geom2, geomname2, mjOBJ_GEOM, 0) \
  ONE(condim,          pub.condim,         3,                             FILLED(pair_dim),            WHOLE(IN_DEFAULT)) \
  MANY(friction,       pub.friction,       (1, 1, 0.005, 0.0001, 0.0001), COPIED(pair_friction),       REALS(1, 5, IN_DEFAULT)) \
  MANY(solref,         pub.solref,         STANDARD_SOLREF,               COPIED(pair_solref),         REALS(1, 2, IN_DEFAULT)) \
  MANY(solreffriction, pub.solreffriction, (0, 0),                        COPIED(pair_solreffriction), REALS(1, 2, IN_DEFAULT)) \
  MANY(solimp,         pub.solimp,         STANDARD_SOLIMP,               COPIED(pair_solimp),         REALS(1, 5, IN_DEFAULT)) \
  ONE(gap,             pub.gap,            0,                             COPIED(pair_gap),            REAL(IN_DEFAULT)) \
  ONE(margin,          pub.margin,         0,                             COPIED(pair_margin),         REAL(IN_DEFAULT)) \
  ONE(adhesion,        more.adhesion,      0,                             COPIED(pair_adhesion),       REAL(IN_DEFAULT) \
    SINCE(3011, "Force with which each contact of the pair holds on."))

#define EXCLUDE_ROWS \
  XML(NAME(0)) \
  NAMED(body1, bodyname1, mjOBJ_BODY, REQUIRED) \
  NAMED(body2, bodyname2, mjOBJ_BODY, REQUIRED)

#define EQUALITY_ROWS \
  XML(NAME(0)) \
  XML(CLASS) \
  ONE(active,  pub.active, 1,               FILLED(eq_active0), ONE_OF(bool, IN_DEFAULT)) \
  MANY(solref, pub.solref, STANDARD_SOLREF, COPIED(eq_solref),  REALS(1, 2, IN_DEFAULT)) \
  MANY(solimp, pub.solimp, STANDARD_SOLIMP, COPIED(eq_solimp),  REALS(1, 5, IN_DEFAULT)) \
  HIDDEN(pub.data, COPIED(eq_data)) \
  KEPT(name1, STRING, TYPED) \
  KEPT(name2, STRING, TYPED)

#define TENDON_ROWS \
  XML(NAME(0)) \
  XML(CLASS) \
  ONE(group,              pub.group,           0,               FILLED(tendon_group),        WHOLE(IN_DEFAULT)) \
  ONE(limited,            pub.limited,         mjLIMITED_AUTO,  OWN,                         ONE_OF(tristate, IN_DEFAULT)) \
  ONE(actuatorfrclimited, pub.actfrclimited,   mjLIMITED_FALSE, OWN,                         ONE_OF(tristate, 0) \
    READ_BY(read_tendon_limit) WRITTEN_BY(write_tendon_limit)) \
  MANY(range,             pub.range,           (0, 0),          COPIED(tendon_range),        REALS(2, 2, IN_DEFAULT)) \
  MANY(actuatorfrcrange,  pub.actfrcrange,     (0, 0),          COPIED(tendon_actfrcrange),  REALS(2, 2, 0)) \
  MANY(solreflimit,       pub.solref_limit,    STANDARD_SOLREF, COPIED(tendon_solref_lim),   REALS(1, 2, IN_DEFAULT)) \
  MANY(solimplimit,       pub.solimp_limit,    STANDARD_SOLIMP, COPIED(tendon_solimp_lim),   REALS(1, 5, IN_DEFAULT)) \
  MANY(solreffriction,    pub.solref_friction, STANDARD_SOLREF, COPIED(tendon_solref_fri),   REALS(1, 2, IN_DEFAULT)) \
  MANY(solimpfriction,    pub.solimp_friction, STANDARD_SOLIMP, COPIED(tendon_solimp_fri),   REALS(1, 5, IN_DEFAULT)) \
  ONE(frictionloss,       pub.frictionloss,    0,               COPIED(tendon_frictionloss), REAL(IN_DEFAULT)) \
  MANY(springlength,      pub.springlength,    (-1, -1),        FILLED(tendon_lengthspring), REALS(1, 2, IN_DEFAULT) \
    READ_BY(read_springlength) WRITTEN_BY(write_springlength)) \
  ONE(margin,             pub.margin,          0,               COPIED(tendon_margin),       REAL(IN_DEFAULT)) \
  ONE(stiffness,          pub.stiffness,       0,               COPIED(tendon_stiffness),    POLYNOMIAL(stiffnesspoly)) \
  HIDDEN(more.stiffnesspoly, COPIED(tendon_stiffnesspoly)) \
  ONE(damping,            pub.damping,         0,               COPIED(tendon_damping),      POLYNOMIAL(dampingpoly)) \
  HIDDEN(more.dampingpoly, COPIED(tendon_dampingpoly)) \
  ONE(armature,           pub.armature,        0,               COPIED(tendon_armature),     REAL(0)) \
  LIST(user, userdata, DOUBLES, 0, UNLIMITED, IN_DEFAULT)

#define TENDON_APPEARANCE_ROWS \
  ONE(width, pub.width, 0.003,              COPIED(tendon_width), REAL(IN_DEFAULT)) \
  NAMED(material, material, mjOBJ_MATERIAL, IN_DEFAULT) \
  MANY(rgba, pub.rgba,  (0.5, 0.5, 0.5, 1), COPIED(tendon_rgba),  REALS(4, 4, IN_DEFAULT))

#define ACTUATOR_COMMON_ROWS \
  XML(NAME(0)) \
  XML(CLASS) \
  ONE(group,        pub.group,        0,              FILLED(actuator_group),      WHOLE(IN_DEFAULT)) \
  ONE(forcelimited, pub.forcelimited, mjLIMITED_AUTO, OWN,                         ONE_OF(tristate, IN_DEFAULT)) \
  MANY(ctrlrange,   pub.ctrlrange,    (0, 0),         OWN,                         REALS(2, 2, IN_DEFAULT) \
    WRITTEN_BY(write_range)) \
  MANY(forcerange,  pub.forcerange,   (0, 0),         COPIED(actuator_forcerange), REALS(2, 2, IN_DEFAULT)) \
  LIST(user, userdata, DOUBLES, 0, UNLIMITED, IN_DEFAULT) \
  KEPT(target, STRING, TYPED) \
  KEPT(refsite, STRING, mjOBJ_SITE) \
  KEPT(slidersite, STRING, mjOBJ_SITE)

#define ACTUATOR_DELAY_ROWS \
  ONE(nsample, more.nsample, 0,             OWN,                    WHOLE(IN_DEFAULT) \
    SINCE(3005, "Number of controls that are kept with their times; a delay needs some.")) \
  ONE(interp,  more.interp,  engINTERP_ZOH, OWN,                    ONE_OF(interp, IN_DEFAULT) \
    SINCE(3005, "How controls are read between those that are kept: zoh takes the one before.")) \
  ONE(delay,   more.delay,   0,             COPIED(actuator_delay), REAL(IN_DEFAULT) \
    SINCE(3005, "Time by which the controls act later than they are given."))

#define ACTUATOR_REFLECTED_ROWS \
  MANY(damping, more.damping,  (0, 0, 0), OWN,                       REALS(1, 3, IN_DEFAULT) \
    SINCE(3007, "Damping that the actuator adds to the joint or tendon it acts on, times gear " \
          "squared; more numbers are coefficients of speed and its square.")) \
  ONE(armature, more.armature, 0,         COPIED(actuator_armature), REAL(IN_DEFAULT) \
    SINCE(3007, "Armature that the actuator adds to the joint or tendon it acts on, times gear " \
          "squared."))

#define ACTUATOR_INPUTS_ROWS \
  ONE(input,     more.input,    0,      OWN, TEXTUAL(IN_DEFAULT) READ_BY(read_inputs) WRITTEN_BY(write_inputs) \
    SINCE(3011, "Which controls the actuator has: some of pos vel ff voltage in this order, or none; " \
          "of an orientation expmap or quat.")) \
  MANY(velrange, more.velrange, (0, 0), OWN, REALS(2, 2, IN_DEFAULT) \
    SINCE(3012, "Range that velocity inputs are clamped to; empty: not clamped.")) \
  MANY(ffrange,  more.ffrange,  (0, 0), OWN, REALS(2, 2, IN_DEFAULT) \
    SINCE(3012, "Range that feedforward inputs are clamped to; empty: not clamped."))

#define ACTUATOR_LIMITED_ROWS \
  ONE(ctrllimited, pub.ctrllimited, mjLIMITED_AUTO, OWN, ONE_OF(tristate, IN_DEFAULT))

#define ACTUATOR_GEAR_ROWS \
  MANY(lengthrange, pub.lengthrange, (0, 0),             OWN,                          REALS(2, 2, 0)) \
  MANY(gear,        pub.gear,        (1, 0, 0, 0, 0, 0), OWN,                          REALS(1, 6, IN_DEFAULT)) \
  ONE(cranklength,  pub.cranklength, 0,                  COPIED(actuator_cranklength), REAL(IN_DEFAULT))

#define ACTUATOR_RANGE_ROWS \
  MANY(actrange, pub.actrange, (0, 0), BACK(actuator_actrange), REALS(2, 2, IN_DEFAULT) WRITTEN_BY(write_range))

#define ACTUATOR_DYNAMICS_ROWS \
  ONE(actlimited, pub.actlimited, mjLIMITED_AUTO,                 OWN,                       ONE_OF(tristate, IN_DEFAULT)) \
  ONE(actdim,     pub.actdim,     -1,                             OWN,                       WHOLE(IN_DEFAULT) WRITTEN_BY(write_actdim)) \
  ONE(dyntype,    pub.dyntype,    mjDYN_NONE,                     FILLED(actuator_dyntype),  ONE_OF(dyntype, IN_DEFAULT)) \
  MANY(dynprm,    pub.dynprm,     (1, 0, 0, 0, 0, 0, 0, 0, 0, 0), COPIED(actuator_dynprm),   REALS(1, 10, IN_DEFAULT)) \
  ONE(actearly,   pub.actearly,   0,                              FILLED(actuator_actearly), ONE_OF(bool, IN_DEFAULT))

#define ACTUATOR_FORCE_ROWS \
  ONE(gaintype, pub.gaintype, mjGAIN_FIXED,                   FILLED(actuator_gaintype), ONE_OF(gaintype, IN_DEFAULT)) \
  ONE(biastype, pub.biastype, mjBIAS_NONE,                    FILLED(actuator_biastype), ONE_OF(biastype, IN_DEFAULT)) \
  MANY(gainprm, pub.gainprm,  (1, 0, 0, 0, 0, 0, 0, 0, 0, 0), COPIED(actuator_gainprm),  REALS(1, 10, IN_DEFAULT)) \
  MANY(biasprm, pub.biasprm,  (0, 0, 0, 0, 0, 0, 0, 0, 0, 0), COPIED(actuator_biasprm),  REALS(1, 10, IN_DEFAULT))

#define SENSOR_OBJECT_ROWS \
  KEPT(objname, STRING, TYPED) \
  KEPT(refname, STRING, TYPED)

#define SENSOR_USER_ROWS \
  LIST(user, userdata, DOUBLES, 0, UNLIMITED, 0)

#define SENSOR_CUTOFF_ROWS \
  ONE(cutoff, pub.cutoff, 0, COPIED(sensor_cutoff), REAL(0))

#define SENSOR_NOISE_ROWS \
  ONE(noise, pub.noise, 0, COPIED(sensor_noise), REAL(0))

#define SENSOR_HISTORY_ROWS \
  ONE(nsample,   more.nsample,  0,             OWN,                     WHOLE(0) \
    SINCE(3005, "Number of values that are kept with their times; delays and intervals need some.")) \
  ONE(interp,    more.interp,   engINTERP_ZOH, OWN,                     ONE_OF(interp, 0) \
    SINCE(3005, "How values are read between those that are kept: zoh takes the one before.")) \
  ONE(delay,     more.delay,    0,             COPIED(sensor_delay),    REAL(0) \
    SINCE(3005, "Time by which the sensor shows values later than they were.")) \
  MANY(interval, more.interval, (0, 0),        COPIED(sensor_interval), REALS(1, 2, 0) \
    SINCE(3005, "Time between values, and when the first one before the start was (0: one period " \
          "before)."))

#define FLEX_ROWS \
  XML(NAME(0)) \
  ONE(group,    pub.group,    0,                  FILLED(flex_group),    WHOLE(0)) \
  ONE(dim,      pub.dim,      2,                  OWN,                   WHOLE(0)) \
  ONE(radius,   pub.radius,   0.005,              FILLED(flex_radius),   REAL(0)) \
  NAMED(material, material, mjOBJ_MATERIAL, 0) \
  MANY(rgba,    pub.rgba,     (0.5, 0.5, 0.5, 1), FILLED(flex_rgba),     REALS(4, 4, 0)) \
  ONE(flatskin, pub.flatskin, 0,                  FILLED(flex_flatskin), ONE_OF(bool, 0)) \
  NAMED_SOME(body, vertbody, mjOBJ_BODY, REQUIRED) \
  LIST(vertex, vert, DOUBLES, 0, UNLIMITED, 0) \
  LIST(element, elem, INTS, 1, UNLIMITED, REQUIRED) \
  LIST(texcoord, texcoord, FLOATS, 0, UNLIMITED, 0) \
  LIST(elemtexcoord, elemtexcoord, INTS, 0, UNLIMITED, 0) \
  NAMED_SOME(node, nodebody, mjOBJ_BODY, 0) \
  KEPT(node, DOUBLES, NOTHING) \
  MANY(cellcount, more.cellcount, (1, 1, 1), OWN, WHOLES(3, 3, 0) \
    SINCE(3008, "Cells along each axis of a flex with nodes; their corners are nodes.")) \
  ONE(dof, more.order, 0, OWN, ONE_OF(flex_order, 0) WRITTEN_BY(write_flex_order) \
    SINCE(3008, "Order of the interpolation of a flex with nodes: quadratic has nodes between the " \
          "corners, too."))

#define FLEX_CONTACT_ROWS \
  ONE(contype,      pub.contype,      1,                  FILLED(flex_contype),      WHOLE(0)) \
  ONE(conaffinity,  pub.conaffinity,  1,                  FILLED(flex_conaffinity),  WHOLE(0)) \
  ONE(condim,       pub.condim,       3,                  FILLED(flex_condim),       WHOLE(0)) \
  ONE(priority,     pub.priority,     0,                  FILLED(flex_priority),     WHOLE(0)) \
  MANY(friction,    pub.friction,     (1, 0.005, 0.0001), FILLED(flex_friction),     REALS(1, 3, 0)) \
  ONE(solmix,       pub.solmix,       1,                  FILLED(flex_solmix),       REAL(0)) \
  MANY(solref,      pub.solref,       STANDARD_SOLREF,    FILLED(flex_solref),       REALS(1, 2, 0)) \
  MANY(solimp,      pub.solimp,       STANDARD_SOLIMP,    FILLED(flex_solimp),       REALS(1, 5, 0)) \
  ONE(margin,       pub.margin,       0,                  FILLED(flex_margin),       REAL(0)) \
  ONE(gap,          pub.gap,          0,                  FILLED(flex_gap),          REAL(0)) \
  ONE(internal,     pub.internal,     0,                  FILLED(flex_internal),     ONE_OF(bool, 0)) \
  ONE(selfcollide,  pub.selfcollide,  mjFLEXSELF_AUTO,    FILLED(flex_selfcollide),  ONE_OF(flex_selfcollide, 0)) \
  ONE(activelayers, pub.activelayers, 1,                  FILLED(flex_activelayers), WHOLE(0)) \
  ONE(vertcollide,  pub.vertcollide,  0,                  OWN,                       ONE_OF(bool, 0)) \
  ONE(passive,      pub.passive,      0,                  FILLED(flex_passive),      ONE_OF(bool, 0))

#define FLEX_EDGE_ROWS \
  ONE(stiffness, pub.edgestiffness, 0, FILLED(flex_edgestiffness), REAL(0)) \
  ONE(damping,   pub.edgedamping,   0, FILLED(flex_edgedamping),   REAL(0))

#define FLEX_ELASTICITY_ROWS \
  ONE(young,     pub.young,     0,  OWN,                  REAL(0)) \
  ONE(poisson,   pub.poisson,   0,  OWN,                  REAL(0)) \
  ONE(damping,   pub.damping,   0,  FILLED(flex_damping), REAL(0)) \
  ONE(thickness, pub.thickness, -1, OWN,                  REAL(0)) \
  ONE(elastic2d, pub.elastic2d, 0,  OWN,                  ONE_OF(elastic2d, 0))

#define NUMERIC_ROWS \
  XML(NAME(REQUIRED)) \
  XML(INTEGERS(size, size, 1, 1, 0, 0)) \
  LIST(data, data, DOUBLES, 0, 500, 0)

#define TEXT_ROWS \
  XML(NAME(REQUIRED)) \
  A_TEXT(data, data, 0)

#define TUPLE_ROWS \
  XML(NAME(REQUIRED)) \
  KEPT(objtype, INTS, NOTHING) \
  KEPT(objname, STRINGS, TYPED) \
  KEPT(objprm, DOUBLES, NOTHING)

#define KEY_ROWS \
  XML(NAME(0)) \
  ONE(time, pub.time, 0, OWN, REAL(0)) \
  LIST(qpos,  qpos,  DOUBLES, 0, UNLIMITED, 0) \
  LIST(qvel,  qvel,  DOUBLES, 0, UNLIMITED, 0) \
  LIST(act,   act,   DOUBLES, 0, UNLIMITED, 0) \
  LIST(ctrl,  ctrl,  DOUBLES, 0, UNLIMITED, 0) \
  LIST(mpos,  mpos,  DOUBLES, 0, UNLIMITED, 0) \
  LIST(mquat, mquat, DOUBLES, 0, UNLIMITED, 0)

#define PLUGIN_ROWS KEPT(plugin_name, STRING, NOTHING)

#define WRAP_ROWS

// All of an element whose attributes the schema has in groups.
#define TENDON_ALL_ROWS TENDON_ROWS TENDON_APPEARANCE_ROWS
#define ACTUATOR_ALL_ROWS \
  ACTUATOR_COMMON_ROWS ACTUATOR_DELAY_ROWS ACTUATOR_REFLECTED_ROWS ACTUATOR_INPUTS_ROWS \
  ACTUATOR_LIMITED_ROWS ACTUATOR_GEAR_ROWS ACTUATOR_RANGE_ROWS ACTUATOR_DYNAMICS_ROWS \
  ACTUATOR_FORCE_ROWS
#define SENSOR_ALL_ROWS \
  SENSOR_OBJECT_ROWS SENSOR_CUTOFF_ROWS SENSOR_NOISE_ROWS SENSOR_HISTORY_ROWS SENSOR_USER_ROWS
#define FLEX_ALL_ROWS FLEX_ROWS FLEX_CONTACT_ROWS FLEX_EDGE_ROWS FLEX_ELASTICITY_ROWS

// clang-format on
