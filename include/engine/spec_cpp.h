// Text and vectors of specifications as C++ has them: handles that convert to and from std::string
// and std::vector, and the functions of spec.h for containers that programs made themselves.  All
// of it is inline over the C functions: no C++ crosses the boundary of the library.
#pragma once

#include <engine/spec.h>

#ifdef __cplusplus

#include <cstddef>
#include <map>
#include <sstream>
#include <string>
#include <vector>

// A handle of text.  It belongs to the specification, so there is no making or copying one; what is
// assigned to it is stored there.
struct mjString {
  mjString() = delete;
  mjString(const mjString&) = delete;
  mjString& operator=(const mjString& other) { return *this = mjs_getString(&other); }
  mjString& operator=(const char* text) {
    mjs_setString(this, text);
    return *this;
  }
  mjString& operator=(const std::string& text) { return *this = text.c_str(); }
  operator std::string() const { return mjs_getString(this); }
  const char* c_str() const { return mjs_getString(this); }
  const char* data() const { return c_str(); }
  bool empty() const { return !*c_str(); }
  std::size_t size() const { return std::string(c_str()).size(); }
  std::size_t length() const { return size(); }
  void clear() { *this = ""; }
};

inline bool operator==(const mjString& a, const std::string& b) { return b == a.c_str(); }
inline bool operator==(const std::string& a, const mjString& b) { return a == b.c_str(); }
inline bool operator==(const mjString& a, const char* b) { return std::string(b) == a.c_str(); }
inline bool operator!=(const mjString& a, const std::string& b) { return !(a == b); }
inline bool operator!=(const mjString& a, const char* b) { return !(a == b); }

namespace engine_detail {

inline void Set(mjIntVec* to, const int* x, int n) { mjs_setInt(to, x, n); }
inline void Set(mjFloatVec* to, const float* x, int n) { mjs_setFloat(to, x, n); }
inline void Set(mjDoubleVec* to, const double* x, int n) { mjs_setDouble(to, x, n); }

// What vectors of numbers have in common; Handle derives from it.
template <typename Handle, typename T>
struct Numbers {
  Numbers() = delete;
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;
  const T* data() const { return static_cast<const T*>(eng_vecData(this, nullptr)); }
  std::size_t size() const {
    int n = 0;
    eng_vecData(this, &n);
    return static_cast<std::size_t>(n);
  }
  bool empty() const { return size() == 0; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  const T& operator[](std::size_t i) const { return data()[i]; }
  operator std::vector<T>() const { return std::vector<T>(begin(), end()); }

 protected:
  void Assign(const std::vector<T>& x) {
    Set(static_cast<Handle*>(this), x.data(), static_cast<int>(x.size()));
  }
};

}  // namespace engine_detail

#define ENGINE_NUMBERS(Name, T)                   \
  struct Name : engine_detail::Numbers<Name, T> { \
    Name& operator=(const std::vector<T>& x) {    \
      Assign(x);                                  \
      return *this;                               \
    }                                             \
  };
ENGINE_NUMBERS(mjIntVec, int)
ENGINE_NUMBERS(mjFloatVec, float)
ENGINE_NUMBERS(mjDoubleVec, double)
#undef ENGINE_NUMBERS

struct mjByteVec {
  mjByteVec() = delete;
  mjByteVec(const mjByteVec&) = delete;
  mjByteVec& operator=(const mjByteVec&) = delete;
  const std::byte* data() const {
    return static_cast<const std::byte*>(eng_vecData(this, nullptr));
  }
  std::size_t size() const {
    int n = 0;
    eng_vecData(this, &n);
    return static_cast<std::size_t>(n);
  }
  operator std::vector<std::byte>() const {
    return std::vector<std::byte>(data(), data() + size());
  }
};

struct mjStringVec {
  mjStringVec() = delete;
  mjStringVec(const mjStringVec&) = delete;
  mjStringVec& operator=(const mjStringVec&) = delete;
  mjStringVec& operator=(const std::vector<std::string>& x) {
    mjs_setStringVec(this, "");
    for (const std::string& s : x) push_back(s);
    return *this;
  }
  void push_back(const std::string& s) { mjs_appendString(this, s.c_str()); }
  std::size_t size() const {
    int n = 0;
    eng_vecData(this, &n);
    return static_cast<std::size_t>(n);
  }
  bool empty() const { return size() == 0; }
  std::string operator[](std::size_t i) const { return eng_vecString(this, static_cast<int>(i)); }
  operator std::vector<std::string>() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < size(); i++) all.push_back((*this)[i]);
    return all;
  }
};

struct mjIntVecVec {
  mjIntVecVec() = delete;
  mjIntVecVec(const mjIntVecVec&) = delete;
  mjIntVecVec& operator=(const mjIntVecVec&) = delete;
};

struct mjFloatVecVec {
  mjFloatVecVec() = delete;
  mjFloatVecVec(const mjFloatVecVec&) = delete;
  mjFloatVecVec& operator=(const mjFloatVecVec&) = delete;
};

// ----- the same functions for containers of the program

inline void mjs_setString(std::string* dest, const char* text) { *dest = text; }
inline const char* mjs_getString(const std::string* source) { return source->c_str(); }
inline void mjs_setInt(std::vector<int>* dest, const int* array, int size) {
  dest->assign(array, array + size);
}
inline void mjs_setFloat(std::vector<float>* dest, const float* array, int size) {
  dest->assign(array, array + size);
}
inline void mjs_setDouble(std::vector<double>* dest, const double* array, int size) {
  dest->assign(array, array + size);
}
inline const double* mjs_getDouble(const std::vector<double>* source, int* size) {
  if (size) *size = static_cast<int>(source->size());
  return source->data();
}
inline void mjs_setBuffer(std::vector<std::byte>* dest, const void* array, int size) {
  const std::byte* bytes = static_cast<const std::byte*>(array);
  dest->assign(bytes, bytes + size);
}
inline void mjs_appendString(std::vector<std::string>* dest, const char* text) {
  dest->push_back(text);
}
inline void mjs_setStringVec(std::vector<std::string>* dest, const char* text) {
  std::istringstream words(text);
  dest->clear();
  for (std::string word; words >> word;) dest->push_back(word);
}
inline mjtByte mjs_setInStringVec(std::vector<std::string>* dest, int i, const char* text) {
  dest->at(static_cast<std::size_t>(i)) = text;
  return 1;
}
inline void mjs_appendIntVec(std::vector<std::vector<int>>* dest, const int* array, int size) {
  dest->emplace_back(array, array + size);
}
inline void mjs_appendFloatVec(std::vector<std::vector<float>>* dest, const float* array,
                               int size) {
  dest->emplace_back(array, array + size);
}

// Attributes of a plugin from a map, which is left empty.
inline void mjs_setPluginAttributes(mjsPlugin* plugin,
                                    std::map<std::string, std::string, std::less<>>* attributes) {
  mjSpec* scratch = mj_makeSpec();
  if (!scratch) return;
  mjStringVec* list = mjs_addTexture(scratch)->cubefiles;
  mjs_setStringVec(list, "");
  for (const auto& entry : *attributes) {
    mjs_appendString(list, entry.first.c_str());
    mjs_appendString(list, entry.second.c_str());
  }
  mjs_setPluginAttributes(plugin, static_cast<void*>(list));
  attributes->clear();
  mj_deleteSpec(scratch);
}

#endif
