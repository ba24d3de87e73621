// One channel of DDR4 memory: its controller's queues, its ranks and banks, its data bus. docs/adr tells what is
// modelled and what is not. Time is counted in clocks of the memory, 1.2 GHz for DDR4-2400.
//
//   take() puts a request into the read or the write queue; its bytes are moved at once, so requests of one block are
//          served in the order in which they were taken, whatever the order on the bus
//   tick() sends at most one row command (precharge, activate) and one column command (read, write) a clock,
//          row hits first, then the oldest
//   answers leave when their last byte has crossed the bus, in that order
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <queue>
#include <string>
#include <vector>
#include "memory.h"

struct DramTiming {  // DDR4-2400, CL 17, 8 Gb chips of 8 bits, 32 GB a channel; in clocks
  int64_t cl = 17, cwl = 12, rcd = 17, rp = 17, ras = 39, rtp = 9, wr = 18, wtr = 9, rrd = 4, faw = 26;
  int64_t ccd = 4, turnaround = 2, refi = 9360, rfc = 420;
  int64_t front = 5, back = 5;  // the controller's own time, before and after: a read of an idle bank takes 40 ns
  int64_t ranks = 4, banks = 16, row_bytes = 8192, line_bytes = 64;
  int64_t burst = 4;            // clocks on the bus for a line
  int64_t half_burst = 4;       // clocks for half a line: DDR4 saves none (BC4); 2 models a memory with bursts of 32 bytes
  int64_t read_queue = 64, write_queue = 128, drain_high = 108, drain_low = 64;  // in requests
  int64_t patience = 400;       // a request waits as long for others that hit the row in its bank
  int64_t write_age = 40;       // a write waits as long for the other half of its line before an idle bus takes it
  int64_t channels = 4, interleave = 64;
};

struct DramCounters {
  uint64_t reads = 0, writes = 0, read_bytes = 0, write_bytes = 0, row_hits = 0, row_misses = 0, busy = 0;
  uint64_t latency = 0;  // of all reads together, from take() to the answer
};

class DramChannel {
  struct Request {
    uint64_t line, bank, row;
    int half;
    uint64_t tag;
    int64_t taken;
    std::vector<uint8_t> data;
  };
  struct Bank {
    int64_t row = -1, activate_from = 0, column_from = 0, precharge_from = 0;
  };
  struct Answer {
    int64_t time;
    uint64_t tag;
    std::vector<uint8_t> data;
    bool operator<(const Answer& other) const { return time > other.time; }  // the earliest on top
  };

  const DramTiming t;
  Memory& memory;
  std::vector<Bank> banks;
  std::vector<Request> reads, writes;
  std::priority_queue<Answer> answers;
  std::vector<std::deque<int64_t>> activates;  // of each rank, the last four
  std::vector<int64_t> read_after_write;       // of each rank
  int64_t now = 0, bus_free = 0, next_refresh;
  bool draining = false, last_was_write = false;
  uint64_t last_rank = 0;

  // Address bits, from the lowest: byte of the line, channel, column, bank, rank, row. Bank bits are mixed with row
  // bits, so that arrays that begin at like addresses lie in different banks.
  void place(uint64_t address, Request& r) const {
    uint64_t line = address / t.line_bytes;
    r.line = line;
    uint64_t inner = (address / (t.interleave * t.channels)) * (t.interleave / t.line_bytes) + line % (t.interleave / t.line_bytes);
    uint64_t above = inner / (t.row_bytes / t.line_bytes);
    uint64_t all = t.banks * t.ranks;
    r.row = above / all;
    r.bank = (above ^ (r.row * 0x9E3779B1u >> 7)) % all;
  }

  bool ready_now(const Request& r) const {
    const Bank& b = banks[r.bank];
    return b.row == (int64_t)r.row && b.column_from <= now;
  }

  void issue_column(std::vector<Request>& queue, bool write) {
    int64_t delay = write ? t.cwl : t.cl;
    for (size_t i = 0; i < queue.size(); i++) {
      Request& r = queue[i];
      if (r.taken + t.front > now || !ready_now(r)) continue;
      uint64_t rank = r.bank / t.banks;
      int64_t gap = write != last_was_write || rank != last_rank ? t.turnaround : 0;
      if (bus_free + gap > now + delay) continue;
      if (!write && read_after_write[rank] > now) continue;
      // The other half of the line goes in the same burst.
      size_t sibling = queue.size();
      for (size_t j = 0; j < queue.size(); j++)
        if (j != i && queue[j].line == r.line && queue[j].half != r.half) { sibling = j; break; }
      int64_t length = sibling < queue.size() || (int64_t)r.data.size() == t.line_bytes ? t.burst : t.half_burst;
      int64_t end = now + delay + length;
      bus_free = end;
      counters.busy += length;
      last_was_write = write;
      last_rank = rank;
      Bank& b = banks[r.bank];
      if (write) {
        b.precharge_from = std::max(b.precharge_from, end + t.wr);
        read_after_write[rank] = end + t.wtr;
      } else {
        b.precharge_from = std::max(b.precharge_from, now + t.rtp);
      }
      finish(r, write, end);
      if (sibling < queue.size()) {
        finish(queue[sibling], write, end);
        queue.erase(queue.begin() + std::max(i, sibling));
        queue.erase(queue.begin() + std::min(i, sibling));
      } else {
        queue.erase(queue.begin() + i);
      }
      return;
    }
  }

