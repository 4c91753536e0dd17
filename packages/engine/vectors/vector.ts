/** A vector as it is stored: its scale (32-bit float), then a signed byte per dimension. Its length is 1 before rounding. */
export type StoredVector = Buffer;

export const scaleBytes = 4;
const mostByte = 127;

export const dimensionsOf = (stored: StoredVector): number => stored.length - scaleBytes;

/** null for one without direction. */
export function storedVector(values: readonly number[] | Float32Array): StoredVector | null {
  let [squares, largest] = [0, 0];
  for (const value of values) {
    squares += value * value;
    largest = Math.max(largest, Math.abs(value));
  }
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return null;
  const stored = Buffer.alloc(scaleBytes + values.length);
  stored.writeFloatLE(largest / mostByte / length);
  for (const [at, value] of values.entries()) stored.writeInt8(Math.round((value / largest) * mostByte), scaleBytes + at);
  return stored;
}
