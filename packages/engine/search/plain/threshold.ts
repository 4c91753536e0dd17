/** The `size` best scores seen so far: whoever is below the least of them can't be among the best. */
export class Threshold {
  readonly #heap: Float64Array;
  #length = 0;
  /** 0 until `size` scores were seen. */
  least = 0;

  constructor(size: number) {
    this.#heap = new Float64Array(size);
  }

  add(score: number): void {
    const heap = this.#heap;
    if (this.#length < heap.length) {
      let at = this.#length++;
      for (; at > 0 && heap[(at - 1) >> 1]! > score; at = (at - 1) >> 1) heap[at] = heap[(at - 1) >> 1]!;
      heap[at] = score;
    } else if (score > heap[0]!) {
      let at = 0;
      for (;;) {
        let child = at * 2 + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
        if (heap[child]! >= score) break;
        heap[at] = heap[child]!;
        at = child;
      }
      heap[at] = score;
    }
    if (this.#length === heap.length) this.least = heap[0]!;
  }
}
