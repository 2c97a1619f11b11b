// Read and write MJCF.
#pragma once

#include <engine/spec_types.h>
#include <engine/model_types.h>
#include <engine/base_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Reading
// Files are searched in vfs (may be NULL), then with the resource provider of their scheme, then on
// disk.  error (may be NULL) receives at most error_sz bytes, always terminated; all errors of a
// text are reported at once, in document order, one per line:
//     file:line:column: element 'x': what is wrong; what would be right
//       included from file:line
// The locale has no effect on numbers.

// Parse a file without compiling it.  Returns a specification to be freed by mj_deleteSpec, or NULL
// with the errors in error, which is empty otherwise.
MJAPI mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz);

// The same for a string.  Files that it refers to are relative to the working directory.
MJAPI mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz);

// Parse a file and compile it.  Returns a model to be freed by mj_deleteModel, with the compiler's
// warning, if any, in error; or NULL with the errors.  The specification is kept for
// mj_saveLastXML, replacing that of the previous call.
MJAPI mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz);

// Free the specification kept by mj_loadXML.
MJAPI void mj_freeLastXML(void);

// Set the folders, separated by ':', in which ROS packages ("package://name/file") are searched,
// before those of the environment variables ROS_PACKAGE_PATH and AMENT_PREFIX_PATH and the folders
// above the model: each is a package or contains packages.  A file of that name in the mesh folder
// of the model takes precedence.  NULL or "" clears them.  0, or -1 without memory.
MJAPI int eng_setPackagePath(const char* path);

// Read the collision settings of a semantic robot description (SRDF) into a specification whose
// bodies are its links: links in <disable_collisions> do not collide.  Such links remain bodies
// even if fusestatic would merge them.  Returns the number of pairs added, not counting those
// excluded before; or -1 with the errors, and then adds none: the file cannot be read, is no SRDF,
// or names a link that does not exist.
MJAPI int eng_readSRDF(mjSpec* s, const char* filename, const mjVFS* vfs, char* error,
                       int error_sz);

// Read the ROS and Gazebo elements of a URDF into the specification made from it, which is not done
// automatically: a <transmission> of type SimpleTransmission and, in <ros2_control>, a joint with
// an effort command interface become motors, with the reduction as gear and the effort limit (or
// min and max) as control range; <gazebo reference="link"> with a predefined Gazebo material sets
// the colour of the link's geoms.  Other transmissions and materials, and unknown joints, are
// skipped with a warning.  Returns the number of motors and colours added; or -1 with the errors,
// and then some may have been added.
MJAPI int eng_readTransmissions(mjSpec* s, const char* filename, const mjVFS* vfs, char* error,
                                int error_sz);

// Store in dependencies the file itself and every file it needs, by include, as a model or as an
// asset: with asset directories applied, without duplicates, in no particular order.  A file that
// cannot be read is a fatal error.
MJAPI void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies);

// ---- Writing
// The written text compiles to the same model.  Attributes whose values equal those of the default
// class or the MJCF defaults are omitted, replicated and attached elements are written explicitly,
// angles are in radians, orientations are quaternions, and file names are those of the
// specification.  Errors are reported as above.

// Write a compiled specification to a file (NULL or "": standard output).  0, or -1 with the reason
// in error: it is not compiled, it has something that MJCF cannot express, or the file cannot be
// written.
MJAPI int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz);

// The same to a buffer of xml_sz bytes, terminated.  0, or -1; or the length of the text without
// terminator when the buffer is too small, which is then unchanged.
MJAPI int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz);

// Write the specification kept by mj_loadXML, with the numbers of m (may be NULL) copied back as by
// mj_copyBack.  1, or 0 with the reason in error; 1 with a warning in error when m does not match
// the specification, which is then written as loaded.
MJAPI int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz);

// ---- The grammar

// Print all elements with their attributes, as text or (flg_html) as an HTML table; with flg_pad
// the table is indented by padding instead of spaces.  Writes to the file and to the buffer (both
// may be NULL); the buffer receives at most buffer_sz bytes, always terminated.  A file that cannot
// be written gives a warning.  Returns the length of the text.
MJAPI int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html,
                         int flg_pad);

// Output formats of the grammar, with documentation of every element and attribute.
typedef enum engGrammar_ {
  engGRAMMAR_WORDS = 0,     // plain text: meaning, unit, range, default, example
  engGRAMMAR_MARKDOWN = 1,  // the reference page
  engGRAMMAR_XSD = 2,       // XML Schema, for editors and validators
  engGRAMMAR_RNG = 3,       // RELAX NG, likewise
} engGrammar;

// Write the grammar in the format `form` (engGrammar) to the buffer (may be NULL), at most
// buffer_sz bytes, always terminated.  `of` (only for text formats) selects a single element or
// attribute ("geom", "default/geom", "geom/size"); NULL selects everything.  Returns the length of
// the text; or -1 when the format, element or attribute does not exist.
MJAPI int eng_printGrammar(int form, const char* of, char* buffer, int buffer_sz);

// The element that makes a sensor (objtype mjOBJ_SENSOR, type of mjtSensor) or an equality
// (mjOBJ_EQUALITY, mjtEq): "gyro", "weld".  NULL when there is none.
MJAPI const char* eng_elementName(int objtype, int type);

#ifdef __cplusplus
}  // extern "C"
#endif

#ifdef __cplusplus
#include <engine/spec_cpp.h>

// The same function for a std::vector.
inline void mju_getXMLDependencies(const char* filename, std::vector<std::string>* dependencies) {
  mjSpec* scratch = mj_makeSpec();
  if (!scratch) return;
  mjStringVec* list = mjs_addTexture(scratch)->cubefiles;
  mju_getXMLDependencies(filename, list);
  *dependencies = *list;
  mj_deleteSpec(scratch);
}
#endif
