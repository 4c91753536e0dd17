export function fill(at: usize, length: usize): void {
  memory.fill(at, 0, length);
}

export function copy(from: usize, length: usize, to: usize): void {
  memory.copy(to, from, length);
}
