import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Pin, ScanSearch, Wrench } from 'lucide-react';
import { followingQuery } from '#console-kit/calls/queries.ts';
import { useCollection } from '#console-kit/collection/collection.ts';
import { Page } from '#console-kit/page/page.tsx';
import { LoadError } from '#console-kit/page/states.tsx';
import { AllowedButton } from '#console-kit/session/allowed-button.tsx';
import { linkTo, useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { FixProblemDrawer } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { Answer, FiguresSkeleton } from '#features/analytics/statistics/screen/answer.panel.tsx';
import { curationPath, testerPath, trendsPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import { shortQuery } from '#features/analytics/statistics/screen/query-text.panel.tsx';
import { useStatistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { StatsFilters } from '#features/analytics/statistics/screen/stats-filters.panel.tsx';
import { Tracked } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import { QueryNow } from './query-now.tsx';
import { QueryStatistics } from './query-statistics.tsx';
import { RelatedQueries } from './related-queries.tsx';
import { readSearchTrend } from '#features/analytics/search-trends/search-trends.contract.ts';

/** One query, whole: `?q=kettle`. */
export default function QueryPage() {
  const [{ q = '' }] = useAddress();
  if (q.trim() === '') return <Navigate to={trendsPath} replace />;
  return <Query key={q} q={q} />;
}

function Query({ q }: { readonly q: string }) {
  const [, change] = useAddress();
  const statistics = useStatistics();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    followingQuery(readSearchTrend, { ...statistics.filter, q }),
  );
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
          {error && <LoadError error={error} retry={() => void refetch()} />}
          {!data && !error && <FiguresSkeleton />}
          {data && (
            <Answer isOther={isPlaceholderData} isFetching={isFetching}>
              <QueryStatistics q={q} data={data} of={statistics} />
            </Answer>
          )}
        </Tracked>
        {isMasked(q) ? (
          <Text size="sm">{t('Something personal was taken out of this query, so no rule can be for it.')}</Text>
        ) : (
          <QueryNow q={q} clicks={data?.clicked_items} />
        )}
        {data && <RelatedQueries data={data} of={statistics} />}
      </Stack>
      <FixProblemDrawer of={statistics} />
    </Page>
  );
}
