import { useText } from '#console-kit/text/i18n.ts';
import { useFeeds } from './feeds.ts';

const troubled: readonly string[] = ['failed', 'held'];

/** What waits for somebody at an entry of the menu: work, never a size. */
export interface Badge {
  readonly kind: 'error';
  readonly count: number;
  /** Said after the entry's name. */
  readonly spoken: string;
}

/** The badges of the menu by the address of their screen. What isn't known has none. */
export function useBadges(): ReadonlyMap<string, Badge> {
  const t = useText();
  const count = useFeeds().filter(({ last_import: last }) => last !== null && troubled.includes(last.state)).length;
  if (count === 0) return new Map();
  return new Map([['/data/import', { kind: 'error', count, spoken: t('{count} feeds need attention', { count }) }]]);
}
