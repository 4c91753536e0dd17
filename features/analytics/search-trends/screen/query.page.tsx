import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Pin, ScanSearch, Wrench } from 'lucide-react';
import { followingQuery } from '#ui/calls/queries.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { Page } from '#ui/page/page.tsx';
import { LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { AllowedButton, AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { FixProblemDrawer } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { Answered, Tracked } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { curationPath, testerPath, trendsPath, shortQuery } from '#features/analytics/statistics/screen/columns.panel.tsx';
import { useStatistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { StatsFilters } from '#features/analytics/statistics/screen/stats-filters.panel.tsx';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import { QueryStatistics, RelatedQueries } from './query-statistics.tsx';
import {
  readSearchTrend,
  type SearchTrendDetail,
  readQueryNow,
} from '#features/analytics/search-trends/search-trends.contract.ts';
import { FixitsOfQuery } from '#features/search-settings/fixit/screen/fixits-of-query.panel.tsx';
import classes from './search-trends.module.css';
import type { OutputOf } from '#contract/endpoint.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { formats } from '#ui/text/format.ts';
import { kindOf, rowName, screenOf } from '#ui/releases/released-kind.ts';
import { useReleasedKinds } from '#ui/releases/released-kinds.tsx';

interface QueryNowProps {
  readonly q: string;
  readonly clicks: SearchTrendDetail['clicked_items'] | undefined;
}

const replacing = 'fixits';

function QueryNow({ q, clicks }: QueryNowProps) {
  const c = useCollection()?.id;
  const { data, error, refetch } = useQuery({ ...followingQuery(readQueryNow, { q, c: c ?? 0 }), enabled: c !== undefined });
  const acting = data?.rules.find(({ source }) => source === replacing)?.id;
  return (
    <div className={classes.now}>
      <div className={classes.rules}>
        <FixitsOfQuery query={q} actingId={acting} refreshes={[readQueryNow]} />
        <QueryRules collectionId={c} rules={data?.rules.filter(({ source }) => source !== replacing)} />
      </div>
      <QueryResults q={q} collectionId={c} answer={data} error={error} retry={() => void refetch()} clicks={clicks} />
    </div>
  );
}

/** `?q=kettle` */
export default function QueryPage() {
  const [{ q = '' }] = useAddress();
  if (q.trim() === '') return <Navigate to={trendsPath} replace />;
  return <Query key={q} q={q} />;
}

function Query({ q }: { readonly q: string }) {
  const [, change] = useAddress();
  const statistics = useStatistics();
  const asked = useQuery(followingQuery(readSearchTrend, { ...statistics.filter, q }));
  const { data } = asked;
  const c = useCollection()?.id;
  const here = { q, ...(c !== undefined && { c }) };
  return (
    <Page
      parent={{ title: t('Search trends'), link: statistics.to(trendsPath) }}
      title={t('“{query}”', { query: shortQuery(q) })}
      titleInFull={q}
      secondary={
        <>
          {!isMasked(q) && (
            <AllowedButton needs="developer" to={linkTo(testerPath, here)} icon={ScanSearch}>
              {t('Try in Query tester')}
            </AllowedButton>
          )}
        </>
      }
      primary={
        isMasked(q) ? undefined : data?.item_count === 0 ? (
          <Button leftSection={<Wrench size={16} aria-hidden />} onClick={() => change({ fix: q })}>
            {t('Fix this problem')}
          </Button>
        ) : (
          <AllowedButton needs="search" to={linkTo(curationPath, { id: 'new', query: q })} icon={Pin} isPrimary>
            {t('Add curation')}
          </AllowedButton>
        )
      }
      toolbar={<StatsFilters of={statistics} />}
    >
      <Stack gap={24}>
        <Tracked of={statistics}>
          <Answered query={asked}>{(known) => <QueryStatistics q={q} data={known} of={statistics} />}</Answered>
        </Tracked>
        {isMasked(q) ? (
          <Text size="sm">{t('This query contains personal data, so it can’t have rules.')}</Text>
        ) : (
          <QueryNow q={q} clicks={data?.clicked_items} />
        )}
        {data && <RelatedQueries data={data} of={statistics} />}
      </Stack>
      <FixProblemDrawer of={statistics} />
    </Page>
  );
}

interface QueryResultsProps {
  readonly q: string;
  readonly collectionId: number | undefined;
  readonly answer: OutputOf<typeof readQueryNow> | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly clicks: SearchTrendDetail['clicked_items'] | undefined;
}

function QueryResults({ q, collectionId: c, answer, error, retry, clicks = [] }: QueryResultsProps) {
  const clicksOf = new Map(clicks.map(({ item_id: id, clicks: count }) => [id, count]));
  const text =
    answer &&
    `${t('{count} results', { count: answer.total_count })} · ${t('{time} ms', { time: formats.number(Math.round(answer.took)) })}`;
  return (
    <Panel title={t('Results now')} {...(text !== undefined && { text })}>
      {!answer && error != null && <LoadError error={error} retry={retry} />}
      {!answer && error == null && c !== undefined && <RowSkeletons count={5} />}
      {answer?.redirect != null && (
        <Text size="sm">{t('The shop redirects visitors to {address}.', { address: answer.redirect })}</Text>
      )}
      {answer?.items.length === 0 && answer.redirect === null && (
        <Text size="sm" c="dimmed">
          {t('It finds nothing now.')}
        </Text>
      )}
      {answer && answer.items.length > 0 && (
        <ol className={classes.results}>
          {answer.items.map((item, at) => (
            <li key={item.id}>
              <span className={classes.place}>{formats.number(at + 1)}</span>
              <ItemCell item={shownItemOf(item)} isNarrow />
              {clicksOf.has(item.id) && (
                <span className={classes.clicks}>{t('{count} clicks', { count: clicksOf.get(item.id) ?? 0 })}</span>
              )}
            </li>
          ))}
        </ol>
      )}
      {answer && (
        <AllowedLink needs="developer" to={linkTo(testerPath, { q, ...(c !== undefined && { c }) })}>
          {t('All results')}
        </AllowedLink>
      )}
    </Panel>
  );
}

interface QueryRulesProps {
  readonly collectionId: number | undefined;
  readonly rules: OutputOf<typeof readQueryNow>['rules'] | undefined;
}

function QueryRules({ collectionId: c, rules }: QueryRulesProps) {
  const kinds = useReleasedKinds();
  return (
    <Panel title={t('Rules that act on it')}>
      {!rules && c !== undefined && <RowSkeletons count={2} />}
      {rules?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No rule acts on it.')}
        </Text>
      )}
      {rules && rules.length > 0 && (
        <ul className={classes.list}>
          {rules.map((rule) => {
            const kind = kindOf(kinds, rule.source);
            const row = { ...rule, collection_id: c ?? null };
            return (
              <li key={`${rule.source} ${rule.id}`}>
                <Text span size="sm" c="dimmed">
                  {kind.title(t)}
                </Text>
                <AllowedLink needs={kind.screen.needs} to={screenOf(kind, row)}>
                  {rowName(t, kind, row)}
                </AllowedLink>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
