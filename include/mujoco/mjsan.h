// Macros for memory that address sanitizers are told of, under the names existing programs use.
#pragma once

#include <engine/scalar.h>

#if !defined(ADDRESS_SANITIZER) && defined(__SANITIZE_ADDRESS__)
#define ADDRESS_SANITIZER
#elif !defined(ADDRESS_SANITIZER) && defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER
#endif
#endif

#ifdef ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif
#ifndef ASAN_POISON_MEMORY_REGION
#define ASAN_POISON_MEMORY_REGION(addr, size) ((void)(addr), (void)(size))
#endif
#ifndef ASAN_UNPOISON_MEMORY_REGION
#define ASAN_UNPOISON_MEMORY_REGION(addr, size) ((void)(addr), (void)(size))
#endif
