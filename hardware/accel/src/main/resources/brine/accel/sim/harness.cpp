// Runs a verilated design as a process that is driven by its standard input.
//
// The design's ports are streams (valid, ready, bits), settings (plain inputs), memory channels and memory clients.
// `ports.inc`, which Simulation.scala generates, lists them. A command is a line; where it names a count of bytes, so
// many bytes follow. Every command is answered by a line, and by bytes where the line says so.
//
//   write A N        puts N bytes at address A of memory          -> ok
//   read A N         gives N bytes of memory                      -> bytes N
//   push S C N       adds C items, N bytes in all, to stream S    -> ok
//   pull S           gives all items that left stream S           -> bytes N, of equal items
//   set P V          sets a plain input                           -> ok
//   get P            the value of a plain output                  -> value V
//   run C S N        runs until N items in all have left stream S, at most C cycles   -> cycles D done|quiet|limit
//   stall I O M SEED streams in, streams out and memory clients rest for I, O and M of 256 cycles, at random  -> ok
//   latency L H      memory clients are answered after L to H cycles                  -> ok
//   dram NAME V      changes a figure of the memory, before the next reset            -> ok
//   clock PS         picoseconds of a cycle, before the next reset; 1000 at first     -> ok
//   stats            counters of each channel                     -> value ...
//   reset            resets design, memory timing and streams; memory keeps its bytes -> ok
//   clear            forgets the bytes of memory                  -> ok
//   trace FILE       writes waves from now on (if built with waves)                   -> ok
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include "Vtop.h"
#include "dram.h"
#include "verilated.h"
#ifdef WAVES
#include "verilated_vcd_c.h"
#endif

double sc_time_stamp() { return 0; }

enum Kind { IN, OUT };

struct Stream {
  std::string name;
  Kind kind;
  int bits;
  uint8_t* valid;
  uint8_t* ready;
  void* data;
  std::deque<std::vector<uint8_t>> items = {};  // waiting to go in, or gone out
  uint64_t moved = 0;
  bool offered = false;

  int bytes() const { return (bits + 7) / 8; }
  // The size of the C++ variable behind the port.
  int stored() const { return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : bits <= 64 ? 8 : (bits + 31) / 32 * 4; }
  void put(const std::vector<uint8_t>& v) {
    std::memset(data, 0, stored());
    std::memcpy(data, v.data(), std::min<size_t>(v.size(), stored()));
  }
  std::vector<uint8_t> get() const {
    const uint8_t* p = (const uint8_t*)data;
    return std::vector<uint8_t>(p, p + bytes());
  }
};

struct Plain {
  int bits;
  void* data;
};

// Fields of a request or an answer that the harness must know, by their bit offsets.
static uint64_t field(const std::vector<uint8_t>& v, int offset, int bits) {
  uint64_t r = 0;
  for (int i = 0; i < bits; i++) r |= uint64_t(v[(offset + i) / 8] >> ((offset + i) % 8) & 1) << i;
  return r;
}
static void set_field(std::vector<uint8_t>& v, int offset, int bits, uint64_t value) {
  for (int i = 0; i < bits; i++) {
    uint8_t& b = v[(offset + i) / 8];
    b = (b & ~(1 << (offset + i) % 8)) | (value >> i & 1) << (offset + i) % 8;
  }
}
static std::vector<uint8_t> bytes_at(const std::vector<uint8_t>& v, int offset, int count) {
  std::vector<uint8_t> r(count);
  for (int i = 0; i < count; i++) r[i] = field(v, offset + 8 * i, 8);
  return r;
}

// A memory channel of the design, with a DRAM channel behind it. Layout of a request, from bit 0: data, mask, address,
// tag, write. Of an answer: data, tag.
struct ChannelPorts {
  Stream request, response;
  int block_bytes, address_bits, tag_bits;
};

// A module's own stream to memory, in tests of single components. READ: address; answer: data, fault.
// WRITE: data, mask, address. SWAP: replacement, expected, address; answer: swapped, fault.
enum ClientKind { READ, WRITE, SWAP };
struct ClientPorts {
  ClientKind kind;
  Stream request, response;
  int block_bytes, address_bits;
  std::deque<std::pair<uint64_t, std::vector<uint8_t>>> answers = {};
};

