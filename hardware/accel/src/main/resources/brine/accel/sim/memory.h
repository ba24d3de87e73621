// The bytes of memory, sparse: pages are made when they are first written.
#pragma once
#include <cstdint>
#include <cstring>
#include <memory>
#include <unordered_map>

class Memory {
  static constexpr uint64_t kPageBits = 12;
  static constexpr uint64_t kPageBytes = 1u << kPageBits;
  std::unordered_map<uint64_t, std::unique_ptr<uint8_t[]>> pages;

  uint8_t* page(uint64_t number) {
    auto& p = pages[number];
    if (!p) {
      p.reset(new uint8_t[kPageBytes]);
      std::memset(p.get(), 0, kPageBytes);
    }
    return p.get();
  }

  template <class Copy> void each(uint64_t address, uint64_t length, Copy copy) {
    uint64_t done = 0;
    while (done < length) {
      uint64_t at = address + done, in_page = at & (kPageBytes - 1);
      uint64_t part = kPageBytes - in_page < length - done ? kPageBytes - in_page : length - done;
      copy(page(at >> kPageBits) + in_page, done, part);
      done += part;
    }
  }

 public:
  void read(uint64_t address, uint8_t* into, uint64_t length) {
    each(address, length, [&](uint8_t* p, uint64_t done, uint64_t part) { std::memcpy(into + done, p, part); });
  }
  void write(uint64_t address, const uint8_t* from, uint64_t length) {
    each(address, length, [&](uint8_t* p, uint64_t done, uint64_t part) { std::memcpy(p, from + done, part); });
  }
  // Writes the words of 8 bytes that the mask names.
  void write_masked(uint64_t address, const uint8_t* from, uint64_t mask, int words) {
    for (int i = 0; i < words; i++)
      if (mask >> i & 1) write(address + 8 * i, from + 8 * i, 8);
  }
  void clear() { pages.clear(); }
};
