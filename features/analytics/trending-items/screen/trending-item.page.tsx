import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Database, Pin, Target } from 'lucide-react';
import { asCallError } from '#ui/calls/call-error.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { Page } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { LoadError } from '#ui/page/states.tsx';
import { AllowedButton } from '#ui/page/allowed-button.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { Answer, FiguresSkeleton } from '#features/analytics/statistics/screen/answer.panel.tsx';
import { itemsPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import { StatisticsChart } from '#features/analytics/statistics/screen/statistics-chart.panel.tsx';
import { useStatistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { StatsFilters } from '#features/analytics/statistics/screen/stats-filters.panel.tsx';
import { Tracked } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { ItemHead } from './item-head.tsx';
import { ItemQueries } from './item-queries.tsx';
import { PromoteDialog } from './promote-dialog.tsx';
import { readTrendingItem, type TrendingItemDetail } from '#features/analytics/trending-items/trending-items.contract.ts';
import { watchLink } from './watch-item.tsx';
import { Figure, Figures } from '#ui/charts/figure.tsx';
import { formats } from '#ui/text/format.ts';
import { clickRate } from './click-rate.ts';

const countedNames = ['shown', 'clicks', 'purchases'] as const;
type Counted = (typeof countedNames)[number];
const isCounted = (text: string): text is Counted => (countedNames as readonly string[]).includes(text);

/** `?id=7&c=1` */
export default function TrendingItemPage() {
  const [{ id = '', c }] = useAddress();
  const collectionId = Number(c);
  if (id === '' || !Number.isInteger(collectionId) || collectionId < 1) return <Navigate to={itemsPath} replace />;
  return <Item key={`${c} ${id}`} id={id} c={collectionId} />;
}

function Item({ id, c }: { readonly id: string; readonly c: number }) {
  const [{ counted: asked = '' }, change] = useAddress();
  const counted = isCounted(asked) ? asked : 'clicks';
  const statistics = useStatistics({ isOfEvents: true });
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    followingQuery(readTrendingItem, { ...statistics.filter, id, c, counted }),
  );
  const refusal = useRefusal('search');
  const gone = data?.is_there === false ? t('No longer in the catalogue.') : undefined;
  const words = { shown: t('Shown'), clicks: t('Clicks'), purchases: t('Purchases') };
  const name = typeof data?.item['name'] === 'string' ? data.item['name'] : id;
  return (
    <Page
      parent={{ title: t('Trending items'), link: statistics.to(itemsPath) }}
      title={name}
      secondary={
        <>
          {data?.is_there !== false && (
            <>
              <AllowedButton needs="developer" to={linkTo('/developer/documents', { c, item: id })} icon={Database}>
                {t('Documents')}
              </AllowedButton>
              <AllowedButton needs="developer" to={watchLink(id, c, data?.queries ?? [])} icon={Target}>
                {t('Add check item')}
              </AllowedButton>
            </>
          )}
        </>
      }
      primary={
        <Button
          leftSection={<Pin size={16} aria-hidden />}
          {...((gone ?? refusal) !== undefined && { 'aria-disabled': true, 'data-disabled': true, title: gone ?? refusal })}
          onClick={() => (gone ?? refusal) === undefined && change({ promote: id, of: c })}
        >
          {t('Promote for a query…')}
        </Button>
      }
      toolbar={<StatsFilters of={statistics} />}
    >
      <Stack gap={24}>
        {data && <ItemHead id={id} c={c} data={data} />}
        <Tracked of={statistics}>
          {error && <LoadError error={asCallError(error)} retry={() => void refetch()} />}
          {!data && !error && <FiguresSkeleton />}
          {data && (
            <Answer isOther={isPlaceholderData} isFetching={isFetching}>
              <ItemFigures data={data} isCompared={statistics.isCompared} />
              <Panel
                title={t('By day')}
                actions={
                  <SegmentedControl
                    size="xs"
                    aria-label={t('What the chart shows')}
                    data={countedNames.map((value) => ({ value, label: words[value] }))}
                    value={counted}
                    onChange={(next) => change({ counted: next === 'clicks' ? undefined : next }, { isReplacing: true })}
                  />
                }
              >
                <StatisticsChart
                  of={statistics}
                  label={t('{name} by day', { name: words[counted] })}
                  series={[
                    {
                      name: counted,
                      label: words[counted],
                      look: 'main',
                      data: data.timeline.map(({ y }) => y),
                    },
                  ]}
                  previous={data.previous_timeline.map(({ y }) => y)}
                />
              </Panel>
              <Panel title={t('Queries that lead here')}>
                {data.queries.length === 0 ? (
                  <Text size="sm" c="dimmed">
                    {t('No click on it came from a query in this period.')}
                  </Text>
                ) : (
                  <ItemQueries id={id} c={c} data={data} of={statistics} />
                )}
              </Panel>
            </Answer>
          )}
        </Tracked>
      </Stack>
      <PromoteDialog filter={statistics.filter} />
    </Page>
  );
}

interface ItemFiguresProps {
  readonly data: TrendingItemDetail;
  readonly isCompared: boolean;
}

function ItemFigures({ data: { totals, compared }, isCompared }: ItemFiguresProps) {
  const rate = clickRate(totals);
  const figure = (name: keyof typeof totals, label: string, unit?: string) => {
    const value = totals[name];
    return (
      <Figure
        label={label}
        value={value === null ? null : formats.number(value)}
        {...(unit !== undefined && { unit })}
        {...(isCompared && compared && { change: { now: compared.now[name], before: compared.before[name] } })}
      />
    );
  };
  return (
    <Figures>
      {figure('shown', t('Shown'))}
      {figure('clicks', t('Clicks'), rate === null ? undefined : t('{share} of shown', { share: formats.percent(rate) }))}
      {figure('carts', t('Added to cart'))}
      {figure('purchases', t('Purchases'))}
    </Figures>
  );
}
