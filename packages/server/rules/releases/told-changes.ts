import { toldReleaseChanges } from '#contract/limits.ts';

/**
 * Those that are told one by one, in their order. Each kind of rule has an equal share, and what it doesn't need goes to the others, so
 * that an import of one kind doesn't hide what changed in the rest.
 */
export function toldChanges<Change extends { readonly source: string }>(changes: readonly Change[]): Change[] {
  const fewestFirst = [...Map.groupBy(changes, ({ source }) => source)].sort(([, one], [, other]) => one.length - other.length);
  const room = new Map<string, number>();
  let left = toldReleaseChanges;
  fewestFirst.forEach(([source, { length }], at) => {
    const share = Math.min(length, Math.floor(left / (fewestFirst.length - at)));
    room.set(source, share);
    left -= share;
  });
  return changes.filter(({ source }) => {
    const ofSource = room.get(source) ?? 0;
    room.set(source, ofSource - 1);
    return ofSource > 0;
  });
}
