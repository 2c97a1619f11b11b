// Text and vectors of specifications as C++ has them: they convert to and from std::string and
// std::vector, and are grown, indexed and compared as those are.  One that a program declares is
// its own; what an element's field points to belongs to the specification, and assigning to it
// stores a copy there.  Also the functions of spec.h for containers of the standard library.  All
// of it is inline over the C functions: no C++ crosses the boundary of the library.
#pragma once

#include <engine/spec.h>

#ifdef __cplusplus

#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <map>
#include <new>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace engine_detail {

#ifdef __cpp_exceptions
[[noreturn]] inline void OutOfRange() { throw std::out_of_range("at"); }
[[noreturn]] inline void NoMemory() { throw std::bad_alloc(); }
#else
[[noreturn]] inline void OutOfRange() { std::abort(); }
[[noreturn]] inline void NoMemory() { std::abort(); }
#endif

// What every container is, in a program as in a specification: the library alone looks into it.
class Container {
 public:
  Container() {
    if (!eng_vecMake(&words_)) NoMemory();
  }
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;
  ~Container() { eng_vecFree(&words_); }

 private:
  engVec words_;
};

// For constructors that take two iterators, not two numbers.
template <typename I>
using IfIterator = typename std::enable_if<!std::is_arithmetic<I>::value, int>::type;

// What vectors have in common: their items, and how their number changes.  List derives from it.
template <typename List, typename T>
class Items : public Container {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;

  const T* data() const { return static_cast<const T*>(eng_vecData(this, nullptr)); }
  T* data() { return const_cast<T*>(static_cast<const Items*>(this)->data()); }
  std::size_t size() const {
    int n = 0;
    eng_vecData(this, &n);
    return static_cast<std::size_t>(n);
  }
  bool empty() const { return size() == 0; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& at(std::size_t i) const { return data()[Checked(i)]; }
  T& at(std::size_t i) { return data()[Checked(i)]; }
  const T& front() const { return data()[0]; }
  T& front() { return data()[0]; }
  const T& back() const { return data()[size() - 1]; }
  T& back() { return data()[size() - 1]; }

  void reserve(std::size_t) {}
  void resize(std::size_t n) {
    if (!eng_vecResize(this, static_cast<int>(n), static_cast<int>(sizeof(T)))) NoMemory();
  }
  template <typename V>
  void resize(std::size_t n, const V& x) {
    std::size_t before = size();
    resize(n);
    for (std::size_t i = before; i < n; i++) data()[i] = x;
  }
  void clear() { resize(0); }
  void pop_back() { resize(size() - 1); }
  void swap(List& other) {
    List self = static_cast<const List&>(*this);
    static_cast<List&>(*this) = other;
    other = self;
  }

 private:
  std::size_t Checked(std::size_t i) const {
    if (i >= size()) OutOfRange();
    return i;
  }
};

inline void Set(mjIntVec* to, const int* x, int n) { mjs_setInt(to, x, n); }
inline void Set(mjFloatVec* to, const float* x, int n) { mjs_setFloat(to, x, n); }
inline void Set(mjDoubleVec* to, const double* x, int n) { mjs_setDouble(to, x, n); }
inline void Set(mjByteVec* to, const std::byte* x, int n) { mjs_setBuffer(to, x, n); }

// Vectors of numbers.
template <typename List, typename T>
class Numbers : public Items<List, T> {
 public:
  using iterator = T*;
  using const_iterator = const T*;

  const T* begin() const { return this->data(); }
  const T* end() const { return this->data() + this->size(); }
  T* begin() { return this->data(); }
  T* end() { return this->data() + this->size(); }
  const T* cbegin() const { return begin(); }
  const T* cend() const { return end(); }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  operator std::vector<T>() const { return vec(); }

  void assign(const T* x, std::size_t n) {
    Set(static_cast<List*>(this), x, static_cast<int>(n));
    if (this->size() != n) NoMemory();
  }
  void assign(const std::vector<T>& x) { assign(x.data(), x.size()); }
  void assign(std::initializer_list<T> x) { assign(x.begin(), x.size()); }
  void assign(std::size_t n, T x) { assign(std::vector<T>(n, x)); }
  template <typename Iterator, IfIterator<Iterator> = 0>
  void assign(Iterator first, Iterator last) {
    assign(std::vector<T>(first, last));
  }
  void push_back(T x) {
    std::size_t n = this->size();
    this->resize(n + 1);
    this->data()[n] = x;
  }
  void emplace_back(T x) { push_back(x); }
  template <typename Iterator>
  void insert(const T* where, Iterator first, Iterator last) {
    std::vector<T> all = vec();
    all.insert(all.begin() + (where - begin()), first, last);
    assign(all);
  }
  void insert(const T* where, std::initializer_list<T> x) { insert(where, x.begin(), x.end()); }
  void insert(const T* where, T x) { insert(where, &x, &x + 1); }
  void erase(const T* first, const T* last) {
    std::vector<T> all = vec();
    all.erase(all.begin() + (first - begin()), all.begin() + (last - begin()));
    assign(all);
  }
  void erase(const T* where) { erase(where, where + 1); }

