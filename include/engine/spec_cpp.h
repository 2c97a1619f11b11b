// Text and vectors of specifications as C++ has them: handles that convert to and from std::string
// and std::vector, and the functions of spec.h for containers that programs made themselves.  All
// of it is inline over the C functions: no C++ crosses the boundary of the library.
#pragma once

#include <engine/spec.h>

#ifdef __cplusplus

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <map>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// A handle of text.  It belongs to the specification, so there is no making or copying one; what is
// assigned to it is stored there.  What std::string can do beyond this is done with str().
struct mjString {
  mjString() = delete;
  mjString(const mjString&) = delete;
  mjString& operator=(const mjString& other) { return *this = mjs_getString(&other); }
  mjString& operator=(const char* text) {
    mjs_setString(this, text);
    return *this;
  }
  mjString& operator=(const std::string& text) { return *this = text.c_str(); }
  mjString& operator+=(const std::string& text) { return *this = str() + text; }
  mjString& append(const std::string& text) { return *this += text; }
  mjString& assign(const std::string& text) { return *this = text; }
  void push_back(char c) { *this += std::string(1, c); }
  void clear() { *this = ""; }
  operator std::string() const { return c_str(); }
  std::string str() const { return c_str(); }
  const char* c_str() const { return mjs_getString(this); }
  const char* data() const { return c_str(); }
  const char* begin() const { return c_str(); }
  const char* end() const { return c_str() + size(); }
  const char& operator[](std::size_t i) const { return c_str()[i]; }
  bool empty() const { return !*c_str(); }
  std::size_t size() const { return std::char_traits<char>::length(c_str()); }
  std::size_t length() const { return size(); }
  int compare(const std::string& other) const { return str().compare(other); }
  std::size_t find(const std::string& part, std::size_t from = 0) const {
    return str().find(part, from);
  }
  std::size_t rfind(const std::string& part, std::size_t from = std::string::npos) const {
    return str().rfind(part, from);
  }
  std::string substr(std::size_t from = 0, std::size_t n = std::string::npos) const {
    return str().substr(from, n);
  }
};

inline bool operator==(const mjString& a, const mjString& b) { return b.str() == a.c_str(); }
inline bool operator==(const mjString& a, const std::string& b) { return b == a.c_str(); }
inline bool operator==(const std::string& a, const mjString& b) { return a == b.c_str(); }
inline bool operator==(const mjString& a, const char* b) { return std::string(b) == a.c_str(); }
inline bool operator==(const char* a, const mjString& b) { return b == a; }
inline bool operator!=(const mjString& a, const mjString& b) { return !(a == b); }
inline bool operator!=(const mjString& a, const std::string& b) { return !(a == b); }
inline bool operator!=(const std::string& a, const mjString& b) { return !(a == b); }
inline bool operator!=(const mjString& a, const char* b) { return !(a == b); }
inline bool operator!=(const char* a, const mjString& b) { return !(a == b); }
inline std::string operator+(const mjString& a, const std::string& b) { return a.str() + b; }
inline std::string operator+(const std::string& a, const mjString& b) { return a + b.str(); }
inline std::ostream& operator<<(std::ostream& out, const mjString& text) {
  return out << text.c_str();
}

namespace engine_detail {

inline void Set(mjIntVec* to, const int* x, int n) { mjs_setInt(to, x, n); }
inline void Set(mjFloatVec* to, const float* x, int n) { mjs_setFloat(to, x, n); }
inline void Set(mjDoubleVec* to, const double* x, int n) { mjs_setDouble(to, x, n); }
inline void Set(mjByteVec* to, const std::byte* x, int n) { mjs_setBuffer(to, x, n); }

inline std::size_t Size(const void* vec) {
  int n = 0;
  eng_vecData(vec, &n);
  return static_cast<std::size_t>(n);
}

// What vectors of numbers have in common; Handle derives from it.  The numbers are where the
// library keeps them, and may be changed there; whatever changes how many there are copies them, so
// that long lists are best made in a std::vector and assigned.
template <typename Handle, typename T>
struct Numbers {
  using value_type = T;
  using size_type = std::size_t;
  using iterator = T*;
  using const_iterator = const T*;

