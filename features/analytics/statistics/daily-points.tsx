import { addDays, countDays, dayMs, dayOf } from '#contract/days.ts';
import { ownTimeZone } from '#console-kit/dates/date-choice.ts';
import { linkTo } from '#console-kit/state/address.ts';
import type { Formats } from '#console-kit/text/format.ts';
import type { Translate } from '#console-kit/text/i18n.ts';
import { releasesPath } from './paths.panel.tsx';
import type { StatisticsMark } from './statistics.contract.ts';

/** With more days than these, a point is a week: the lines of single days would be one grey surface. */
const mostDays = 120;
const daysOfWeek = 7;

/** A point of a chart: a day, or a week where there are many. */
export interface Part {
  readonly first: string;
  readonly last: string;
}

/** The range in days or weeks; the last week ends where the range does. */
export function partsOf(from: string, to: string): readonly Part[] {
  const days = countDays(from, to);
  const length = days > mostDays ? daysOfWeek : 1;
  return Array.from({ length: Math.ceil(days / length) }, (_, at) => {
    const [first, last] = [addDays(from, at * length), addDays(from, (at + 1) * length - 1)];
    return { first, last: last < to ? last : to };
  });
}

export const areWeeks = (parts: readonly Part[]): boolean => parts.some(({ first, last }) => first !== last);

/** What days come to in each part; null where nothing was tracked in all of it. */
export function sumsOf(parts: readonly Part[], from: string, data: readonly (number | null)[]): readonly (number | null)[] {
  return parts.map(({ first, last }) => {
    const known = data
      .slice(countDays(from, first) - 1, countDays(from, last))
      .filter((value) => value !== null && value !== undefined);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
}

/** Under the axis. Noon in UTC is on the same day of the calendar almost everywhere. */
export const tickOf = ({ first }: Part, { shortDay }: Formats): string => shortDay(Date.parse(first) + dayMs / 2);

/** What went live in each part, in one mark; releases alone, as imports come every day. Many lead to the list of all of them. */
export function marksOf(parts: readonly Part[], marks: readonly StatisticsMark[], t: Translate) {
  return parts.flatMap(({ first, last }, at) => {
    const releases = marks.filter(({ kind, day }) => kind === 'release' && day >= first && day <= last);
    const [one] = releases;
    if (!one) return [];
    if (releases.length > 1) {
      const label = t('{count} releases', { count: releases.length });
      // That list is by the clocks of whoever looks at it, where it may have been another day.
      const [from, to] = [one, releases.at(-1)!].map((release) => dayOf(release.at, ownTimeZone()));
      return [{ at, label, to: linkTo(releasesPath, { from, to }) }];
    }
    const { number, by } = one;
    const label = by === null ? t('Release {number}', { number }) : t('Release {number}, {person}', { number, person: by });
    return [{ at, label, to: linkTo(releasesPath, { release: number }) }];
  });
}
