import { importFailures } from '#contract/texts/import-texts.ts';
import { useAllowed } from '#console-kit/session/rights.ts';
import { linkTo } from '#console-kit/state/address.ts';
import { useDetailedText } from '#console-kit/text/detailed-text.ts';
import { msg, t } from '#console-kit/text/i18n.ts';
import type { FeedState } from '#features/dashboard/dashboard.contract.ts';
import type { Work } from './work-row.tsx';

/** The worst first: what failed brings nothing at all, what is held waits whole. */
const words = [
  { state: 'failed', text: msg('Import failed: {feed}') },
  { state: 'needTagName', text: msg('Import needs your choice: {feed}') },
  { state: 'held', text: msg('Import held: {feed}') },
] as const;

export function useFeedWork(feeds: readonly FeedState[]): Work[] {
  const say = useDetailedText();
  const mayDecide = useAllowed('data');
  if (!mayDecide) return [];
  return words.flatMap(({ state, text }) =>
    feeds
      .filter(({ last_import: last }) => last.state === state)
      .map(({ id, name, last_import: { failure } }) => ({
        key: `feed ${id}`,
        kind: 'error',
        text: t(text, { feed: name }),
        details: failure ? say(importFailures[failure.code], failure.details) : undefined,
        to: linkTo('/data/import/edit', { id }),
      })),
  );
}
