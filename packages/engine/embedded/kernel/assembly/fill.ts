/** Sets `length` bytes to 0. */
export function fill(at: usize, length: usize): void {
  memory.fill(at, 0, length);
}
