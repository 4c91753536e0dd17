import { Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { followingQuery } from '#console-kit/calls/queries.ts';
import { Page } from '#console-kit/page/page.tsx';
import { LoadError } from '#console-kit/page/states.tsx';
import { t } from '#console-kit/text/i18n.ts';
import { FixProblemDrawer } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { Answer, FiguresSkeleton } from '#features/analytics/statistics/screen/answer.panel.tsx';
import { autocompleteHistoryPath, searchHistoryPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import { type Statistics, useStatistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { StatsFilters } from '#features/analytics/statistics/screen/stats-filters.panel.tsx';
import { NoSearches, Tracked } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { UbiMenu } from '#features/analytics/ubi-export/ubi-menu.panel.tsx';
import { HistoryFigures } from './history-figures.tsx';
import { readSearchHistory } from './search-history.contract.ts';
import { TopQueries } from './top-queries.tsx';
import type { OutputOf } from '#contract/endpoint.ts';
import { Panel } from '#console-kit/page/panel.tsx';
import { StatisticsChart } from '#features/analytics/statistics/screen/statistics-chart.panel.tsx';

export type HistoryOf = 'search' | 'autocomplete';

const paths: Readonly<Record<HistoryOf, string>> = { search: searchHistoryPath, autocomplete: autocompleteHistoryPath };

export function History({ resultObject }: { readonly resultObject: HistoryOf }) {
  const navigate = useNavigate();
  const statistics = useStatistics({ resultObject, isComparedAtFirst: false });
  const isSearch = resultObject === 'search';
  return (
    <Page
      title={isSearch ? t('Search history') : t('Autocomplete history')}
      purpose={isSearch ? t('All searches of the period.') : t('What visitors typed before they searched.')}
      help={<Help />}
      secondary={<UbiMenu range={statistics.range} />}
      toolbar={<StatsFilters of={statistics} />}
    >
      <Tabs
        value={resultObject}
        onChange={(name) => name !== null && name !== resultObject && void navigate(statistics.to(paths[name as HistoryOf]))}
      >
        <Tabs.List mb={16}>
          <Tabs.Tab value="search">{t('Search')}</Tabs.Tab>
          <Tabs.Tab value="autocomplete">{t('Autocomplete')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={resultObject}>
          <Tracked of={statistics}>
            <Answered of={statistics} resultObject={resultObject} />
          </Tracked>
        </Tabs.Panel>
        {/* A tab names the panel that it shows, also while the other one is shown. */}
        <Tabs.Panel value={isSearch ? 'autocomplete' : 'search'}>{null}</Tabs.Panel>
      </Tabs>
      <FixProblemDrawer of={statistics} />
    </Page>
  );
}

function Answered({ of, resultObject }: { readonly of: Statistics; readonly resultObject: HistoryOf }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(followingQuery(readSearchHistory, of.filter));
  if (!data) return error ? <LoadError error={error} retry={() => void refetch()} /> : <FiguresSkeleton />;
  if (!data.total_queries.queries) return <NoSearches />;
  return (
    <Answer isOther={isPlaceholderData} isFetching={isFetching}>
      {error && <LoadError error={error} retry={() => void refetch()} />}
      <HistoryFigures data={data} of={of} resultObject={resultObject} />
      <HistoryChart data={data} of={of} />
      <TopQueries
        of={of}
        top={{ title: t('Top queries'), queries: data.top_queries }}
        without={{ title: t('Top queries without results'), queries: data.top_no_results }}
        hasFix={resultObject === 'search'}
      />
    </Answer>
  );
}

function Help() {
  return (
    <>
      <Text size="sm">
        {t('A visitor who types on within two seconds is still typing: that counts as autocomplete, not as a search.')}
      </Text>
      <Text size="sm">{t('Unique users are distinct visitors of the whole period: who comes on two days counts once.')}</Text>
      <Text size="sm">{t('Bots and people who are signed in to this console do not count.')}</Text>
    </>
  );
}

interface HistoryChartProps {
  readonly data: OutputOf<typeof readSearchHistory>;
  readonly of: Statistics;
}

function HistoryChart({ data: { total_queries: all, total_no_results: unfound }, of }: HistoryChartProps) {
  return (
    <Panel title={t('Searches by day')}>
      <StatisticsChart
        of={of}
        label={t('Searches by day')}
        series={[
          { name: 'all', label: t('Searches'), look: 'main', data: all.timeline.data },
          { name: 'unfound', label: t('Without results'), look: 'problem', data: unfound.timeline.data },
        ]}
        previous={all.previous_timeline.data}
      />
    </Panel>
  );
}
