/** Counts by small numbers, such as the values of a column. It is reused, so that few counts among many numbers cost little. */
export class Tally {
  counts = new Int32Array(0);
  /** Numbers whose count isn't 0, in order of appearance; `length` of them, and a place more. */
  counted = new Uint32Array(1);
  length = 0;

  /** Forgets all counts and makes room for numbers below `size`. */
  start(size: number): void {
    if (size > this.counts.length) {
      this.counts = new Int32Array(size);
      this.counted = new Uint32Array(size + 1);
    } else for (let at = 0; at < this.length; at++) this.counts[this.counted[at]!] = 0;
    this.length = 0;
  }

  add(number: number): void {
    const before = this.counts[number]!;
    this.counts[number] = before + 1;
    this.counted[this.length] = number;
    // One more where there was none before, without a branch that the processor would guess wrong half the time.
    this.length += (before - 1) >>> 31;
  }

  keep(isKept: (number: number) => boolean): void {
    const counted = this.counted.slice(0, this.length);
    this.length = 0;
    for (const number of counted)
      if (isKept(number)) this.counted[this.length++] = number;
      else this.counts[number] = 0;
  }

  /** Finds the numbers below `size` that were counted without `add`. */
  find(size: number): void {
    const { counts, counted } = this;
    let { length } = this;
    for (let number = 0; number < size; number++) {
      counted[length] = number;
      length += -counts[number]! >>> 31;
    }
    this.length = length;
  }
}
