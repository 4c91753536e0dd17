import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { Panel } from '#ui/page/panel.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import { InvitationAnswer } from '#features/access-management/invitations/screen/invitation-notices.panel.tsx';
import { listMyInvitations } from '#features/access-management/invitations/invitations.contract.ts';
import type { FeedState, ProjectState } from '#features/dashboard/dashboard.contract.ts';
import { useRuleWork } from './rule-work.tsx';
import { type Work, WorkRow } from './work-row.tsx';
import classes from './to-do.module.css';
import { useAllowed } from '#ui/state/rights.ts';
import { linkTo } from '#ui/state/address.ts';
import { countAlerts } from '#features/developer/check-items/check-items.contract.ts';
import { askEveryMs } from './asking.ts';
import { OfferMadeUpVisitors } from '#features/analytics/made-up-visitors/screen/made-up-visitors.panel.tsx';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { useDetailedText } from '#ui/text/detailed-text.ts';
import { formats } from '#ui/text/format.ts';
import { countOpenQueries } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { withoutResultsPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import { importFailures } from '#features/data/imports/imports.contract.ts';

/** Worst first. */
const words = [
  { state: 'failed', text: msg('Import failed: {feed}') },
  { state: 'needTagName', text: msg('Import needs your choice: {feed}') },
  { state: 'held', text: msg('Import held: {feed}') },
] as const;

function useFeedWork(feeds: readonly FeedState[]): Work[] {
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

const shownRows = 6;

/** By severity, limited to the user's rights. */
export function ToDo({ state }: { readonly state: ProjectState }) {
  const feeds = useFeedWork(state.troubled_feeds);
  const checks = useCheckWork();
  const problems = useProblemWork(state);
  const rules = useRuleWork();
  const invitations = useInvitations();
  const beginnings = useBeginnings(state);
  const all = [...feeds, ...checks, ...problems, ...rules.work, ...invitations, ...beginnings];
  return (
    <Panel title={t('To do')}>
      {all.length === 0 ? (
        <Text size="sm" className={classes.good}>
          <CircleCheck size={16} aria-hidden />
          {t('All good.')}
        </Text>
      ) : (
        <ul className={classes.rows}>
          {all.slice(0, shownRows).map((work) => (
            <WorkRow key={work.key} work={work} />
          ))}
        </ul>
      )}
      {rules.gate}
    </Panel>
  );
}

function useInvitations(): Work[] {
  const { data: invitations = [] } = useQuery(query(listMyInvitations, {}));
  return invitations.map(({ id, project_name: project, invited_by: inviter }) => ({
    key: `invitation ${id}`,
    kind: 'invited',
    text: t('You are invited to “{project}”', { project }),
    details: t('by {inviter}', { inviter }),
    action: <InvitationAnswer id={id} />,
  }));
}

function useCheckWork(): Work[] {
  const maySee = useAllowed(countAlerts.needs);
  const { data } = useQuery({ ...query(countAlerts, {}), enabled: maySee, refetchInterval: askEveryMs });
  const count = maySee ? (data?.count ?? 0) : 0;
  if (count === 0) return [];
  const text = t('{count} check items on alert', { count });
  return [{ key: 'check items', kind: 'error', text, to: linkTo('/developer/check-items') }];
}

/** First steps, until visitors search. */
function useBeginnings(state: ProjectState): Work[] {
  const [mayAddFeeds, mayAddRules] = [useAllowed('data'), useAllowed('search')];
  const { is_tracked: isTracked, item_count: itemCount, feed_count: feedCount } = state;
  const canMakeUpVisitors = useCanMakeUpVisitors(isTracked);
  if (isTracked) return [];
  const work: Work[] = [];
  if (mayAddFeeds && itemCount === 0 && feedCount === 0)
    work.push({
      key: 'feed',
      kind: 'beginning',
      text: t('Import your products'),
      details: t('Add a feed of your shop. We detect its format.'),
      to: linkTo('/data/import', { edit: 'new' }),
    });
  if (mayAddRules && itemCount > 0 && !state.has_synonym)
    work.push({
      key: 'synonym',
      kind: 'beginning',
      text: t('Add your first synonym'),
      details: t('People say “fridge”, your catalogue says “refrigerator”. Tell search that it is the same.'),
      to: linkTo('/search-settings/synonyms', { edit: 'new' }),
    });
  if (mayAddRules && itemCount > 0 && !state.has_curation)
    work.push({
      key: 'curation',
      kind: 'beginning',
      text: t('Add your first curation'),
      details: t('Choose which items come first for a query that matters to you.'),
      to: linkTo('/search-settings/curations/edit', { id: 'new' }),
    });
  if (canMakeUpVisitors && itemCount > 0)
    work.push({
      key: 'visitors',
      kind: 'beginning',
      text: t('See what the figures of visitors look like'),
      action: <OfferMadeUpVisitors areMadeUp={false} />,
    });
  return work;
}

/** For the owner of a sample shop. */
function useCanMakeUpVisitors(isTracked: boolean): boolean {
  const mayOwn = useAllowed('owner');
  const isAsked = mayOwn && !isTracked;
  const { data } = useQuery({ ...query(readStatisticsContext, {}), enabled: isAsked });
  return isAsked && data?.are_visitors_made_up === false;
}

function useProblemWork({ is_tracked: isTracked }: Pick<ProjectState, 'is_tracked'>): Work[] {
  const maySee = useAllowed(countOpenQueries.needs) && isTracked;
  const { data } = useQuery({ ...query(countOpenQueries, {}), enabled: maySee, refetchInterval: askEveryMs });
  if (!maySee || !data || data.count === 0) return [];
  const { count, start, end } = data;
  return [
    {
      key: 'problems',
      kind: 'unfound',
      text: t('{count} queries without results to fix', { count }),
      details: formats.days(start, end),
      // The counted days, not those chosen on another screen.
      to: linkTo(withoutResultsPath, { startDate: start, endDate: end, statsLang: 'all', statsResultObject: 'search' }),
    },
  ];
}
