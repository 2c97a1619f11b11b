// Image files: PNG, and animated PNG for videos, which browsers display.
#pragma once

#include <engine/base_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Write an image with 3 bytes (red, green, blue) per pixel, rows from the bottom up as from
// mjr_readPixels; or with one 16-bit number per pixel.  Returns 0; -1 with a message in error.
MJAPI int eng_writePicture(const char* filename, const unsigned char* rgb, int width, int height,
                           char* error, int error_sz);
MJAPI int eng_writeDepth(const char* filename, const unsigned short* depth, int width, int height,
                         char* error, int error_sz);

// A video being written; it is played in a loop.
typedef struct engFilm_ engFilm;

// Begin a video of images of one size; NULL with a message when the file cannot be written.
MJAPI engFilm* eng_openFilm(const char* filename, int width, int height, double frames_per_second,
                            char* error, int error_sz);

// Append an image.  Only the part that differs from the previous image is stored.
MJAPI int eng_addFrame(engFilm* film, const unsigned char* rgb);

// Finish the file and free the film (NULL is a no-op).  Returns the number of images in it, or -1
// when writing failed.
MJAPI int eng_closeFilm(engFilm* film);

#ifdef __cplusplus
}  // extern "C"
#endif
