import { addDays, countDays, dayMs, dayOf } from '#contract/days.ts';
import { ownTimeZone } from '#ui/dates/date-choice.ts';
import { linkTo } from '#ui/state/address.ts';
import type { Formats } from '#ui/text/format.ts';
import type { Translate } from '#ui/text/i18n.ts';
import { feedPath, feedsPath, releasesPath } from './paths.panel.tsx';
import type { StatisticsMark } from '#features/analytics/statistics/statistics.contract.ts';

/** Longer ranges are drawn by week. */
const mostDays = 120;
const daysOfWeek = 7;

export interface Part {
  readonly first: string;
  readonly last: string;
}

export function partsOf(from: string, to: string): readonly Part[] {
  const days = countDays(from, to);
  const length = days > mostDays ? daysOfWeek : 1;
  return Array.from({ length: Math.ceil(days / length) }, (_, at) => {
    const [first, last] = [addDays(from, at * length), addDays(from, (at + 1) * length - 1)];
    return { first, last: last < to ? last : to };
  });
}

export const areWeeks = (parts: readonly Part[]): boolean => parts.some(({ first, last }) => first !== last);

/** Null if nothing was tracked. */
export function sumsOf(parts: readonly Part[], from: string, data: readonly (number | null)[]): readonly (number | null)[] {
  return parts.map(({ first, last }) => {
    const known = data
      .slice(countDays(from, first) - 1, countDays(from, last))
      .filter((value) => value !== null && value !== undefined);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
}

/** Noon UTC is the same calendar day almost everywhere. */
const shortly = (day: string, { shortDay }: Formats): string => shortDay(Date.parse(day) + dayMs / 2);

export const tickOf = ({ first }: Part, formats: Formats): string => shortly(first, formats);

/** `13 Nov – 18 Nov`. */
export const shortDays = ({ start, end }: { readonly start: string; readonly end: string }, formats: Formats): string =>
  start === end ? shortly(start, formats) : `${shortly(start, formats)} – ${shortly(end, formats)}`;

/** One mark per part for releases and one for imports. */
export function marksOf(parts: readonly Part[], marks: readonly StatisticsMark[], t: Translate) {
  return parts.flatMap(({ first, last }, at) => {
    const within = marks.filter(({ day }) => day >= first && day <= last);
    const [releases, imports] = [within.filter(({ kind }) => kind === 'release'), within.filter(({ kind }) => kind === 'import')];
    return [
      ...(releases[0] ? [{ at, needs: 'search', ...releaseMark(releases[0], releases, t) } as const] : []),
      ...(imports[0] ? [{ at, needs: 'data', isMinor: true, ...importMark(imports[0], imports, t) } as const] : []),
    ];
  });
}

function releaseMark(one: StatisticsMark, releases: readonly StatisticsMark[], t: Translate) {
  if (releases.length > 1) {
    const label = t('{count} releases', { count: releases.length });
    // That list uses the browser's time zone.
    const [from, to] = [one, releases.at(-1)!].map((release) => dayOf(release.at, ownTimeZone()));
    return { label, to: linkTo(releasesPath, { from, to }) };
  }
  const { number, by } = one;
  const label = by === null ? t('Release {number}', { number }) : t('Release {number}, {person}', { number, person: by });
  return { label, to: linkTo(releasesPath, { release: number }) };
}

function importMark({ number, feed_id: feed }: StatisticsMark, imports: readonly StatisticsMark[], t: Translate) {
  const label = t('{count} imports', { count: imports.length });
  if (feed === null || imports.some(({ feed_id: other }) => other !== feed)) return { label, to: linkTo(feedsPath) };
  return { label, to: linkTo(feedPath, { id: feed, ...(imports.length === 1 && { import: number }) }) };
}
