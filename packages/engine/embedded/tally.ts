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

  add(number: number, count: number): void {
    if (count === 0) return;
    if (this.counts[number] === 0) this.counted[this.length++] = number;
    this.counts[number]! += count;
  }
}
