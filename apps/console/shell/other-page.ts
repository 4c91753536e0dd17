import type { Address } from '#console-kit/state/address.ts';

interface Place {
  readonly pathname: string;
  readonly search: unknown;
}

/** What a page is about, by its address. */
const subjects = ['id', 'c'] as const;

/** Whether a page's own draft would be lost on the way: on another screen, and where the address names another record or collection. */
export function isOtherPage(current: Place, next: Place): boolean {
  const [from, to] = [current.search as Address, next.search as Address];
  const isOther = (name: string): boolean => from[name] !== undefined && to[name] !== undefined && from[name] !== to[name];
  return current.pathname !== next.pathname || subjects.some(isOther);
}