struct Random {
  uint64_t state = 88172645463325252ull;
  uint32_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> 16;
  }
  bool chance(int of_256) { return of_256 > 0 && int(next() & 255) < of_256; }
};

class Harness {
  VerilatedContext context;
  Vtop top{&context};
  Memory memory;
  DramTiming timing;
  std::vector<Stream> streams;
  std::map<std::string, Plain> plains;
  std::vector<ChannelPorts> channels;
  std::vector<ClientPorts> clients;
  std::vector<DramChannel> dram;
  uint64_t cycle = 0, last_motion = 0;
  int64_t dram_time = 0, period = 1000;
  int stall_in = 0, stall_out = 0, stall_memory = 0, latency_low = 5, latency_high = 5;
  Random random;
#ifdef WAVES
  VerilatedVcdC* waves = nullptr;
  uint64_t wave_time = 0;
#endif

  static uint8_t& of(uint8_t* p) { return *p; }

  void evaluate() {
    top.eval();
#ifdef WAVES
    if (waves) waves->dump(wave_time++);
#endif
  }

  // ---- before the clock's edge: inputs

  void offer(Stream& s) {
    if (!s.offered && !s.items.empty() && !random.chance(stall_in)) {
      s.put(s.items.front());
      s.offered = true;
    }
    *s.valid = s.offered;
  }

  void drive() {
    for (Stream& s : streams)
      if (s.kind == IN) offer(s); else *s.ready = !random.chance(stall_out);
    for (size_t i = 0; i < channels.size(); i++) {
      ChannelPorts& c = channels[i];
      *c.request.ready = dram[i].can_take(false) && dram[i].can_take(true);
      if (!c.response.offered && dram[i].has_answer()) {
        std::vector<uint8_t> v(c.response.bytes(), 0);
        std::memcpy(v.data(), dram[i].answer_data().data(), c.block_bytes);
        set_field(v, 8 * c.block_bytes, c.tag_bits, dram[i].answer_tag());
        c.response.put(v);
        c.response.offered = true;
        dram[i].pop_answer();
      }
      *c.response.valid = c.response.offered;
    }
    for (ClientPorts& c : clients) {
      *c.request.ready = c.answers.size() < 64 && !random.chance(stall_memory);
      if (c.kind == WRITE) continue;
      if (!c.response.offered && !c.answers.empty() && c.answers.front().first <= cycle) {
        c.response.put(c.answers.front().second);
        c.answers.pop_front();
        c.response.offered = true;
      }
      *c.response.valid = c.response.offered;
    }
  }

  // ---- at the edge: what moves

  bool fires(const Stream& s) const { return *s.valid && *s.ready; }

  void sample() {
    for (Stream& s : streams) {
      if (!fires(s)) continue;
      last_motion = cycle;
      s.moved++;
      if (s.kind == IN) {
        s.items.pop_front();
        s.offered = false;
      } else {
        s.items.push_back(s.get());
      }
    }
    for (size_t i = 0; i < channels.size(); i++) {
      ChannelPorts& c = channels[i];
      if (fires(c.response)) c.response.offered = false, last_motion = cycle;
      if (fires(c.request)) last_motion = cycle, take(c, dram[i]);
    }
    for (ClientPorts& c : clients) {
      if (c.kind != WRITE && fires(c.response)) c.response.offered = false;
      if (fires(c.request)) last_motion = cycle, answer(c);
    }
  }

  void take(ChannelPorts& c, DramChannel& d) {
    std::vector<uint8_t> v = c.request.get();
    int words = c.block_bytes / 8, at = 8 * c.block_bytes;
    uint64_t mask = field(v, at, words), address = field(v, at + words, c.address_bits);
    uint64_t tag = field(v, at + words + c.address_bits, c.tag_bits);
    bool write = field(v, at + words + c.address_bits + c.tag_bits, 1);
    d.take(write, tag, address, mask, v.data(), c.block_bytes);
  }

