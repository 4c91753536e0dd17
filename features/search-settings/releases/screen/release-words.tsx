import { formats } from '#ui/text/format.ts';
import type { Translate } from '#ui/text/i18n.ts';
import { inKindOrder, kindOf, type ReleasedKind } from '#ui/releases/released-kind.ts';
import { changeMarks } from './release-change.tsx';
import { changeKinds } from '#contract/rows/rule-fields.ts';
import type { Release } from '#features/search-settings/releases/releases.contract.ts';

function serverWords(t: Translate, { reason, counts }: Pick<Release, 'reason' | 'counts'>): string | null {
  if (reason === 'validity') return validityWords(t, Object.values(counts));
  if (reason === 'midnight') return t('Midnight');
  if (reason === 'import') return t('Import');
  if (reason === 'items') return t('Item API');
  if (reason === 'project file') return t('A program of the shop');
  if (reason === 'phrases') return t('Phrases that were found');
  if (reason === 'learning') return t('Learning from visitors');
  if (reason === 'recreate') return t('Rebuild of a collection');
  return reason === 'first release' ? t('Start of releases') : null;
}

function validityWords(t: Translate, counts: readonly Counts[string][]): string {
  const hasBegun = counts.some(({ began = 0 }) => began > 0);
  const hasEnded = counts.some(({ ended = 0 }) => ended > 0);
  if (hasBegun && hasEnded) return t('Begin and end of validity');
  return hasBegun ? t('Begin of validity') : t('End of validity');
}

export const whoMade = (t: Translate, release: Pick<Release, 'user' | 'reason' | 'counts'>): string =>
  release.user ?? serverWords(t, release) ?? t('Somebody who left');

type Made = Pick<Release, 'restored' | 'reason' | 'counts'>;

export function whyMade(t: Translate, kinds: readonly ReleasedKind[], { reason, restored, counts }: Made): string | null {
  if (restored !== null && reason === 'undo')
    return t('undid {changes} of release {number}', { changes: countsText(t, kinds, counts), number: String(restored) });
  if (restored !== null) return t('restored release {number}', { number: String(restored) });
  if (reason === 'experiment') return t('made B of an A/B test live');
  if (reason === 'regenerate') return t('regenerated');
  if (reason === 'plan cancelled') return t('cancelled before it was published');
  if (reason === 'planned') return countOfAll(counts) === 0 ? t('ended without changes') : t('as scheduled');
  if (reason === 'take back') return t('took back a waiting change');
  if (reason === 'project file') return t('took over a project file');
  if (reason === 'rule import') return t('imported from another service');
  if (reason === 'fix of a query') return t('fixed a query without results');
  return reason === 'project' ? t('created the project') : null;
}

type Counts = Release['counts'];

export const countOf = (counts: Counts, source: string): number =>
  Object.values(counts[source] ?? {}).reduce((sum, count) => sum + count, 0);

export const countOfAll = (counts: Counts): number =>
  Object.keys(counts).reduce((sum, source) => sum + countOf(counts, source), 0);

/** `2 synonyms, 1 field`. */
export const countsText = (t: Translate, kinds: readonly ReleasedKind[], counts: Counts): string =>
  formats.list(
    inKindOrder(kinds, Object.keys(counts)).map((source) => kindOf(kinds, source).counted(t, countOf(counts, source))),
  );

/** `Added: 2 synonyms · Deleted: 1 curation`. */
export const changesText = (t: Translate, kinds: readonly ReleasedKind[], counts: Counts): string =>
  changeKinds
    .map((change) => {
      const ofChange = Object.entries(counts).flatMap(([source, { [change]: count = 0 }]) =>
        count > 0 ? [[source, { [change]: count }]] : [],
      );
      const changes = countsText(t, kinds, Object.fromEntries(ofChange) as Counts);
      return changes && `${t(changeMarks[change].word)}: ${changes}`;
    })
    .filter(Boolean)
    .join(' · ');
