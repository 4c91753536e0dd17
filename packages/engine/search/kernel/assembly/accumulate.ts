// A list of postings: item numbers (u16) and impacts (u8); a table of 256 i32 scores each impact. An impact that scores 0 is no match.

/** Strength (f64 each) times `full`, rounded, from 1 to `most`; 0 for impact 0. */
export function scoreTable(full: f64, strengths: usize, most: i32, out: usize): void {
  store<i32>(out, 0);
  for (let impact: usize = 1; impact < 256; impact++) {
    const exact = full * load<f64>(strengths + (impact << 3));
    const whole = floor<f64>(exact);
    const nearest = exact - whole >= 0.5 ? whole + 1 : whole;
    store<i32>(out + (impact << 2), <i32>max<f64>(1, min<f64>(<f64>most, nearest)));
  }
}

/** A group's only list: score[item] += table[impact], four postings at a time. */
export function add(docs: usize, impacts: usize, count: i32, table: usize, scores: usize): void {
  let at: i32 = 0;
  for (const end = count & ~3; at < end; at += 4) {
    const four = load<u64>(docs + ((<usize>at) << 1));
    const strengths = load<u32>(impacts + <usize>at);
    const first = scores + ((<usize>(four & 0xffff)) << 2);
    const second = scores + ((<usize>((four >> 16) & 0xffff)) << 2);
    const third = scores + ((<usize>((four >> 32) & 0xffff)) << 2);
    const fourth = scores + ((<usize>(four >> 48)) << 2);
    store<i32>(first, load<i32>(first) + load<i32>(table + ((<usize>(strengths & 0xff)) << 2)));
    store<i32>(second, load<i32>(second) + load<i32>(table + ((<usize>((strengths >> 8) & 0xff)) << 2)));
    store<i32>(third, load<i32>(third) + load<i32>(table + ((<usize>((strengths >> 16) & 0xff)) << 2)));
    store<i32>(fourth, load<i32>(fourth) + load<i32>(table + ((<usize>(strengths >> 24)) << 2)));
  }
  for (; at < count; at++) {
    const score = scores + ((<usize>load<u16>(docs + ((<usize>at) << 1))) << 2);
    store<i32>(score, load<i32>(score) + load<i32>(table + ((<usize>load<u8>(impacts + <usize>at)) << 2)));
  }
}

/** Also sets the group's bit in the masks (u16). */
export function addMarked(docs: usize, impacts: usize, count: i32, table: usize, scores: usize, masks: usize, bit: i32): void {
  for (let at: i32 = 0; at < count; at++) {
    const doc = <usize>load<u16>(docs + ((<usize>at) << 1));
    const units = load<i32>(table + ((<usize>load<u8>(impacts + <usize>at)) << 2));
    const score = scores + (doc << 2);
    store<i32>(score, load<i32>(score) + units);
    const mask = masks + (doc << 1);
    store<u16>(mask, load<u16>(mask) | <u16>(units != 0 ? bit : 0));
  }
}

/** An item counts as its best. `best` (i32 per item) is what the group gave so far; `endBest` clears it. */
export function addBest(docs: usize, impacts: usize, count: i32, table: usize, scores: usize, best: usize): void {
  for (let at: i32 = 0; at < count; at++) {
    const doc = (<usize>load<u16>(docs + ((<usize>at) << 1))) << 2;
    const units = load<i32>(table + ((<usize>load<u8>(impacts + <usize>at)) << 2));
    const before = load<i32>(best + doc);
    const now = max<i32>(before, units);
    store<i32>(best + doc, now);
    store<i32>(scores + doc, load<i32>(scores + doc) + now - before);
  }
}

/** Sets the group's bit in the masks of its items (unless 0) and clears `best`. */
export function endBest(docs: usize, count: i32, best: usize, masks: usize, bit: i32): void {
  for (let at: i32 = 0; at < count; at++) {
    const doc = <usize>load<u16>(docs + ((<usize>at) << 1));
    const given = best + (doc << 2);
    if (bit != 0) {
      const mask = masks + (doc << 1);
      store<u16>(mask, load<u16>(mask) | <u16>(load<i32>(given) != 0 ? bit : 0));
    }
    store<i32>(given, 0);
  }
}
