extern "C" {
#include "base/arena.h"
}
#include "mjcf/xml.h"

#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <vector>
#include <tinyxml2.h>

namespace {

// The parser beneath refuses elements nested deeper than 100; what is deeper than this is parsed
// as a text of its own.
constexpr int kSliceDepth = 64;

// The inside of an element at depth kSliceDepth, as offsets into the text.
struct Slice {
  size_t begin, end;
  xml_place place;  // of its beginning
};

// What a walk over the tags finds: where the start tags of elements not in slices stand, each
// followed by the places of its attributes, and the slices.
struct Plan {
  std::vector<xml_place> places;
  std::vector<Slice> slices;
};

struct Reader {
  arena* memory;
  const xml_file* file;
  const char* text;  // all of it
  size_t n;
  xml_fault* fault;
};

void Fail(const Reader& r, xml_place place, int id, const char* why) {
  r.fault->place = place;
  r.fault->id = id;
  snprintf(r.fault->why, sizeof r.fault->why, "%s", why);
}

// Find the places, and what must be parsed apart; false when an element has too many attributes.
// Texts whose tags do not match yield fewer slices; the parser says what is wrong with them.
bool MakePlan(const Reader& r, scan s, Plan* plan) {
  const char* text = s.at;
  int depth = 0;
  plan->places.reserve(size_t(s.end - s.at) / 24);
  for (scan_tag tag = scan_next(&s); tag.kind == SCAN_OPEN || tag.kind == SCAN_CLOSE;
       tag = scan_next(&s)) {
    if (tag.kind == SCAN_OPEN) {
      bool listed = depth < kSliceDepth;
      if (listed) plan->places.push_back(tag.place);
      scan_name name;
      int more, n = 0;
      while ((more = scan_attribute(&s, &name)) > 0 && ++n <= XML_MAX_ATTRIBUTES) {
        if (listed) plan->places.push_back(name.place);
      }
      if (n > XML_MAX_ATTRIBUTES) {
        return Fail(r, tag.place, tinyxml2::XML_ERROR_PARSING_ATTRIBUTE,
                    "the element has too many attributes"),
               false;
      }
      if (more < 0) break;
      if (scan_is_empty(&s)) continue;
      if (++depth == kSliceDepth) {
        xml_place place = scan_place(&s);
        place.column++;
        plan->slices.push_back({size_t(s.at + 1 - text), 0, place});
      }
    } else {
      if (depth-- == kSliceDepth) plan->slices.back().end = size_t(tag.name - 2 - text);
      if (depth < 0) break;
    }
  }
  std::vector<Slice>& slices = plan->slices;
  if (!slices.empty() && slices.back().end < slices.back().begin) slices.pop_back();
  return true;
}

const char* Copy(const Reader& r, const char* s) { return arena_strndup(r.memory, s, strlen(s)); }

// The place of the next tag or attribute; next moves in step with the parser.
xml_place NextPlace(const Plan& plan, size_t* next) {
  if (*next >= plan.places.size()) return {1, 1};
  return plan.places[(*next)++];
}

// One element without its children.
xml_node* MakeNode(const Reader& r, const tinyxml2::XMLElement* e, const Plan& plan, size_t* next) {
  auto* node = static_cast<xml_node*>(arena_alloc(r.memory, sizeof(xml_node)));
  if (!node) return nullptr;
  node->name = Copy(r, e->Name());
  node->file = r.file;
  node->place = NextPlace(plan, next);
  for (auto* a = e->FirstAttribute(); a; a = a->Next()) node->nattribute++;
  if (node->nattribute) {
    node->attribute = static_cast<xml_attribute*>(
        arena_alloc(r.memory, sizeof(xml_attribute) * size_t(node->nattribute)));
    if (!node->attribute) return nullptr;
  }
  xml_attribute* to = node->attribute;
  for (auto* a = e->FirstAttribute(); a; a = a->Next(), to++) {
    to->name = Copy(r, a->Name());
    to->value = Copy(r, a->Value());
    to->place = NextPlace(plan, next);
    if (!to->name || !to->value) return nullptr;
  }
  return node->name ? node : nullptr;
}

bool ParseSlice(const Reader& r, const char* text, size_t n, xml_place begin, int depth,
                xml_node** first, const char** comment);

// The elements from e on with their siblings and all below, at the given depth.
struct Builder {
  const Reader& r;
  const char* text;
  const Plan& plan;
  size_t nextplace, nextslice;

