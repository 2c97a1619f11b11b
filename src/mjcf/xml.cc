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

// The XML parser rejects elements nested deeper than 100 levels; deeper parts ("slices") are parsed
// as separate texts.
constexpr int kSliceDepth = 64;

// The content of an element whose depth is a multiple of kSliceDepth, without the slices nested in
// it.
struct Slice {
  size_t begin, end;             // offsets into the text
  xml_place place, place_after;  // start and end
  size_t next_place;             // index in Plan::places of the first item after it
  size_t next_slice;             // index in Plan::slices
};

// The result of scanning all tags: places of the start tags, each followed by those of its
// attributes; and the slices, in document order.  The whole text is the first slice.
struct Plan {
  std::vector<xml_place> places;
  std::vector<Slice> slices;
};

// A slice to be parsed, the index of its first place, and the node whose content it is.
struct Job {
  size_t slice, first_place;
  xml_node* parent;
};

struct Reader {
  arena* memory;
  const xml_file* file;
  const char* text;  // the whole text
  size_t n;
  xml_fault* fault;
};

void Fail(const Reader& r, xml_place place, int id, const char* why) {
  r.fault->place = place;
  r.fault->id = id;
  snprintf(r.fault->why, sizeof r.fault->why, "%s", why);
}

// Record the places of a start tag and its attributes; false when there are too many.
bool PlanTag(const Reader& r, scan* s, const scan_tag& tag, Plan* plan, bool* broken) {
  plan->places.push_back(tag.place);
  scan_name name;
  int more, n = 0;
  while ((more = scan_attribute(s, &name)) > 0 && ++n <= XML_MAX_ATTRIBUTES) {
    plan->places.push_back(name.place);
  }
  *broken = more < 0;
  if (n <= XML_MAX_ATTRIBUTES) return true;
  Fail(r, tag.place, tinyxml2::XML_ERROR_PARSING_ATTRIBUTE, "the element has too many attributes");
  return false;
}

bool FailDepth(const Reader& r, xml_place place) {
  char why[80];
  snprintf(why, sizeof why, "elements are nested deeper than %d", XML_MAX_DEPTH);
  Fail(r, place, tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED, why);
  return false;
}

// Scan the text; false when a limit is exceeded.  If tags do not match, slices extend to the end of
// the text; the parser reports the error.
bool MakePlan(const Reader& r, Plan* plan) {
  std::vector<size_t> open(1, 0);
  std::vector<Slice>& slices = plan->slices;
  scan s = scan_begin(r.text, r.n);
  int depth = 0;
  plan->places.reserve(r.n / 24);
  slices.push_back({0, r.n, {1, 1}, {1, 1}, 0, 0});
  for (scan_tag tag = scan_next(&s); tag.kind == SCAN_OPEN || tag.kind == SCAN_CLOSE;
       tag = scan_next(&s)) {
    if (tag.kind == SCAN_OPEN) {
      bool broken;
      if (depth == XML_MAX_DEPTH) return FailDepth(r, tag.place);
      if (!PlanTag(r, &s, tag, plan, &broken)) return false;
      if (broken) break;
      if (scan_is_empty(&s) || ++depth % kSliceDepth != 0) continue;
      xml_place place = scan_place(&s);
      place.column++;
      open.push_back(slices.size());
      slices.push_back({size_t(s.at + 1 - r.text), r.n, place, place, 0, 0});
    } else {
      if (depth % kSliceDepth == 0 && depth > 0) {
        Slice& slice = slices[open.back()];
        slice.end = size_t(tag.name - 2 - r.text);
        slice.place_after = tag.place;
        slice.next_place = plan->places.size();
        slice.next_slice = slices.size();
        open.pop_back();
      }
      if (--depth < 0) break;
    }
  }
  for (size_t i : open) {
    slices[i].place_after = scan_place(&s);
    slices[i].next_place = plan->places.size();
    slices[i].next_slice = slices.size();
  }
  return true;
}

const char* Copy(const Reader& r, const char* s) { return arena_strndup(r.memory, s, strlen(s)); }

// The place of the next tag or attribute; `next` advances together with the parser.
xml_place NextPlace(const Plan& plan, size_t* next) {
  if (*next >= plan.places.size()) return {1, 1};
  return plan.places[(*next)++];
}

// Create the node of one element, without children.
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

// Record the text and CDATA in an element.
bool NoteText(const Reader& r, const tinyxml2::XMLElement* e, xml_node* node) {
  for (auto* c = e->FirstChild(); c; c = c->NextSibling()) {
    if (!c->ToText()) continue;
    const char* text = c->Value();
    if (c->ToText()->CData()) {
      if (!node->ncdata++) node->cdata = Copy(r, text);
      if (!node->cdata) return false;
      continue;
    }
    if (node->stray) continue;
    while (xml_is_space(*text)) text++;
    if (!*text) continue;
    node->stray = arena_strndup(r.memory, text, strcspn(text, "\r\n"));
    if (!node->stray) return false;
  }
  return true;
}

// Creates the nodes of a slice.
struct Builder {
  const Reader& r;
  const Plan& plan;
  size_t next_place, next_slice;
  std::vector<Job>* jobs;

