/** Who passes a filter in one segment. The plain code reads a byte per item; a kernel keeps a bitmap instead, and needs the bytes only to make it. */
export class Passing {
  readonly #docCount: number;
  readonly #write: (passes: Uint8Array) => void;
  #bytes: Uint8Array | null = null;

  /** `write` sets the bytes of those that pass to 1, among others that are 0. */
  constructor(docCount: number, write: (passes: Uint8Array) => void) {
    this.#docCount = docCount;
    this.#write = write;
  }

  /** 1 for each item that passes, 0 for others. */
  get bytes(): Uint8Array {
    if (this.#bytes === null) this.#write((this.#bytes = new Uint8Array(this.#docCount)));
    return this.#bytes;
  }

  /** The same, written to where all is 0, and kept by whoever asks. */
  writeTo(passes: Uint8Array): void {
    if (this.#bytes === null) this.#write(passes);
    else passes.set(this.#bytes);
  }
}
