/** Where the arrays are kept that searches read: on the heap, or in the memory of a generation's kernel. All are 0 at first. */
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
