import { toldReleaseChanges } from '#contract/limits.ts';

/**
 * The changes that are listed one by one, in their order. Kinds of rules have equal shares of the limit, and pass on what they don't
 * need, so a large import doesn't hide the changes of another kind.
 */
export function reportedChanges<Change extends { readonly source: string }>(changes: readonly Change[]): Change[] {
  const fewestFirst = [...Map.groupBy(changes, ({ source }) => source)].sort(([, one], [, other]) => one.length - other.length);
  const shares = new Map<string, number>();
  let left = toldReleaseChanges;
  fewestFirst.forEach(([source, { length }], at) => {
    const share = Math.min(length, Math.floor(left / (fewestFirst.length - at)));
    shares.set(source, share);
    left -= share;
  });
  return changes.filter(({ source }) => {
    const ofSource = shares.get(source) ?? 0;
    shares.set(source, ofSource - 1);
    return ofSource > 0;
  });
}
