// Tables a viewer is made of.
#pragma once

#include <engine/visual_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// What an mjtLabel and an mjtFrame is called.
MJAPI extern const char* mjLABELSTRING[mjNLABEL];
MJAPI extern const char* mjFRAMESTRING[mjNFRAME];

// Of every visualisation flag (mjtVisFlag) and rendering flag (mjtRndFlag): its name, "1" if it is
// on at first, the key that toggles it ("" for none).
MJAPI extern const char* mjVISSTRING[mjNVISFLAG][3];
MJAPI extern const char* mjRNDSTRING[mjNRNDFLAG][3];

#ifdef __cplusplus
}  // extern "C"
#endif