  void answer(ClientPorts& c) {
    std::vector<uint8_t> v = c.request.get();
    uint64_t when = cycle + latency_low + (latency_high > latency_low ? random.next() % (latency_high - latency_low + 1) : 0);
    if (c.kind == WRITE) {
      int words = c.block_bytes / 8, at = 8 * c.block_bytes;
      memory.write_masked(field(v, at + words, c.address_bits), v.data(), field(v, at, words), words);
      return;
    }
    std::vector<uint8_t> reply(c.response.bytes(), 0);
    if (c.kind == READ) {
      uint64_t address = field(v, 0, c.address_bits);
      memory.read(address / c.block_bytes * c.block_bytes, reply.data(), c.block_bytes);
    } else {
      uint64_t replacement = field(v, 0, 64), expected = field(v, 64, 64), address = field(v, 128, c.address_bits), found;
      memory.read(address, (uint8_t*)&found, 8);
      if (found == expected) memory.write(address, (uint8_t*)&replacement, 8);
      reply[0] = found == expected;
    }
    c.answers.emplace_back(when, reply);
  }

  void step() {
    drive();
    top.clock = 0;
    evaluate();
    sample();
    top.clock = 1;
    evaluate();
    cycle++;
    while (dram_time * 5000 < int64_t(cycle) * 6 * period) {  // the memory has 1.2 clocks a nanosecond
      for (DramChannel& d : dram) d.tick();
      dram_time++;
    }
  }

  void reset() {
    for (Stream& s : streams) s.items.clear(), s.moved = 0, s.offered = false;
    for (ChannelPorts& c : channels) c.response.offered = false;
    for (ClientPorts& c : clients) c.answers.clear(), c.response.offered = false;
    timing.channels = channels.size();
    dram.clear();
    for (size_t i = 0; i < channels.size(); i++) dram.emplace_back(timing, memory);
    cycle = last_motion = dram_time = 0;
    top.reset = 1;
    for (Stream& s : streams) if (s.kind == IN) *s.valid = 0; else *s.ready = 0;
    for (ChannelPorts& c : channels) *c.response.valid = 0, *c.request.ready = 0;
    for (ClientPorts& c : clients) {
      *c.request.ready = 0;
      if (c.kind != WRITE) *c.response.valid = 0;
    }
    for (int i = 0; i < 4; i++) {
      top.clock = 0;
      evaluate();
      top.clock = 1;
      evaluate();
    }
    top.reset = 0;
  }

  // ---- commands

  Stream& stream(const std::string& name) {
    for (Stream& s : streams) if (s.name == name) return s;
    fail("no stream " + name);
  }

  [[noreturn]] static void fail(const std::string& text) {
    std::cerr << "harness: " << text << std::endl;
    std::exit(2);
  }

  static std::vector<uint8_t> receive(uint64_t length) {
    std::vector<uint8_t> v(length);
    std::cin.read((char*)v.data(), length);
    if (!std::cin) fail("the input ended within bytes");
    return v;
  }

  static void send(const std::vector<uint8_t>& v) {
    std::cout << "bytes " << v.size() << "\n";
    std::cout.write((const char*)v.data(), v.size());
    std::cout.flush();
  }

  static void reply(const std::string& text) { std::cout << text << std::endl; }

  void run(uint64_t limit, const std::string& name, uint64_t count) {
    Stream& s = stream(name);
    uint64_t begun = cycle;
    last_motion = cycle;
    const char* why = "done";
    while (s.moved < count) {
      if (cycle - begun >= limit) { why = "limit"; break; }
      if (cycle - last_motion > 20000) { why = "quiet"; break; }
      step();
    }
    reply("cycles " + std::to_string(cycle - begun) + " " + why);
  }

