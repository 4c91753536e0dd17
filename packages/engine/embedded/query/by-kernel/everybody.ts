import type { Plan, SortBy } from '#engine/plan.ts';
import type { GlobalColumn } from '#engine/embedded/columns/global-column.ts';
import type { Kernel } from '#engine/embedded/kernel/kernel.ts';
import { changesScores } from '#engine/embedded/query/final-scores.ts';
import type { LoadedGeneration } from '#engine/embedded/query/loaded-generation.ts';

/** How a search without words ranks the items, all of which it finds. */
export interface Everybody {
  /** The values that they score by; null where that is the order of ids, or where all score alike. */
  readonly by: { readonly column: GlobalColumn; readonly order: SortBy['order'] } | null;
  /** Whether the best of these scores are the best items. */
  readonly ranks: boolean;
  /** Whether more than the order of ids decides between equal scores, or what these leave out of it. */
  readonly hasTies: boolean;
}

/** A score beside 1, which is that of items without a value. */
const leastOfValues = 2;

export function everybodyOf(kernel: Kernel, generation: LoadedGeneration, plan: Plan): Everybody {
  const known = plan.sort.flatMap(({ field, order }) => {
    const column = generation.column(field);
    return column === null ? [] : [{ column, order }];
  });
  const [first] = known;
  const by = first !== undefined && canScore(kernel, generation, first.column) ? first : null;
  const ranks = !plan.collapse && (first === undefined ? !changesScores(plan) : by !== null);
  return { by: ranks ? by : null, ranks, hasTies: by === null || known.length > 1 };
}

/** Whether each item has one value at most, where the kernel reaches it. */
const canScore = (kernel: Kernel, { segments }: LoadedGeneration, { index, ordinalsOf }: GlobalColumn): boolean =>
  segments.every(({ columns }, segment) => {
    const { starts, ordinals } = columns[index]!;
    const arrays = [ordinals, ordinalsOf[segment]!];
    return starts === null && arrays.every((array) => array.length === 0 || kernel.addressOf(array) !== 0);
  });

/** Writes the scores of a segment's items, whose ranks in the order of ids are at an address, to another. */
export function scoreEverybody(
  { by, ranks }: Everybody,
  kernel: Kernel,
  generation: LoadedGeneration,
  index: number,
  at: { readonly ranks: number; readonly scores: number },
): void {
  const { docCount, columns } = generation.segments[index]!;
  if (!ranks) return kernel.code.scoreAlike(at.scores, docCount);
  if (by === null) return kernel.code.scoreByRank(at.ranks, docCount, generation.ranks.length, at.scores);
  const { column, order } = by;
  const { ordinals } = columns[column.index]!;
  const score = ordinals instanceof Uint16Array ? kernel.code.scoreByPlace16 : kernel.code.scoreByPlace32;
  const [first, step] = order === 'desc' ? [leastOfValues, 1] : [leastOfValues + column.values.length - 1, -1];
  score(kernel.addressOf(ordinals), docCount, kernel.addressOf(column.ordinalsOf[index]!), first, step, at.scores);
}
