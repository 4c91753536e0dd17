/** Where ids are read from: what a generation was built with, or what was changed since. */
export type StorePart = 'items' | 'changes';

export interface StorePage {
  readonly part: StorePart;
  readonly ids: readonly string[];
  /** The `after` of the next page; null after the last one. */
  readonly next: string | null;
}

/** Pages in the order of ids: first those of the build, then changed ones. `idsIn` answers at most `limit` ids behind one. */
export function storePage(
  after: string | null,
  limit: number,
  idsIn: (part: StorePart, behind: string) => readonly string[],
): StorePage {
  const end = after?.indexOf(':') ?? 0;
  const part = after === null ? 'items' : (after.slice(0, end) as StorePart);
  const ids = idsIn(part, after === null ? '' : after.slice(end + 1));
  if (ids.length === limit) return { part, ids, next: `${part}:${ids.at(-1) ?? ''}` };
  return { part, ids, next: part === 'items' ? 'changes:' : null };
}