  friend bool operator==(const List& a, const List& b) { return a.vec() == b.vec(); }
  friend bool operator==(const List& a, const std::vector<T>& b) { return a.vec() == b; }
  friend bool operator==(const std::vector<T>& a, const List& b) { return a == b.vec(); }
  friend bool operator!=(const List& a, const List& b) { return a.vec() != b.vec(); }
  friend bool operator!=(const List& a, const std::vector<T>& b) { return a.vec() != b; }
  friend bool operator!=(const std::vector<T>& a, const List& b) { return a != b.vec(); }
};

// Vectors whose items are containers, of the type Row; as a program has one it is a Value.
template <typename List, typename Row, typename Value>
class Rows : public Items<List, Row> {
 public:
  // Walks over the rows as values, which are read this way: for (const std::string& name : *names).
  // They are changed by (*names)[i].
  class const_iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Value;
    using difference_type = std::ptrdiff_t;
    using pointer = const Value*;
    using reference = const Value&;
    const_iterator(const Row* at, const Row* end) : at_(at), end_(end) { Read(); }
    const Value& operator*() const { return value_; }
    const Value* operator->() const { return &value_; }
    const_iterator& operator++() {
      at_++;
      Read();
      return *this;
    }
    const_iterator operator++(int) {
      const_iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const const_iterator& other) const { return at_ == other.at_; }
    bool operator!=(const const_iterator& other) const { return at_ != other.at_; }

   private:
    void Read() {
      if (at_ != end_) value_ = Value(*at_);
    }
    const Row *at_, *end_;
    Value value_;
  };
  using iterator = const_iterator;

  const_iterator begin() const { return {this->data(), this->data() + this->size()}; }
  const_iterator end() const { return {this->data() + this->size(), this->data() + this->size()}; }
  std::vector<Value> vec() const { return std::vector<Value>(begin(), end()); }
  operator std::vector<Value>() const { return vec(); }

  template <typename Iterator>
  void assign(Iterator first, Iterator last) {
    this->clear();
    for (; first != last; ++first) push_back(*first);
  }
  void push_back(const Value& x) {
    std::size_t n = this->size();
    this->resize(n + 1);
    this->data()[n] = x;
  }
  template <typename... What>
  void emplace_back(What&&... what) {
    push_back(Value(std::forward<What>(what)...));
  }

  friend bool operator==(const List& a, const List& b) { return a.vec() == b.vec(); }
  friend bool operator==(const List& a, const std::vector<Value>& b) { return a.vec() == b; }
  friend bool operator==(const std::vector<Value>& a, const List& b) { return a == b.vec(); }
  friend bool operator!=(const List& a, const List& b) { return a.vec() != b.vec(); }
  friend bool operator!=(const List& a, const std::vector<Value>& b) { return a.vec() != b; }
  friend bool operator!=(const std::vector<Value>& a, const List& b) { return a != b.vec(); }
};

}  // namespace engine_detail

struct mjString : engine_detail::Container {
  using value_type = char;
  static constexpr std::size_t npos = std::string::npos;

  mjString() {}
  mjString(const char* text) { mjs_setString(this, text); }
  mjString(const std::string& text) : mjString(text.c_str()) {}
  mjString(const mjString& other) : mjString(other.c_str()) {}
  mjString& operator=(const char* text) {
    mjs_setString(this, text);
    return *this;
  }
  mjString& operator=(const std::string& text) { return *this = text.c_str(); }
  mjString& operator=(const mjString& other) { return *this = other.c_str(); }
  mjString& operator+=(const std::string& text) { return *this = str() + text; }
  mjString& operator+=(const mjString& text) { return *this += text.str(); }
  mjString& operator+=(const char* text) { return *this = str() + text; }
  mjString& operator+=(char c) { return *this = str() + c; }
  mjString& append(const std::string& text) { return *this += text; }
  mjString& assign(const std::string& text) { return *this = text; }
  void push_back(char c) { *this += c; }
  void clear() { *this = ""; }

  operator std::string() const { return c_str(); }
  std::string str() const { return c_str(); }
  const char* c_str() const { return mjs_getString(this); }
  const char* data() const { return c_str(); }
  const char* begin() const { return c_str(); }
  const char* end() const { return c_str() + size(); }
  const char& operator[](std::size_t i) const { return c_str()[i]; }
  const char& front() const { return *c_str(); }
  const char& back() const { return c_str()[size() - 1]; }
  bool empty() const { return !*c_str(); }
  std::size_t size() const { return std::char_traits<char>::length(c_str()); }
  std::size_t length() const { return size(); }
  int compare(const std::string& other) const { return str().compare(other); }
  std::size_t find(const std::string& part, std::size_t from = 0) const {
    return str().find(part, from);
  }
  std::size_t rfind(const std::string& part, std::size_t from = npos) const {
    return str().rfind(part, from);
  }
  std::string substr(std::size_t from = 0, std::size_t n = npos) const {
    return str().substr(from, n);
  }