  void finish(Request& r, bool write, int64_t end) {
    if (write) {
      counters.writes++;
      counters.write_bytes += r.data.size();
      return;
    }
    counters.reads++;
    counters.read_bytes += r.data.size();
    counters.latency += end + t.back - r.taken;
    answers.push(Answer{end + t.back, r.tag, std::move(r.data)});
  }

  // The banks whose open rows requests of a queue hit, as bits.
  uint64_t hit_banks(const std::vector<Request>& queue) const {
    uint64_t hit = 0;
    for (const Request& r : queue) if (banks[r.bank].row == (int64_t)r.row) hit |= uint64_t(1) << r.bank;
    return hit;
  }

  // The banks that requests of a queue need, as bits.
  static uint64_t needed_banks(const std::vector<Request>& queue) {
    uint64_t needed = 0;
    for (const Request& r : queue) needed |= uint64_t(1) << r.bank;
    return needed;
  }

  // Opens the row of the oldest request whose bank has no row that another request of this queue still hits; true if a
  // command was sent. The banks in `kept` are left alone: the other queue, whose turn it is, needs them.
  bool issue_row(const std::vector<Request>& queue, uint64_t kept) {
    uint64_t hit = hit_banks(queue), seen = 0;  // seen: banks whose turn an older request has
    for (size_t i = 0; i < queue.size(); i++) {
      const Request& r = queue[i];
      if (r.taken + t.front > now) continue;
      Bank& b = banks[r.bank];
      if ((seen | kept) >> r.bank & 1) continue;
      if (b.row == (int64_t)r.row) continue;
      seen |= uint64_t(1) << r.bank;
      if (b.row >= 0) {
        if ((hit >> r.bank & 1 && now - r.taken < t.patience) || b.precharge_from > now) continue;
        b.row = -1;
        b.activate_from = std::max(b.activate_from, now + t.rp);
        return true;
      }
      uint64_t rank = r.bank / t.banks;
      auto& last = activates[rank];
      if (b.activate_from > now) continue;
      if (!last.empty() && last.back() + t.rrd > now) continue;
      if (last.size() == 4 && last.front() + t.faw > now) continue;
      last.push_back(now);
      if (last.size() > 4) last.pop_front();
      b.row = r.row;
      b.column_from = now + t.rcd;
      b.precharge_from = now + t.ras;
      b.activate_from = now + t.ras + t.rp;
      counters.row_misses++;
      return true;
    }
    return false;
  }

  // All banks close; nothing happens meanwhile.
  void refresh() {
    int64_t until = now + t.rfc;
    for (Bank& b : banks) {
      b.row = -1;
      b.activate_from = std::max(b.activate_from, until);
    }
    next_refresh += t.refi;
  }

 public:
  DramCounters counters;

  DramChannel(const DramTiming& timing, Memory& m)
      : t(timing), memory(m), banks(timing.banks * timing.ranks), activates(timing.ranks),
        read_after_write(timing.ranks, 0), next_refresh(timing.refi) {}

  bool can_take(bool write) const { return (int64_t)(write ? writes : reads).size() < (write ? t.write_queue : t.read_queue); }

  void take(bool write, uint64_t tag, uint64_t address, uint64_t mask, const uint8_t* data, int bytes) {
    Request r;
    place(address, r);
    r.half = address % t.line_bytes / bytes;
    r.tag = tag;
    r.taken = now;
    r.data.resize(bytes);
    if (write) {
      memory.write_masked(address, data, mask, bytes / 8);
      writes.push_back(std::move(r));
    } else {
      memory.read(address, r.data.data(), bytes);
      reads.push_back(std::move(r));
    }
  }

  void tick() {
    if (t.refi > 0 && now >= next_refresh) refresh();
    if ((int64_t)writes.size() >= t.drain_high ||
        (reads.empty() && !writes.empty() && now - writes.front().taken >= t.write_age)) draining = true;
    if ((int64_t)writes.size() <= t.drain_low && !reads.empty()) draining = false;
    if (writes.empty()) draining = false;
    issue_column(draining ? writes : reads, draining);
    // Rows for the other queue are opened meanwhile in banks that this one does not need.
    std::vector<Request>& served = draining ? writes : reads;
    if (!issue_row(served, 0)) issue_row(draining ? reads : writes, needed_banks(served));
    now++;
  }

  bool has_answer() const { return !answers.empty() && answers.top().time <= now; }
  uint64_t answer_tag() const { return answers.top().tag; }
  const std::vector<uint8_t>& answer_data() const { return answers.top().data; }
  void pop_answer() { answers.pop(); }
  bool idle() const { return reads.empty() && writes.empty() && answers.empty(); }
  uint64_t hits() const { return counters.reads + counters.writes - std::min(counters.row_misses, counters.reads + counters.writes); }
};
