export class GrowableUint32 {
  values = new Uint32Array(1024);
  length = 0;

  /** Reuses the memory of `spent`, as arrays are freed late. */
  constructor(spent?: GrowableUint32) {
    if (spent !== undefined) this.values = spent.values;
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  get bytes(): number {
    return this.length * 4;
  }
}

export class GrowableUint16 {
  values = new Uint16Array(1024);
  length = 0;

  /** Reuses the memory of `spent`, as arrays are freed late. */
  constructor(spent?: GrowableUint16) {
    if (spent !== undefined) this.values = spent.values;
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint16Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  get bytes(): number {
    return this.length * 2;
  }
}

export class GrowableBytes {
  values = new Uint8Array(4096);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.values.set(bytes, this.length);
    this.length += bytes.length;
  }

  reserve(count: number): void {
    if (this.length + count <= this.values.length) return;
    const larger = new Uint8Array(Math.max(this.length + count, this.values.length * 2));
    larger.set(this.values);
    this.values = larger;
  }

  /** Seven bits a byte, the lowest first; the high bit says that more follow. */
  pushVariable(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.push((rest & 127) | 128);
      rest >>>= 7;
    }
    this.push(rest);
  }
}

/** Where search arrays are allocated: on the heap, or in a kernel's memory. All are 0 at first. */
export interface Room {
  uint8(length: number): Uint8Array;
  uint16(length: number): Uint16Array;
  uint32(length: number): Uint32Array;
  float64(length: number): Float64Array;
}

export const heapRoom: Room = {
  uint8: (length) => new Uint8Array(length),
  uint16: (length) => new Uint16Array(length),
  uint32: (length) => new Uint32Array(length),
  float64: (length) => new Float64Array(length),
};
