import type { AnalysedWord } from '#features/developer/analyze/analyze.contract.ts';

/** Lengths of the longest common subsequences of the ends of both lists, by where the ends start. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let b = before.length - 1; b >= 0; b--) {
    for (let a = after.length - 1; a >= 0; a--) {
      const row = lengths[b]!;
      row[a] = before[b] === after[a] ? lengths[b + 1]![a + 1]! + 1 : Math.max(lengths[b + 1]![a]!, row[a + 1]!);
    }
  }
  return lengths;
}

/** Between two kept words: as many words as before are those, changed; otherwise the old ones went and the new ones came. */
function changesOfGap(removed: readonly string[], added: readonly string[]): AnalysedWord[] {
  if (removed.length === added.length) return added.map((text, place) => ({ text, change: 'changed', was: removed[place]! }));
  return [
    ...removed.map((text): AnalysedWord => ({ text, change: 'removed', was: '' })),
    ...added.map((text): AnalysedWord => ({ text, change: 'added', was: '' })),
  ];
}

/** What a step did to each word, from the words before and after it. */
export function changesBetween(before: readonly string[], after: readonly string[]): AnalysedWord[] {
  const lengths = commonLengths(before, after);
  const words: AnalysedWord[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const closeGap = () => {
    words.push(...changesOfGap(removed, added));
    removed = [];
    added = [];
  };
  let b = 0;
  let a = 0;
  while (b < before.length || a < after.length) {
    if (b < before.length && a < after.length && before[b] === after[a]) {
      closeGap();
      words.push({ text: after[a]!, change: 'kept', was: '' });
      b += 1;
      a += 1;
    } else if (a === after.length || (b < before.length && lengths[b + 1]![a]! >= lengths[b]![a + 1]!))
      removed.push(before[b++]!);
    else added.push(after[a++]!);
  }
  closeGap();
  return words;
}
