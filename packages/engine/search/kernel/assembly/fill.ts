/** Sets `length` bytes to 0. */
export function fill(at: usize, length: usize): void {
  memory.fill(at, 0, length);
}

/** Copies `length` bytes. */
export function copy(from: usize, length: usize, to: usize): void {
  memory.copy(to, from, length);
}