  void set_dram(const std::string& name, int64_t value) {
    std::map<std::string, int64_t*> all = {
        {"cl", &timing.cl}, {"cwl", &timing.cwl}, {"rcd", &timing.rcd}, {"rp", &timing.rp}, {"ras", &timing.ras},
        {"faw", &timing.faw}, {"rrd", &timing.rrd}, {"refi", &timing.refi}, {"rfc", &timing.rfc},
        {"front", &timing.front}, {"back", &timing.back}, {"ranks", &timing.ranks}, {"banks", &timing.banks},
        {"row_bytes", &timing.row_bytes}, {"burst", &timing.burst}, {"half_burst", &timing.half_burst},
        {"read_queue", &timing.read_queue}, {"write_queue", &timing.write_queue}, {"drain_high", &timing.drain_high}, {"drain_low", &timing.drain_low},
        {"interleave", &timing.interleave}};
    if (!all.count(name)) fail("no figure of the memory is called " + name);
    *all[name] = value;
  }

  void stats() {
    std::ostringstream text;
    text << "value";
    for (DramChannel& d : dram) {
      const DramCounters& c = d.counters;
      text << " " << c.reads << " " << c.writes << " " << c.read_bytes << " " << c.write_bytes << " " << c.row_misses << " "
           << c.busy << " " << c.latency << " " << dram_time;
    }
    reply(text.str());
  }

  void trace(const std::string& file) {
#ifdef WAVES
    if (!waves) {
      waves = new VerilatedVcdC;
      top.trace(waves, 99);
      waves->open(file.c_str());
    }
#else
    fail("this build has no waves; build with waves to write " + file);
#endif
  }

 public:
  Harness() {
    context.traceEverOn(true);
#include "ports.inc"
    for (auto& p : plains) std::memset(p.second.data, 0, (p.second.bits + 7) / 8);
    reset();
  }

  bool command(const std::string& line) {
    std::istringstream in(line);
    std::string what, name;
    uint64_t a = 0, b = 0;
    in >> what;
    if (what == "write") { in >> a >> b; memory.write(a, receive(b).data(), b); reply("ok"); }
    else if (what == "read") { in >> a >> b; std::vector<uint8_t> v(b); memory.read(a, v.data(), b); send(v); }
    else if (what == "push") {
      in >> name >> a >> b;
      Stream& s = stream(name);
      std::vector<uint8_t> v = receive(b);
      if (a * s.bytes() != b) fail("items of " + name + " have " + std::to_string(s.bytes()) + " bytes");
      for (uint64_t i = 0; i < a; i++) s.items.emplace_back(v.begin() + i * s.bytes(), v.begin() + (i + 1) * s.bytes());
      reply("ok");
    } else if (what == "pull") {
      in >> name;
      Stream& s = stream(name);
      std::vector<uint8_t> v;
      for (auto& item : s.items) v.insert(v.end(), item.begin(), item.end());
      s.items.clear();
      send(v);
    } else if (what == "set") {
      in >> name >> a;
      if (!plains.count(name)) fail("no port " + name);
      std::memcpy(plains[name].data, &a, (plains[name].bits + 7) / 8);
      reply("ok");
    } else if (what == "get") {
      in >> name;
      if (!plains.count(name)) fail("no port " + name);
      top.eval();
      std::memcpy(&a, plains[name].data, (plains[name].bits + 7) / 8);
      reply("value " + std::to_string(a));
    } else if (what == "run") { in >> a >> name >> b; run(a, name, b); }
    else if (what == "stall") { in >> stall_in >> stall_out >> stall_memory >> a; random.state = a * 2 + 88172645463325252ull; reply("ok"); }
    else if (what == "latency") { in >> latency_low >> latency_high; reply("ok"); }
    else if (what == "dram") { int64_t v; in >> name >> v; set_dram(name, v); reply("ok"); }
    else if (what == "clock") { in >> period; reply("ok"); }
    else if (what == "stats") stats();
    else if (what == "reset") { reset(); reply("ok"); }
    else if (what == "clear") { memory.clear(); reply("ok"); }
    else if (what == "trace") { in >> name; trace(name); reply("ok"); }
    else if (what == "quit") return false;
    else fail("unknown command " + what);
    return true;
  }

  ~Harness() {
#ifdef WAVES
    if (waves) waves->close();
#endif
    top.final();
  }
};

int main() {
  std::ios::sync_with_stdio(false);
  Harness* harness = new Harness;
  std::string line;
  while (std::getline(std::cin, line))
    if (!harness->command(line)) break;
  delete harness;
  return 0;
}
