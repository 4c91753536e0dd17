import { Button, Group, Stack, Text } from '@mantine/core';
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
import { isLost, shortQuery } from '#features/analytics/statistics/screen/columns.panel.tsx';
import {
  type Statistics,
  useStatistics,
  curationPath,
  moneyText,
  testerLink,
  trendsPath,
} from '#features/analytics/statistics/screen/statistics.panel.tsx';
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

/** Figures, charts and the table of clicked items. */
const statisticsHeightPx = 660;

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
  const fix = (
    <Button leftSection={<Wrench size={16} aria-hidden />} onClick={() => change({ fix: q })}>
      {t('Fix this problem')}
    </Button>
  );
  const curate = (
    <AllowedButton needs="search" to={linkTo(curationPath, { id: 'new', query: q })} icon={Pin} isPrimary>
      {t('Add curation')}
    </AllowedButton>
  );
  return (
    <Page
      parent={{ title: t('Search trends'), link: statistics.to(trendsPath) }}
      title={t('“{query}”', { query: shortQuery(q) })}
      titleInFull={q}
      secondary={
        !isMasked(q) && (
          <AllowedButton needs="preview" to={testerLink(q, c)} icon={ScanSearch}>
            {t('Open in Query tester')}
          </AllowedButton>
        )
      }
      primary={!isMasked(q) && (data && isLost(data) ? fix : curate)}
      toolbar={<StatsFilters of={statistics} />}
    >
      <Stack gap={24}>
        <Tracked of={statistics}>
          <Answered query={asked} skeletonPx={statisticsHeightPx}>
            {(known) => <QueryStatistics q={q} data={known} of={statistics} />}
          </Answered>
        </Tracked>
        {isMasked(q) ? (
          <Text size="sm">{t('This query contains personal data, so it can’t have rules.')}</Text>
        ) : (
          <QueryNow q={q} clicks={data?.clicked_items ?? []} of={statistics} />
        )}
        {data && <RelatedQueries data={data} of={statistics} />}
      </Stack>
      <FixProblemDrawer of={statistics} />
    </Page>
  );
}

const replacing = 'fixits';

/** Rules that act on a query, and its results, as a search finds them now. */
function QueryNow({ q, ...shown }: Omit<QueryResultsProps, 'found'> & { readonly q: string }) {
  const c = useCollection()?.id;
  const { data, error, refetch } = useQuery({ ...followingQuery(readQueryNow, { q, c: c ?? 0 }), enabled: c !== undefined });
  const acting = data?.rules.find(({ source }) => source === replacing)?.id;
  const text =
    data &&
    `${t('{count} results', { count: data.total_count })} · ${t('{time} ms', { time: formats.number(Math.round(data.took)) })}`;
  const isLoading = !data && c !== undefined && !error;
  return (
    <div className={classes.now}>
      <div className={classes.rules}>
        <FixitsOfQuery query={q} actingId={acting} refreshes={[readQueryNow, readSearchTrend]} />
        <Panel title={t('Rules that act on it')}>
          {isLoading && <RowSkeletons count={2} />}
          {data && <QueryRules collectionId={c} rules={data.rules.filter(({ source }) => source !== replacing)} />}
        </Panel>
      </div>
      <Panel title={t('Results now')} {...(text !== undefined && { text })}>
        {!data && error && <LoadError error={error} retry={() => void refetch()} />}
        {isLoading && <RowSkeletons count={5} />}
        {data && <QueryResults found={data} {...shown} />}
        {data && (
          <AllowedLink needs="preview" to={testerLink(q, c)}>
            {t('All results')}
          </AllowedLink>
        )}
      </Panel>
    </div>
  );
}

type QueryNow = OutputOf<typeof readQueryNow>;

interface QueryResultsProps {
  readonly found: QueryNow;
  readonly clicks: SearchTrendDetail['clicked_items'];
  readonly of: Statistics;
}

function QueryResults({ found: { items, redirect }, clicks, of }: QueryResultsProps) {
  if (redirect !== null) return <Text size="sm">{t('This query sends customers to {address}.', { address: redirect })}</Text>;
  if (items.length === 0) return <Dimmed>{t('Finds nothing')}</Dimmed>;
  return (
    <ol className={classes.results}>
      {items.map((item, at) => {
        const clicked = clicks.find(({ item_id: id }) => id === item.id);
        return (
          <li key={item.id}>
            <span className={classes.place}>{formats.number(at + 1)}</span>
            <ItemCell item={shownItemOf(item)} isNarrow />
            {clicked && (
              <span className={classes.place}>
                {[
                  t('{count} clicks', { count: clicked.clicks }),
                  ...(clicked.turnover > 0 ? [moneyText(clicked.turnover, of)] : []),
                ].join(' · ')}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function QueryRules({
  collectionId: c,
  rules,
}: {
  readonly collectionId: number | undefined;
  readonly rules: QueryNow['rules'];
}) {
  const kinds = useReleasedKinds();
  if (rules.length === 0) return <Dimmed>{t('No rules apply to this query.')}</Dimmed>;
  return (
    <Stack component="ul" gap={8} m={0} p={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
      {rules.map((rule) => {
        const kind = kindOf(kinds, rule.source);
        const row = { ...rule, collection_id: c ?? null };
        return (
          <Group component="li" gap="0 8px" key={`${rule.source} ${rule.id}`}>
            <Dimmed>{kind.title(t)}</Dimmed>
            <AllowedLink needs={kind.screen.needs} to={screenOf(kind, row)}>
              {rowName(t, kind, row)}
            </AllowedLink>
          </Group>
        );
      })}
    </Stack>
  );
}

const Dimmed = ({ children }: { readonly children: string }) => (
  <Text span size="sm" c="dimmed">
    {children}
  </Text>
);
