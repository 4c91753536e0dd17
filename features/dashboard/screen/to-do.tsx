import { Text, Button } from '@mantine/core';
import { type Query, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, CircleAlert, CircleDashed, Clock, Lightbulb, MailOpen, SearchX } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { query } from '#ui/calls/queries.ts';
import { Panel } from '#ui/page/panel.tsx';
import { Status } from '#ui/page/status.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import { InvitationAnswer } from '#features/access-management/invitations/screen/invitation-notices.panel.tsx';
import { listMyInvitations } from '#features/access-management/invitations/invitations.contract.ts';
import type { ProjectState } from '#features/dashboard/dashboard.contract.ts';
import classes from './to-do.module.css';
import { useAllowed } from '#ui/state/session.ts';
import { linkTo, type LinkTarget } from '#ui/state/address.ts';
import { countAlerts } from '#features/developer/check-items/check-items.contract.ts';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { OfferMadeUpVisitors } from '#features/analytics/made-up-visitors/screen/made-up-visitors.panel.tsx';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { formats } from '#ui/text/format.ts';
import { countOpenQueries } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { withoutResultsPath } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { useFailureText } from '#features/data/imports/screen/import-failure.panel.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { useMakeLive } from '#features/search-settings/releases/screen/make-live.panel.tsx';

const icons = {
  error: CircleAlert,
  unfound: SearchX,
  waiting: Clock,
  invited: MailOpen,
  beginning: Lightbulb,
  lacking: CircleDashed,
} as const;

export interface Work {
  readonly key: string;
  readonly kind: keyof typeof icons;
  readonly text: string;
  readonly details?: string | undefined;
  /** Undefined if the row has its own action. */
  readonly to?: LinkTarget | undefined;
  readonly action?: ReactNode;
}

export function WorkRow({ work: { kind, text, details, to, action } }: { readonly work: Work }) {
  const Icon = icons[kind];
  const words = (
    <>
      <Icon size={16} aria-hidden className={classes.icon} />
      <span className={classes.texts}>
        <span>{text}</span>
        {details !== undefined && (
          <Text span size="xs" c="dimmed" lineClamp={3}>
            {details}
          </Text>
        )}
      </span>
    </>
  );
  return (
    <li className={classes.row} data-kind={kind}>
      {to ? (
        <Link {...to} className={classes.work}>
          {words}
          {action === undefined && <ChevronRight size={16} aria-hidden className={classes.arrow} />}
        </Link>
      ) : (
        <div className={classes.work}>{words}</div>
      )}
      {action}
    </li>
  );
}

/** Asked again and again, if the user may. */
export const askEveryMs = 30_000;

function useIfAllowed<E extends Endpoint>(endpoint: E, isAsked = true): OutputOf<E> | undefined {
  const isAllowed = useAllowed(endpoint.needs) && isAsked;
  const { data } = useQuery({ ...query(endpoint, {} as InputOf<E>), enabled: isAllowed, refetchInterval: askEveryMs });
  return isAllowed ? data : undefined;
}

/** Worst first. */
const feedTexts = [
  { state: 'failed', text: msg('Import failed: {feed}') },
  { state: 'needTagName', text: msg('Import needs your choice: {feed}') },
  { state: 'onHold', text: msg('Import on hold: {feed}') },
] as const;

const shownRows = 6;