  // Create nodes for e, its siblings and all descendants; `below`: depth of e.
  bool Build(const tinyxml2::XMLElement* e, xml_node* parent, xml_node** first, int below) {
    for (xml_node** link = first; e; e = e->NextSiblingElement(), link = &(*link)->next) {
      xml_node* node = *link = MakeNode(r, e, plan, &next_place);
      if (!node || !NoteText(r, e, node)) return Fail(r, {1, 1}, -1, "out of memory"), false;
      node->parent = parent;
      if (below == kSliceDepth && e->ClosingType() == tinyxml2::XMLElement::OPEN) {
        Leave(node);
      } else if (!Build(e->FirstChildElement(), node, &node->child, below + 1)) {
        return false;
      }
    }
    return true;
  }

  // Record that the content of a node is a slice, to be parsed later.
  void Leave(xml_node* node) {
    if (next_slice >= plan.slices.size()) return;
    jobs->push_back({next_slice, next_place, node});
    next_place = plan.slices[next_slice].next_place;
    next_slice = plan.slices[next_slice].next_slice;
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

// The text of a slice; nested slices are replaced by their line feeds, to preserve line numbers.
// The content of an element is wrapped in an element, since the parser allows no text outside of
// the root.
std::string TextOf(const Reader& r, const Plan& plan, size_t slice) {
  const Slice& all = plan.slices[slice];
  std::string text(slice ? "<_>" : "");
  size_t at = all.begin;
  for (size_t i = slice + 1; i < all.next_slice; i = plan.slices[i].next_slice) {
    const Slice& inner = plan.slices[i];
    text.append(r.text + at, inner.begin - at);
    text.append(size_t(inner.place_after.line - inner.place.line), '\n');
    at = inner.end;
  }
  text.append(r.text + at, all.end - at);
  return slice ? text + "</_>" : text;
}

// Parse a slice into the children of its node, or into the root; adds jobs for nested slices.
bool ParseSlice(const Reader& r, const Plan& plan, const Job& job, std::vector<Job>* jobs,
                xml_node** root, const char** comment) {
  bool inside = job.slice > 0;
  std::string copy;
  if (plan.slices.size() > 1) copy = TextOf(r, plan, job.slice);
  const char* parsed = copy.empty() ? r.text : copy.data();
  tinyxml2::XMLDocument doc;
  if (doc.Parse(parsed, copy.empty() ? r.n : copy.size()) != tinyxml2::XML_SUCCESS) {
    return FailParse(r, doc, plan.slices[job.slice].place), false;
  }
  Builder b{r, plan, job.first_place, job.slice + 1, jobs};
  const tinyxml2::XMLElement* top = doc.FirstChildElement();
  if (inside) {
    if (!NoteText(r, top, job.parent)) return Fail(r, {1, 1}, -1, "out of memory"), false;
    top = top->FirstChildElement();
  }
  if (!b.Build(top, job.parent, inside ? &job.parent->child : root, 1)) return false;
  if (!inside && comment && top && top->FirstChild() && top->FirstChild()->ToComment()) {
    *comment = Copy(r, top->FirstChild()->Value());
  }
  return true;
}

bool ParseAll(const Reader& r, xml_node** root, const char** comment) {
  Plan plan;
  if (!MakePlan(r, &plan)) return false;
  std::vector<Job> jobs(1, Job{0, 0, nullptr});
  while (!jobs.empty()) {
    Job job = jobs.back();
    jobs.pop_back();
    if (!ParseSlice(r, plan, job, &jobs, root, comment)) return false;
  }
  return true;
}

void FailAtZero(const Reader& r) {
  xml_place place = {1, 1};
  const char* zero = static_cast<const char*>(memchr(r.text, 0, r.n));
  for (const char* c = r.text; c < zero; c++) {
    place = *c == '\n' ? xml_place{place.line + 1, 1} : xml_place{place.line, place.column + 1};
  }
  bool marked = r.n > 1 && (!memcmp(r.text, "\xFF\xFE", 2) || !memcmp(r.text, "\xFE\xFF", 2));
  bool utf16 = marked || zero - r.text < 2;
  Fail(r, place, tinyxml2::XML_ERROR_PARSING,
       utf16 ? "the text is UTF-16; save it as UTF-8"
             : "a null character stands in the text, so it is binary or damaged; expected UTF-8");
}

}  // namespace

xml_node* xml_parse(arena* a, const xml_file* file, const char* text, size_t n,
                    const char** comment, xml_fault* fault) {
  while (n && !text[n - 1]) n--;  // a buffer may have been passed with its terminator
  Reader r{a, file, text, n, fault};
  xml_node* root = nullptr;
  if (comment) *comment = nullptr;
  if (n && memchr(text, 0, n)) {
    FailAtZero(r);
    return nullptr;
  }
  try {
    if (!ParseAll(r, &root, comment)) return nullptr;
  } catch (const std::bad_alloc&) {
    Fail(r, {1, 1}, -1, "out of memory");
    return nullptr;
  }
  if (root) root->next = nullptr;
  if (!root) Fail(r, {1, 1}, 0, "XML root element not found");
  return root;
}
