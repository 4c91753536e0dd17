import type { Asked } from './statistics.store.ts';
import type { Database } from '#server/db/schema.ts';
import { nextColumns } from '#server/sums/cubes.ts';
import { unpackedNextSearches } from '#server/sums/next-searches.ts';
import { pairReader } from '#server/sums/read-pairs.ts';

export interface NextSearch {
  readonly term: string;
  /** Visitors who searched for it, each once a day, and those of them who clicked what they found. */
  readonly visitors: number;
  readonly clicking: number;
}

interface Wanted {
  readonly term: string;
  readonly isFound: boolean;
  readonly limit: number;
}

/** What the visitors of a term searched for soon after it, most visitors first. */
export async function nextSearches(db: Database, asked: Asked, { term, isFound, limit }: Wanted): Promise<NextSearch[]> {
  const reader = pairReader(db, unpackedNextSearches);
  const totals = await reader.of(asked, term);
  const visitorsAt = isFound ? nextColumns.finding : nextColumns.visitors;
  const numbers = reader.greatest(totals, visitorsAt, limit);
  const names = await reader.namesOf(asked.project, totals, numbers);
  const next = numbers.map((number, at) => ({
    term: names[at]!,
    visitors: totals.columns[visitorsAt]![number]!,
    clicking: totals.columns[nextColumns.clicking]![number]!,
  }));
  return next.toSorted((a, b) => b.visitors - a.visitors || (a.term < b.term ? -1 : 1));
}
