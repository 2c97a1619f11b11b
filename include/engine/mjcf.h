// Read and write MJCF.
#pragma once

#include <engine/spec_types.h>
#include <engine/model_types.h>
#include <engine/base_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Reading
// Files are looked for in vfs (may be NULL), then by the resource provider of their scheme, then on
// disk.  error (may be NULL) gets at most error_sz bytes, always terminated; all errors of a text
// are reported at once, in its order, a line each:
//     file:line:column: element 'x': what is wrong; what would be right
//       included from file:line
// Numbers are read alike in every locale.

// Parse a file without compiling it.  Returns a specification that mj_deleteSpec frees, or NULL
// with the errors in error, which is emptied otherwise.
MJAPI mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz);

// The same with the text itself.  Files that it names are relative to the working directory.
MJAPI mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz);

// Parse a file and compile it.  Returns a model that mj_deleteModel frees, with the warning of the
// compilation, if any, in error; or NULL with the errors.  The specification is kept, in the place
// of that of the call before, for mj_saveLastXML.
MJAPI mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz);

// Forget the specification that mj_loadXML kept.
MJAPI void mj_freeLastXML(void);

// Name the folders, with ':' between them, in which packages of URDF are looked for, before those
// of the environment variables ROS_PACKAGE_PATH and AMENT_PREFIX_PATH and those above the model:
// each is a package or holds some.  For "package://name/file"; a file of that name in the mesh
// folder of the model comes first.  NULL or "" forgets them.  0, or -1 without memory.
MJAPI int eng_setPackagePath(const char* path);

// Read what a semantic description of a robot (SRDF) says of collisions into a specification that
// has its links for bodies: links of <disable_collisions> do not collide.  Such a link stays a body
// of its own where fusestatic would make it part of another.  Returns how many pairs it added,
// those that were excluded before left out; or -1 with the errors, and then adds none: the file
// cannot be read, it is no SRDF, or it names a link that is not there.
MJAPI int eng_readSRDF(mjSpec* s, const char* filename, const mjVFS* vfs, char* error,
                       int error_sz);

// Read what ROS and Gazebo say in a URDF into the specification that was made of it, which it is
// not without being asked for: a <transmission> of type SimpleTransmission and, in <ros2_control>,
// a joint commanded by effort become motors, with the reduction as gear and the effort limit (or
// min and max) as range of control; <gazebo reference="link"> with one of Gazebo's own materials
// gives the link's geoms its colour.  Other transmissions, materials, and joints that are not there
// are left out with a warning.  Returns how many motors and colours there are more; or -1 with the
// errors, and then some may have come.
MJAPI int eng_readTransmissions(mjSpec* s, const char* filename, const mjVFS* vfs, char* error,
                                int error_sz);

// Put into dependencies the file itself and every file that it needs, by include, as a model or as
// an asset: directories applied, each once, in no particular order.  A file that cannot be read is
// a fatal error.
MJAPI void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies);

// ---- Writing
// What is written compiles to the same model.  Attributes that the default class of their element
// or the grammar would give anyway are left out, replicated and attached elements are written out,
// angles are in radians, orientations are quaternions, files are named as the specification names
// them.  Errors are messages as above.

// Write a compiled specification to a file (NULL or "": to the standard output).  0, or -1 with
// the reason in error: it is not compiled, it cannot be said in MJCF, the file cannot be written.
MJAPI int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz);

// The same into a buffer of xml_sz bytes, terminated.  0, or -1; or the length of the text without
// the terminator when the buffer is too small, which is then left alone.
MJAPI int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz);

// Write the specification that mj_loadXML kept, with the numbers of m (may be NULL) in it as
// mj_copyBack puts them there.  1, or 0 with the reason in error; 1 and a warning in error when m
// does not belong to that specification, which is then written as it was loaded.
MJAPI int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz);

// ---- The grammar

// Print all elements with their attributes, as text or (flg_html) as an HTML table, which flg_pad
// indents by padding instead of spaces.  Writes to the file and to the buffer, both may be NULL;
// the buffer gets buffer_sz bytes at most, always terminated.  When the file cannot be written that
// is a warning.  Returns the length of the text.
MJAPI int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html,
                         int flg_pad);

// Other forms of the grammar, with what every element and attribute means.
typedef enum engGrammar_ {
  engGRAMMAR_WORDS = 0,     // plain text: meaning, unit, range, default, example
  engGRAMMAR_MARKDOWN = 1,  // the reference page
  engGRAMMAR_XSD = 2,       // XML Schema, for editors and validators
  engGRAMMAR_RNG = 3,       // RELAX NG, for the same
} engGrammar;

// Write a form (engGrammar) of the grammar into the buffer, at most buffer_sz bytes, always
// terminated; the buffer may be NULL.  of: in words, an element or attribute alone ("geom",
// "default/geom", "geom/size"); NULL: everything.  Returns the length of the text, -1 when there is
// no such form, element or attribute.
MJAPI int eng_printGrammar(int form, const char* of, char* buffer, int buffer_sz);

#ifdef __cplusplus
}  // extern "C"
#endif

#ifdef __cplusplus
#include <engine/spec_cpp.h>

// The same into a vector of the program.
inline void mju_getXMLDependencies(const char* filename, std::vector<std::string>* dependencies) {
  mjSpec* scratch = mj_makeSpec();
  if (!scratch) return;
  mjStringVec* list = mjs_addTexture(scratch)->cubefiles;
  mju_getXMLDependencies(filename, list);
  *dependencies = *list;
  mj_deleteSpec(scratch);
}
#endif