  Numbers() = delete;
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;
  const T* data() const { return static_cast<const T*>(eng_vecData(this, nullptr)); }
  T* data() { return const_cast<T*>(static_cast<const Numbers*>(this)->data()); }
  std::size_t size() const { return Size(this); }
  bool empty() const { return size() == 0; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& at(std::size_t i) const {
    return i < size() ? data()[i] : throw std::out_of_range("at");
  }
  T& at(std::size_t i) { return i < size() ? data()[i] : throw std::out_of_range("at"); }
  const T& front() const { return data()[0]; }
  const T& back() const { return data()[size() - 1]; }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  operator std::vector<T>() const { return vec(); }

  void assign(const std::vector<T>& x) {
    Set(static_cast<Handle*>(this), x.data(), static_cast<int>(x.size()));
  }
  template <typename Iterator>
  void assign(Iterator first, Iterator last) {
    assign(std::vector<T>(first, last));
  }
  void clear() { assign(std::vector<T>()); }
  void reserve(std::size_t) {}
  void resize(std::size_t n, T x = T()) {
    std::vector<T> all = vec();
    all.resize(n, x);
    assign(all);
  }
  void push_back(T x) { resize(size() + 1, x); }
  void emplace_back(T x) { push_back(x); }
  void pop_back() { resize(size() - 1); }
  template <typename Iterator>
  void insert(const T* where, Iterator first, Iterator last) {
    std::vector<T> all = vec();
    all.insert(all.begin() + (where - begin()), first, last);
    assign(all);
  }

  friend bool operator==(const Handle& a, const std::vector<T>& b) { return a.vec() == b; }
  friend bool operator==(const std::vector<T>& a, const Handle& b) { return a == b.vec(); }
  friend bool operator!=(const Handle& a, const std::vector<T>& b) { return a.vec() != b; }
  friend bool operator!=(const std::vector<T>& a, const Handle& b) { return a != b.vec(); }
};

// Rows that are appended, each a vector.
template <typename Handle, typename T, void (*Append)(Handle*, const T*, int)>
struct Rows {
  Rows() = delete;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  std::size_t size() const { return Size(this); }
  bool empty() const { return size() == 0; }
  void push_back(const std::vector<T>& row) {
    Append(static_cast<Handle*>(this), row.data(), static_cast<int>(row.size()));
  }
  template <typename Iterator>
  void emplace_back(Iterator first, Iterator last) {
    push_back(std::vector<T>(first, last));
  }
};

}  // namespace engine_detail

#define ENGINE_NUMBERS(Name, T)                                                       \
  struct Name : engine_detail::Numbers<Name, T> {                                     \
    Name& operator=(const Name& other) { return *this = other.vec(); }                \
    Name& operator=(std::initializer_list<T> x) { return *this = std::vector<T>(x); } \
    Name& operator=(const std::vector<T>& x) {                                        \
      assign(x);                                                                      \
      return *this;                                                                   \
    }                                                                                 \
  };
ENGINE_NUMBERS(mjIntVec, int)
ENGINE_NUMBERS(mjFloatVec, float)
ENGINE_NUMBERS(mjDoubleVec, double)
ENGINE_NUMBERS(mjByteVec, std::byte)
#undef ENGINE_NUMBERS

struct mjIntVecVec : engine_detail::Rows<mjIntVecVec, int, mjs_appendIntVec> {};
struct mjFloatVecVec : engine_detail::Rows<mjFloatVecVec, float, mjs_appendFloatVec> {};

// One string of a vector: read it, or assign to it.
class mjStringVecItem {
 public:
  mjStringVecItem(mjStringVec* of, std::size_t i) : of_(of), i_(static_cast<int>(i)) {}
  mjStringVecItem& operator=(const std::string& text) {
    mjs_setInStringVec(of_, i_, text.c_str());
    return *this;
  }
  operator std::string() const { return c_str(); }
  std::string str() const { return c_str(); }
  const char* c_str() const { return eng_vecString(of_, i_); }
  bool empty() const { return !*c_str(); }
  friend bool operator==(const mjStringVecItem& a, const std::string& b) { return a.str() == b; }
  friend bool operator!=(const mjStringVecItem& a, const std::string& b) { return a.str() != b; }

 private:
  mjStringVec* of_;
  int i_;
};

struct mjStringVec {
  mjStringVec() = delete;
  mjStringVec(const mjStringVec&) = delete;
  mjStringVec& operator=(const mjStringVec& other) { return *this = other.vec(); }
  mjStringVec& operator=(std::initializer_list<std::string> x) {
    return *this = std::vector<std::string>(x);
  }
  mjStringVec& operator=(const std::vector<std::string>& x) {
    clear();
    for (const std::string& s : x) push_back(s);
    return *this;
  }
  void clear() { mjs_setStringVec(this, ""); }
  void push_back(const std::string& s) { mjs_appendString(this, s.c_str()); }
  void emplace_back(const std::string& s) { push_back(s); }
  std::size_t size() const { return engine_detail::Size(this); }
  bool empty() const { return size() == 0; }
  std::string operator[](std::size_t i) const { return eng_vecString(this, static_cast<int>(i)); }
  mjStringVecItem operator[](std::size_t i) { return mjStringVecItem(this, i); }
  std::string at(std::size_t i) const {
    return i < size() ? (*this)[i] : throw std::out_of_range("at");
  }
  std::string front() const { return (*this)[0]; }
  std::string back() const { return (*this)[size() - 1]; }
  std::vector<std::string> vec() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < size(); i++) all.push_back((*this)[i]);
    return all;
  }
  operator std::vector<std::string>() const { return vec(); }
  friend bool operator==(const mjStringVec& a, const std::vector<std::string>& b) {
    return a.vec() == b;
  }

  // Walks over the strings: for (const std::string& s : *names) ...
  class const_iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = std::string;
    using difference_type = std::ptrdiff_t;
    using pointer = const std::string*;
    using reference = std::string;
    const_iterator(const mjStringVec* of, std::size_t i) : of_(of), i_(i) {}
    std::string operator*() const { return (*of_)[i_]; }
    const_iterator& operator++() {
      i_++;
      return *this;
    }
    const_iterator operator++(int) {
      const_iterator before = *this;
      i_++;
      return before;
    }
    bool operator==(const const_iterator& other) const { return i_ == other.i_; }
    bool operator!=(const const_iterator& other) const { return i_ != other.i_; }

   private:
    const mjStringVec* of_;
    std::size_t i_;
  };
  const_iterator begin() const { return const_iterator(this, 0); }
  const_iterator end() const { return const_iterator(this, size()); }
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
