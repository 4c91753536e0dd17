/** FNV-1a over the two bytes of each UTF-16 unit (G. Fowler, L. C. Noll, K.-P. Vo, 1991), from a start of one's own. */
function hashOf(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Tells ids that have certainly not come before from those that may have. It keeps a number for each, not the id, so that a million take
 * some 40 MB.
 */
export class SeenIds {
  readonly #hashes = new Set<number>();

  /** Whether the id may have come before; remembers it. */
  add(id: string): boolean {
    const hash = (hashOf(id, 0x811c9dc5) & 0x1fffff) * 2 ** 32 + hashOf(id, 0x9e3779b9);
    const mayBe = this.#hashes.has(hash);
    this.#hashes.add(hash);
    return mayBe;
  }
}
