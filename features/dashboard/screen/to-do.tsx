import { Text, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ChevronRight, CircleAlert, CircleDashed, Clock, Lightbulb, MailOpen, SearchX } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { query } from '#ui/calls/queries.ts';
import { Panel } from '#ui/page/panel.tsx';
import { msg, t, type Translate } from '#ui/text/i18n.ts';
import { InvitationAnswer } from '#features/access-management/invitations/screen/invitation-notices.panel.tsx';
import { listMyInvitations } from '#features/access-management/invitations/invitations.contract.ts';
import type { FeedState, ProjectState } from '#features/dashboard/dashboard.contract.ts';
import classes from './to-do.module.css';
import { useAllowed } from '#ui/state/session.ts';
import { linkTo, type LinkTarget } from '#ui/state/address.ts';
import { countAlerts } from '#features/developer/check-items/check-items.contract.ts';
import { askEveryMs } from './asking.ts';
import { OfferMadeUpVisitors } from '#features/analytics/made-up-visitors/screen/made-up-visitors.panel.tsx';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { useDetailedText } from '#ui/text/refusal.ts';
import { formats } from '#ui/text/format.ts';
import { countOpenQueries } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { withoutResultsPath } from '#features/analytics/statistics/screen/columns.panel.tsx';
import { importFailures } from '#features/data/imports/imports.contract.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { readWaiting, type WaitingRow } from '#features/search-settings/releases/releases.contract.ts';
import { RegenerationGate, useRegenerate } from '#features/search-settings/releases/screen/waiting.panel.tsx';

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
        {details !== undefined && <span className={classes.details}>{details}</span>}
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

/** Published together, by the boost manager. */
const boostSources: readonly string[] = ['boosts', 'boost-settings'];

const releasesPath = '/search-settings/releases';

interface RuleWork {
  readonly work: readonly Work[];
  /** Confirmation dialog; render it. */
  readonly gate: ReactNode;
}

function useRuleWork(): RuleWork {
  const maySee = useAllowed(readWaiting.needs);
  const regenerate = useRegenerate();
  const block = useSavingBlock();
  const { data } = useQuery({ ...query(readWaiting, {}), enabled: maySee, refetchInterval: askEveryMs });
  if (!maySee || !data) return { work: [], gate: null };
  const at = (step: WaitingRow['goes_live']) => data.rows.filter(({ goes_live: moment }) => moment === step);
  const [midnight, publish, update] = [at('atMidnight').length, at('onPublish'), at('onUpdate').length];
  const work: Work[] = [];
  if (midnight > 0)
    work.push({
      key: 'midnight',
      kind: 'waiting',
      text: t('{count} changes wait for midnight', { count: midnight }),
      to: linkTo(releasesPath, { waiting: 1 }),
      action: (
        <Button
          size="xs"
          variant="default"
          disabled={block !== undefined}
          title={block ?? t('Apply now instead of at midnight.')}
          onClick={regenerate}
        >
          {t('Regenerate')}
        </Button>
      ),
    });
  work.push(...boostDrafts(t, publish));
  if (update > 0)
    work.push({
      key: 'update',
      kind: 'waiting',
      text: t('{count} changes wait until a collection is updated', { count: update }),
      to: linkTo(releasesPath),
    });
  return { work, gate: <RegenerationGate /> };
}

function boostDrafts(t: Translate, rows: readonly WaitingRow[]): Work[] {
  const boosts = rows.filter(({ source }) => boostSources.includes(source));
  const collections = [...new Set(boosts.map(({ collection_id: id }) => id))];
  const [first = null] = collections;
  if (boosts.length === 0) return [];
  const to = linkTo('/search-settings/boost-manager', first === null ? {} : { c: first });
  return [{ key: 'boosts', kind: 'waiting', text: t('A draft of boosts is not published'), to }];
}

/** Worst first. */
const words = [
  { state: 'failed', text: msg('Import failed: {feed}') },
  { state: 'needTagName', text: msg('Import needs your choice: {feed}') },
  { state: 'onHold', text: msg('Import on hold: {feed}') },
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
      details: t('Customers say “fridge”, your catalogue “refrigerator”: add a synonym.'),
      to: linkTo('/search-settings/synonyms', { edit: 'new' }),
    });
  if (mayAddRules && itemCount > 0 && !state.has_curation)
    work.push({
      key: 'curation',
      kind: 'beginning',
      text: t('Add your first curation'),
      details: t('Choose which items come first for an important query.'),
      to: linkTo('/search-settings/curations/edit', { id: 'new' }),
    });
  if (canMakeUpVisitors && itemCount > 0)
    work.push({
      key: 'visitors',
      kind: 'beginning',
      text: t('Preview visitor figures'),
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