/** By severity, limited to the user's rights. */
export function ToDo({ state }: { readonly state: ProjectState }) {
  const all = [...useFeedWork(state), ...useProblemWork(state), ...useRuleWork(), ...useInvitations(), ...useBeginnings(state)];
  return (
    <Panel title={t('To do')}>
      {all.length === 0 ? (
        <Status kind="live" label={t('All good.')} />
      ) : (
        <ul className={classes.rows}>
          {all.slice(0, shownRows).map((work) => (
            <WorkRow key={work.key} work={work} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const asked = [countAlerts, countOpenQueries, readWaiting, listMyInvitations, readStatisticsContext].map(({ path }) => path);

const unanswered = {
  predicate: ({ state, queryKey: [path] }: Query) => state.data === undefined && asked.includes(path as string),
};

/** True once every call has answered that rows, or the filters above them, come from. */
export function useIsToDoKnown(): boolean {
  const client = useQueryClient();
  const openCount = useIsFetching(unanswered);
  const [isKnown, setKnown] = useState(false);
  // After the effects that begin the calls.
  useEffect(() => {
    const timer = setTimeout(() => client.isFetching(unanswered) === 0 && setKnown(true));
    return () => clearTimeout(timer);
  }, [client, openCount]);
  return isKnown;
}

function useFeedWork({ troubled_feeds: feeds }: ProjectState): Work[] {
  const failureText = useFailureText(feeds.map(({ last_import: { failure } }) => failure));
  if (!useAllowed('data')) return [];
  return feedTexts.flatMap(({ state, text }) =>
    feeds
      .filter(({ last_import: last }) => last.state === state)
      .map(({ id, name, last_import: { failure } }) => ({
        key: `feed ${id}`,
        kind: 'error',
        text: t(text, { feed: name }),
        details: failure ? failureText(failure) : undefined,
        to: linkTo('/data/import/edit', { id }),
      })),
  );
}

function useProblemWork({ is_tracked: isTracked }: ProjectState): Work[] {
  const { count: alerts = 0 } = useIfAllowed(countAlerts) ?? {};
  const { count = 0, start = '', end = '' } = useIfAllowed(countOpenQueries, isTracked) ?? {};
  const checks: Work = {
    key: 'check items',
    kind: 'error',
    text: t('{count} check items on alert', { count: alerts }),
    to: linkTo('/developer/check-items'),
  };
  const problems: Work = {
    key: 'problems',
    kind: 'unfound',
    text: t('{count} queries without results to fix', { count }),
    // The counted days, not those chosen on another screen.
    to: linkTo(withoutResultsPath, { startDate: start, endDate: end, statsLang: 'all', statsResultObject: 'search' }),
  };
  return [...(alerts > 0 ? [checks] : []), ...(count > 0 ? [{ ...problems, details: formats.days(start, end) }] : [])];
}

function useRuleWork(): Work[] {
  const makeLive = useMakeLive();
  const block = useSavingBlock();
  const { rows = [] } = useIfAllowed(readWaiting) ?? {};
  const count = rows.filter(({ planned }) => planned === null).length;
  const work: Work = {
    key: 'waiting',
    kind: 'waiting',
    text: t("{count} changes aren't live yet", { count }),
    to: linkTo('/dashboard', { waiting: 1 }),
    action: (
      <Button size="xs" variant="default" disabled={block !== undefined} title={block} onClick={() => makeLive()}>
        {t('Publish')}
      </Button>
    ),
  };
  return count > 0 ? [work] : [];
}

function useInvitations(): Work[] {
  const { data: invitations = [] } = useQuery(query(listMyInvitations, {}));
  return invitations.map(({ id, project_name: project, invited_by: person }) => ({
    key: `invitation ${id}`,
    kind: 'invited',
    text: t('{person} invites you to {project}', { person, project }),
    action: <InvitationAnswer id={id} />,
  }));
}

/** First steps, until visitors search. */
function useBeginnings(state: ProjectState): Work[] {
  const { is_tracked: isTracked, item_count: itemCount, feed_count: feedCount } = state;
  const [mayAddFeeds, mayAddRules, mayOwn] = [useAllowed('data'), useAllowed('search'), useAllowed('owner')];
  const isAsked = mayOwn && !isTracked && itemCount > 0;
  const { data: context } = useQuery({ ...query(readStatisticsContext, {}), enabled: isAsked });
  if (isTracked) return [];
  const work: (Omit<Work, 'kind'> & { readonly isDue: boolean })[] = [
    {
      key: 'feed',
      isDue: mayAddFeeds && itemCount === 0 && feedCount === 0,
      text: t('Import your products'),
      details: t('Add a feed of your shop. We detect its format.'),
      to: linkTo('/data/import', { edit: 'new' }),
    },
    {
      key: 'synonym',
      isDue: mayAddRules && itemCount > 0 && !state.has_synonym,
      text: t('Add your first synonym'),
      details: t('Customers say “fridge”, your catalogue “refrigerator”: add a synonym.'),
      to: linkTo('/search-settings/synonyms', { edit: 'new' }),
    },
    {
      key: 'curation',
      isDue: mayAddRules && itemCount > 0 && !state.has_curation,
      text: t('Add your first curation'),
      details: t('Choose which items come first for an important query.'),
      to: linkTo('/search-settings/curations/edit', { id: 'new' }),
    },
    {
      key: 'visitors',
      isDue: isAsked && context?.are_visitors_made_up === false,
      text: t('Preview visitor figures'),
      action: <OfferMadeUpVisitors areMadeUp={false} />,
    },
  ];
  return work.flatMap(({ isDue, ...one }) => (isDue ? [{ ...one, kind: 'beginning' }] : []));
}
