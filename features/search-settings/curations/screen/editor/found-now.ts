import type { Placement } from './moves.ts';

export interface FoundAnswer {
  /** In their order, without what was promoted. */
  readonly ids: readonly string[];
  readonly totalCount: number;
  readonly asked: Placement;
}

/** Shown before the search answers: what was taken out of other columns comes first, as nobody knows its place yet. */
export function foundNow({ ids, totalCount, asked }: FoundAnswer, now: Placement): { ids: readonly string[]; count: number } {
  const isElsewhere = (id: string): boolean => now.promoted.includes(id) || now.hidden.includes(id);
  const returned = [...asked.promoted, ...asked.hidden].filter((id) => !isElsewhere(id));
  const staying = ids.filter((id) => !isElsewhere(id) && !returned.includes(id));
  const gone = ids.length - ids.filter((id) => !isElsewhere(id)).length;
  return { ids: [...returned, ...staying], count: Math.max(0, totalCount - gone) + returned.length };
}

const largestPage = 100;

/** The pages to ask for to get `wanted` found items after the promoted ones. */
export function pagesOf(promotedCount: number, wanted: number): readonly { readonly page: number; readonly per_page: number }[] {
  const end = promotedCount + wanted;
  if (end <= largestPage) return [{ page: 1, per_page: end }];
  const first = Math.floor(promotedCount / largestPage);
  const count = Math.ceil(end / largestPage) - first;
  return Array.from({ length: count }, (_, at) => ({ page: first + at + 1, per_page: largestPage }));
}
