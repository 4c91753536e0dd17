import type { ComparedRanges } from './statistics-range.service.ts';
import { addDays } from '#contract/days.ts';
import { type sumReader, type Totals, valueAt } from '#server/sums/read-sums.ts';
import type { SumsAsked } from '#server/sums/sum-packs.store.ts';

type Counted = (number: number) => number;

const none: Counted = () => 0;

/** A column in the days that are compared, and in those before, by the numbers of the whole range; 0 where nothing is compared. */
export async function comparedSums(
  reader: Pick<ReturnType<typeof sumReader>, 'beside'>,
  asked: SumsAsked,
  { totals, column, compared }: { readonly totals: Totals; readonly column: number; readonly compared: ComparedRanges | null },
): Promise<{ readonly now: Counted; readonly before: Counted }> {
  if (compared === null) return { now: none, before: none };
  const inDays = (range: SumsAsked['range']) => reader.beside({ ...asked, range }, totals, column);
  const before = await inDays(compared.before);
  const all: Counted = (number) => valueAt(totals, column, number);
  if (compared.now.end === asked.range.end) return { now: all, before };
  // Fewer days are left out than are compared.
  const leftOut = await inDays({ start: addDays(compared.now.end, 1), end: asked.range.end });
  return { now: (number) => all(number) - leftOut(number), before };
}
