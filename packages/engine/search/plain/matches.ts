/** Matched items of a query in columns, reused from query to query. Items of one segment stand together. */
export class Matches {
  docs = new Uint32Array(4096);
  /** Score units. */
  scores = new Int32Array(4096);
  /** Bits of the matched groups. */
  masks = new Uint16Array(4096);
  length = 0;
  /** Where the matches of each segment start; one more at the end. */
  segmentStarts: number[] = [];

  clear(): void {
    this.length = 0;
    this.segmentStarts = [];
  }

  reserve(count: number): void {
    while (this.length + count > this.docs.length) this.#grow();
  }

  push(doc: number, score: number, mask: number): void {
    if (this.length === this.docs.length) this.#grow();
    this.docs[this.length] = doc;
    this.scores[this.length] = score;
    this.masks[this.length++] = mask;
  }

  #grow(): void {
    const size = this.docs.length * 2;
    const { docs, scores, masks } = this;
    this.docs = new Uint32Array(size);
    this.docs.set(docs);
    this.scores = new Int32Array(size);
    this.scores.set(scores);
    this.masks = new Uint16Array(size);
    this.masks.set(masks);
  }
}