  bool Build(const tinyxml2::XMLElement* e, xml_node* parent, xml_node** first, int below,
             int depth) {
    for (xml_node** link = first; e; e = e->NextSiblingElement(), link = &(*link)->next) {
      xml_node* node = *link = MakeNode(r, e, plan, &nextplace);
      if (!node) return Fail(r, {1, 1}, 0, "out of memory"), false;
      node->parent = parent;
      if (depth > XML_MAX_DEPTH) {
        char why[80];
        snprintf(why, sizeof why, "elements are nested deeper than %d", XML_MAX_DEPTH);
        return Fail(r, node->place, tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED, why), false;
      }
      if (below == kSliceDepth && e->ClosingType() == tinyxml2::XMLElement::OPEN) {
        if (nextslice < plan.slices.size() && !BuildSlice(node, depth)) return false;
      } else if (!Build(e->FirstChildElement(), node, &node->child, below + 1, depth + 1)) {
        return false;
      }
    }
    return true;
  }

  bool BuildSlice(xml_node* parent, int depth) {
    const Slice& s = plan.slices[nextslice++];
    if (!ParseSlice(r, text + s.begin, s.end - s.begin, s.place, depth + 1, &parent->child,
                    nullptr)) {
      return false;
    }
    for (xml_node* c = parent->child; c; c = c->next) c->parent = parent;
    return true;
  }
};

void FailParse(const Reader& r, const tinyxml2::XMLDocument& doc, xml_place begin) {
  xml_place place = begin;
  if (doc.ErrorLineNum() > 1) place = {begin.line + doc.ErrorLineNum() - 1, 1};
  char why[sizeof r.fault->why];
  if (doc.ErrorID() == tinyxml2::XML_ERROR_EMPTY_DOCUMENT) {
    snprintf(why, sizeof why, "the document is empty");
  } else if (!memchr(r.text, '<', r.n)) {
    snprintf(why, sizeof why, "there is no element in the text; expected <mujoco>");
  } else if (!scan_diagnose(r.text, r.n, &place, why, sizeof why)) {
    snprintf(why, sizeof why, "%s", doc.ErrorName() + strlen("XML_ERROR_"));
    for (char* c = why; *c; c++) *c = *c == '_' ? ' ' : char(*c | 0x20);
  }
  Fail(r, place, doc.ErrorID(), why);
}

// Leave nothing but lines and columns: line feeds, and the bytes that continue a character.
void Blank(char* text, size_t n) {
  for (char* c = text; c < text + n; c++) {
    if (*c != '\n' && (*c & 0xC0) != 0x80) *c = ' ';
  }
}

// The elements at the top of a text that begins at the given place and depth.  The inside of an
// element gets one around it: the parser allows no text beside the root.
bool ParseSlice(const Reader& r, const char* text, size_t n, xml_place begin, int depth,
                xml_node** first, const char** comment) {
  bool inside = depth > 1;
  Plan plan;
  scan start = scan_begin(text, n);
  start.place = begin;
  if (!MakePlan(r, start, &plan)) return false;
  std::string copy;
  size_t prefix = 0;
  if (inside || !plan.slices.empty()) {
    prefix = inside ? strlen("<_>") : 0;
    copy = inside ? "<_>" + std::string(text, n) + "</_>" : std::string(text, n);
    for (const Slice& s : plan.slices) Blank(&copy[prefix + s.begin], s.end - s.begin);
  }
  const char* parsed = copy.empty() ? text : copy.data();
  tinyxml2::XMLDocument doc;
  if (doc.Parse(parsed, copy.empty() ? n : copy.size()) != tinyxml2::XML_SUCCESS) {
    return FailParse(r, doc, begin), false;
  }
  Builder b{r, text, plan, 0, 0};
  const tinyxml2::XMLElement* top = doc.FirstChildElement();
  if (inside) top = top->FirstChildElement();
  if (!b.Build(top, nullptr, first, 1, depth)) return false;
  if (comment && top && top->FirstChild() && top->FirstChild()->ToComment()) {
    *comment = Copy(r, top->FirstChild()->Value());
  }
  return true;
}

}  // namespace

xml_node* xml_parse(arena* a, const xml_file* file, const char* text, size_t n,
                    const char** comment, xml_fault* fault) {
  Reader r{a, file, text, n, fault};
  xml_node* root = nullptr;
  if (comment) *comment = nullptr;
  if (n && memchr(text, 0, n)) {
    Fail(r, {1, 1}, tinyxml2::XML_ERROR_PARSING,
         "the text holds null characters: it is binary or UTF-16; expected UTF-8");
    return nullptr;
  }
  try {
    if (!ParseSlice(r, text, n, {1, 1}, 1, &root, comment)) return nullptr;
  } catch (const std::bad_alloc&) {
    Fail(r, {1, 1}, 0, "out of memory");
    return nullptr;
  }
  if (root) root->next = nullptr;
  if (!root) Fail(r, {1, 1}, 0, "XML root element not found");
  return root;
}
