// Pixels to files: pictures as PNG, films as animated PNG, which browsers show.
#pragma once

#include <engine/base_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Write a picture of 3 bytes (red, green, blue) a pixel, rows from the bottom up as mjr_readPixels
// gives them, or of one number of 16 bits a pixel.  Returns 0; otherwise -1, and a message goes to
// error.
MJAPI int eng_writePicture(const char* filename, const unsigned char* rgb, int width, int height,
                           char* error, int error_sz);
MJAPI int eng_writeDepth(const char* filename, const unsigned short* depth, int width, int height,
                         char* error, int error_sz);

// A film that is being written; it plays again and again.
typedef struct engFilm_ engFilm;

// Begin a film of pictures of one size; NULL, and a message, when the file cannot be written.
MJAPI engFilm* eng_openFilm(const char* filename, int width, int height, double frames_per_second,
                            char* error, int error_sz);

// Add a picture.  Of one that is like the one before only what changed is written.
MJAPI int eng_addFrame(engFilm* film, const unsigned char* rgb);

// Finish the file and free the film, NULL is a no-op.  Returns the number of pictures in it, or -1
// when something could not be written.
MJAPI int eng_closeFilm(engFilm* film);

#ifdef __cplusplus
}  // extern "C"
#endif