  friend bool operator==(const mjString& a, const mjString& b) { return b.str() == a.c_str(); }
  friend bool operator==(const mjString& a, const std::string& b) { return b == a.c_str(); }
  friend bool operator==(const std::string& a, const mjString& b) { return a == b.c_str(); }
  friend bool operator==(const mjString& a, const char* b) { return a.str() == b; }
  friend bool operator==(const char* a, const mjString& b) { return b.str() == a; }
  friend bool operator!=(const mjString& a, const mjString& b) { return !(a == b); }
  friend bool operator!=(const mjString& a, const std::string& b) { return !(a == b); }
  friend bool operator!=(const std::string& a, const mjString& b) { return !(a == b); }
  friend bool operator!=(const mjString& a, const char* b) { return !(a == b); }
  friend bool operator!=(const char* a, const mjString& b) { return !(a == b); }
  friend bool operator<(const mjString& a, const mjString& b) { return a.compare(b.str()) < 0; }
  friend std::string operator+(const mjString& a, const mjString& b) { return a.str() + b.str(); }
  friend std::string operator+(const mjString& a, const std::string& b) { return a.str() + b; }
  friend std::string operator+(const std::string& a, const mjString& b) { return a + b.str(); }
  friend std::string operator+(const mjString& a, const char* b) { return a.str() + b; }
  friend std::string operator+(const char* a, const mjString& b) { return a + b.str(); }
  friend std::string operator+(const mjString& a, char b) { return a.str() + b; }
  friend std::ostream& operator<<(std::ostream& out, const mjString& text) {
    return out << text.c_str();
  }
};

#define ENGINE_NUMBERS(Name, T)                                                              \
  struct Name : engine_detail::Numbers<Name, T> {                                            \
    Name() {}                                                                                \
    explicit Name(std::size_t n, T x = T()) { assign(n, x); }                                \
    Name(std::initializer_list<T> x) { assign(x); }                                          \
    Name(const std::vector<T>& x) { assign(x); }                                             \
    Name(const Name& other) : engine_detail::Numbers<Name, T>() {                            \
      assign(other.data(), other.size());                                                    \
    }                                                                                        \
    template <typename Iterator, engine_detail::IfIterator<Iterator> = 0>                    \
    Name(Iterator first, Iterator last) {                                                    \
      assign(first, last);                                                                   \
    }                                                                                        \
    Name& operator=(const Name& other) { return assign(other.data(), other.size()), *this; } \
    Name& operator=(std::initializer_list<T> x) { return assign(x), *this; }                 \
    Name& operator=(const std::vector<T>& x) { return assign(x), *this; }                    \
  };
ENGINE_NUMBERS(mjIntVec, int)
ENGINE_NUMBERS(mjFloatVec, float)
ENGINE_NUMBERS(mjDoubleVec, double)
ENGINE_NUMBERS(mjByteVec, std::byte)
#undef ENGINE_NUMBERS

#define ENGINE_ROWS(Name, Row, ...)                                                               \
  struct Name : engine_detail::Rows<Name, Row, __VA_ARGS__> {                                     \
    using Value = __VA_ARGS__;                                                                    \
    Name() {}                                                                                     \
    explicit Name(std::size_t n, const Value& x = Value()) { resize(n, x); }                      \
    Name(std::initializer_list<Value> x) { assign(x.begin(), x.end()); }                          \
    Name(const std::vector<Value>& x) { assign(x.begin(), x.end()); }                             \
    Name(const Name& other) : engine_detail::Rows<Name, Row, __VA_ARGS__>() {                     \
      assign(other.begin(), other.end());                                                         \
    }                                                                                             \
    template <typename Iterator, engine_detail::IfIterator<Iterator> = 0>                         \
    Name(Iterator first, Iterator last) {                                                         \
      assign(first, last);                                                                        \
    }                                                                                             \
    Name& operator=(const Name& other) { return *this = other.vec(); }                            \
    Name& operator=(std::initializer_list<Value> x) { return assign(x.begin(), x.end()), *this; } \
    Name& operator=(const std::vector<Value>& x) { return assign(x.begin(), x.end()), *this; }    \
  };
ENGINE_ROWS(mjStringVec, mjString, std::string)
ENGINE_ROWS(mjIntVecVec, mjIntVec, std::vector<int>)
ENGINE_ROWS(mjFloatVecVec, mjFloatVec, std::vector<float>)
#undef ENGINE_ROWS

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
  mjStringVec list;
  for (const auto& entry : *attributes) {
    list.push_back(entry.first);
    list.push_back(entry.second);
  }
  mjs_setPluginAttributes(plugin, static_cast<void*>(&list));
  attributes->clear();
}

#endif
