import type { Plan, SortBy } from '#engine/plan.ts';
import type { GlobalColumn } from '#engine/embedded/columns/global-column.ts';
import type { Kernel } from '#engine/embedded/kernel/kernel.ts';
import { changesScores } from '#engine/embedded/query/final-scores.ts';
import type { LoadedGeneration } from '#engine/embedded/query/loaded-generation.ts';

/** How a search ranks items where words don't: by numbers that say their places in an order, the higher the earlier. */
export interface Placing {
  /** The field that sorts; null where that is the order of ids, or where all places are alike. */
  readonly by: { readonly column: GlobalColumn; readonly order: SortBy['order'] } | null;
  /** Whether the best places are the best items. Else all are listed. */
  readonly ranks: boolean;
  /** Whether more than the order of ids decides between equal places, or what these leave out of it. */
  readonly hasTies: boolean;
}

/** The place of items without a value is 1. */
const leastOfValues = 2;

/** null where words rank, or where the kernel can't rank by the field that sorts what they found. */
export function placingOf(kernel: Kernel, generation: LoadedGeneration, plan: Plan): Placing | null {
  const known = plan.sort.flatMap(({ field, order }) => {
    const column = generation.column(field);
    return column === null ? [] : [{ column, order }];
  });
  const [first] = known;
  const by = first !== undefined && !plan.collapse && canPlace(kernel, generation, first.column) ? first : null;
  if (plan.groups.length > 0) return by && { by, ranks: true, hasTies: known.length > 1 };
  const isInOrderOfIds = first === undefined && !plan.collapse && !changesScores(plan);
  return { by, ranks: by !== null || isInOrderOfIds, hasTies: by === null || known.length > 1 };
}

/** Whether each item has one value at most, where the kernel reaches it. */
const canPlace = (kernel: Kernel, { segments }: LoadedGeneration, { index, ordinalsOf }: GlobalColumn): boolean =>
  segments.every(({ columns }, segment) => {
    const { starts, ordinals } = columns[index]!;
    const arrays = [ordinals, ordinalsOf[segment]!];
    return starts === null && arrays.every((array) => array.length === 0 || kernel.addressOf(array) !== 0);
  });

/** Writes the places of a segment's items, whose ranks in the order of ids are at an address, to another. */
export function writePlaces(
  { by, ranks }: Placing,
  kernel: Kernel,
  generation: LoadedGeneration,
  index: number,
  at: { readonly ranks: number; readonly places: number },
): void {
  const { docCount, columns } = generation.segments[index]!;
  if (!ranks) return kernel.code.placeAlike(at.places, docCount);
  if (by === null) return kernel.code.placeByRank(at.ranks, docCount, generation.ranks.length, at.places);
  const { column, order } = by;
  const { ordinals } = columns[column.index]!;
  const place = ordinals instanceof Uint16Array ? kernel.code.placeByValue16 : kernel.code.placeByValue32;
  const [first, step] = order === 'desc' ? [leastOfValues, 1] : [leastOfValues + column.values.length - 1, -1];
  place(kernel.addressOf(ordinals), docCount, kernel.addressOf(column.ordinalsOf[index]!), first, step, at.places);
}
