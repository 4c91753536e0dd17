import { addDays } from '#contract/days.ts';
import { type Section, sectionGroups } from '#contract/permission.ts';
import { todayIn } from '#ui/dates/date-choice.ts';
import { setCollections } from '#ui/collection/collection.ts';
import { setSession } from '#ui/state/session.ts';
import { choiceNames, type StatisticsContext } from './statistics.panel.tsx';
import type { QueryTotals } from '#features/analytics/statistics/statistics.contract.ts';

export const today = todayIn('UTC');
export const range = { start: addDays(today, -8), end: addDays(today, -1) };
const long = addDays(today, -90);

/** What screens know beside their figures: all is tracked for long, unless said otherwise. */
export const contextOf = (more: Partial<StatisticsContext> = {}): StatisticsContext => ({
  ...range,
  tracked_since: { search: long, autocomplete: long, events: long },
  sold_since: { purchases: null, turnover: null, sales: null },
  currency: null,
  languages: ['en'],
  marks: [],
  are_visitors_made_up: null,
  is_being_filled: false,
  ...more,
});
export const untracked = contextOf({ tracked_since: { search: null, autocomplete: null, events: null } });

export function totalsOf(queries: number): QueryTotals {
  const data = [0, 0, 0, 0, 0, 0, 0, queries];
  const timeline = { data, x_tooltip: data.map((_, at) => addDays(range.start, at)) };
  const totals = { queries, unique_users: Math.ceil(queries / 2) };
  return {
    ...totals,
    timeline,
    is_estimated: false,
    previous_timeline: timeline,
    compared: {
      now: { ...range, ...totals },
      before: { start: addDays(range.start, -7), end: addDays(range.start, -1), ...totals },
    },
  };
}

/** Nobody has chosen days yet, and somebody of these groups has signed in to a project with a collection. */
export function signInTo(groups: readonly Section[]): void {
  for (const name of choiceNames) document.cookie = `${name}=; path=/; max-age=0`;
  const rights = { is_admin: false, is_owner: false, user_groups: groups.map((name) => ({ id: sectionGroups[name] })) };
  const project = { id: 5, name: 'Shop', url: '', language: 'en', token: 'public', time_zone: 'UTC', owner: 'Nora' };
  setSession({ person: { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', ...rights }, project });
  setCollections(5, [{ id: 7, name: 'Products', item_count: 10 }]);
}
export const everyGroup = ['analytics', 'search', 'data', 'developer'] as const;
