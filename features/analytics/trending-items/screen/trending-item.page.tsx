import { Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Database, ExternalLink, ArrowUpToLine, Target, CircleQuestionMark } from 'lucide-react';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { followingQuery, query } from '#ui/calls/queries.ts';
import { Picture, Price, shownItemOf, Stock } from '#ui/item/item-cell.tsx';
import { Status } from '#ui/page/status.tsx';
import { t } from '#ui/text/i18n.ts';
import { readItem } from '#features/general/quick-search/quick-search.contract.ts';
import {
  clickRate,
  readTrendingItem,
  type TrendingItemDetail,
} from '#features/analytics/trending-items/trending-items.contract.ts';
import { Page } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { AllowedButton } from '#ui/page/allowed-button.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { Answered, Tracked } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import {
  tooLongToCurate,
  countColumn,
  turnoverColumns,
  useQueryColumn,
} from '#features/analytics/statistics/screen/columns.panel.tsx';
import { StatisticsChart } from '#features/analytics/statistics/screen/statistics-chart.panel.tsx';
import {
  useStatistics,
  type Statistics,
  changeOf,
  itemsPath,
  curationPath,
  queryPath,
  testerPath,
  moneyText,
} from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { turnoverTitle } from '#features/analytics/statistics/screen/turnover.panel.tsx';
import { StatsFilters } from '#features/analytics/statistics/screen/stats-filters.panel.tsx';
import { PromoteDialog, watchLink } from './promote-dialog.tsx';
import { Figure, Figures } from '#ui/charts/figure.tsx';
import { formats } from '#ui/text/format.ts';
import { useShortRows } from '#ui/list/list.ts';
import { Table } from '#ui/list/table.tsx';

interface ItemQueriesProps {
  readonly id: string;
  readonly c: number;
  readonly data: TrendingItemDetail;
  readonly of: Statistics;
}

const beyondAll = Number.MAX_SAFE_INTEGER;

function ItemQueries({ id, c, data: { queries, is_there: isThere }, of }: ItemQueriesProps) {
  const navigate = useNavigate();
  const queryColumn = useQueryColumn<TrendingItemDetail['queries'][number]>();
  const [noPreview, noDeveloper] = [useRefusal('preview'), useRefusal('developer')];
  const noCuration = useRefusal('search');
  const gone = isThere === false ? t('No longer in the catalogue') : undefined;
  const list = useShortRows(
    { data: queries, error: null, isFetching: false, refetch: () => Promise.resolve() },
    {
      query: ({ query }) => query,
      searches: ({ searches }) => searches,
      position_now: ({ position_now: place }) => place ?? beyondAll,
      mean_position: ({ mean_position: place }) => place ?? beyondAll,
      clicks: ({ clicks }) => clicks,
      turnover: ({ turnover }) => turnover,
    },
  );
  const place = (position: number | null, why: string) =>
    position === null ? <span title={why}>–</span> : formats.number(Math.round(position * 10) / 10);
  return (
    <Table
      label={t('Queries that lead here')}
      list={list}
      columns={[
        queryColumn,
        countColumn('searches', t('Searches'), { isSortable: true }),
        {
          name: 'position_now',
          title: t('Place now'),
          cell: ({ position_now: now }) => place(now, t('Not among the first results')),
          isSortable: true,
          isNumber: true,
        },
        {
          name: 'mean_position',
          title: t('average place clicked'),
          cell: ({ mean_position: mean }) => place(mean, t('not tracked')),
          isSortable: true,
          isNumber: true,
        },
        countColumn('clicks', t('Clicks'), { isSortable: true }),
        ...turnoverColumns<TrendingItemDetail['queries'][number]>(of, 'turnover'),
      ]}
      keyOf={({ query }) => query}
      opens={({ query: q }) => of.to(queryPath, { q })}
      actions={({ query: q }) => [
        {
          label: t('Why is it here?'),
          icon: CircleQuestionMark,
          run: () => void navigate(linkTo(testerPath, { c, q, why: id })),
          disabledReason: gone ?? noPreview,
        },
        {
          label: t('Promote'),
          icon: ArrowUpToLine,
          run: () => void navigate(linkTo(curationPath, { id: 'new', query: q, promote: id, c })),
          disabledReason: gone ?? noCuration ?? tooLongToCurate(q),
        },
        {
          label: t('Add check item'),
          icon: Target,
          run: () => void navigate(watchLink(id, c, [{ query: q }])),
          disabledReason: gone ?? noDeveloper,
        },
      ]}
      empty={null}
    />
  );
}

const countedNames = ['shown', 'clicks', 'purchases', 'turnover'] as const;
type Counted = (typeof countedNames)[number];
const isCounted = (text: string): text is Counted => (countedNames as readonly string[]).includes(text);

/** `?id=7&c=1` */
export default function TrendingItemPage() {
  const [{ id = '', c }] = useAddress<'/analytics/trending-item'>();
  if (id === '' || c === undefined) return <Navigate to={itemsPath} replace />;
  return <Item key={`${c} ${id}`} id={id} c={c} />;
}

function Item({ id, c }: { readonly id: string; readonly c: number }) {
  const [{ counted: said = '' }, change] = useAddress();
  const counted = isCounted(said) ? said : 'clicks';
  const statistics = useStatistics({ isOfEvents: true });
  const asked = useQuery(followingQuery(readTrendingItem, { ...statistics.filter, id, c, counted }));
  const { data } = asked;
  const isSold = statistics.context !== undefined && statistics.context.sold_since.sales !== null;
  const refusal = useRefusal('search');
  const gone = data?.is_there === false ? t('No longer in the catalogue') : undefined;
  const words = { shown: t('Shown'), clicks: t('Clicks'), purchases: t('Purchases'), turnover: turnoverTitle(statistics) };
  const name = typeof data?.item['name'] === 'string' ? data.item['name'] : id;
  return (
    <Page
      parent={{ title: t('Trending items'), link: statistics.to(itemsPath) }}
      title={name}
      secondary={
        <>
          {data?.is_there !== false && (
            <>
              <AllowedButton needs="preview" to={linkTo('/developer/documents', { c, item: id })} icon={Database}>
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
          leftSection={<ArrowUpToLine size={16} aria-hidden />}
          {...((gone ?? refusal) !== undefined && { 'aria-disabled': true, 'data-disabled': true, title: gone ?? refusal })}
          onClick={() => (gone ?? refusal) === undefined && change({ promote: id, of: c })}
        >
          {t('Promote for a query')}
        </Button>
      }
      toolbar={<StatsFilters of={statistics} />}
    >
      <Stack gap={24}>
        {data && <ItemHead id={id} c={c} data={data} />}
        <Tracked of={statistics}>
          <Answered query={asked}>
            {(known) => (
              <>
                <ItemFigures data={known} of={statistics} />
                <Panel
                  title={t('By day')}
                  actions={
                    <SegmentedControl
                      size="xs"
                      aria-label={t('What the chart shows')}
                      data={countedNames
                        .filter((name) => name !== 'turnover' || isSold)
                        .map((value) => ({ value, label: words[value] }))}
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
                        data: known.timeline.map(({ y }) => y),
                      },
                    ]}
                    previous={known.previous_timeline.map(({ y }) => y)}
                  />
                </Panel>
                <Panel title={t('Queries that lead here')}>
                  {known.queries.length === 0 ? (
                    <Text size="sm" c="dimmed">
                      {t('No click on it came from a query in this period.')}
                    </Text>
                  ) : (
                    <ItemQueries id={id} c={c} data={known} of={statistics} />
                  )}
                </Panel>
              </>
            )}
          </Answered>
        </Tracked>
      </Stack>
      <PromoteDialog filter={statistics.filter} />
    </Page>
  );
}

function ItemFigures({ data: { totals, compared }, of }: { readonly data: TrendingItemDetail; readonly of: Statistics }) {
  const rate = clickRate(totals);
  const figure = (name: keyof typeof totals, label: string, unit?: string) => (
    <Figure label={label} value={totals[name]} unit={unit} {...changeOf(of, compared, name)} />
  );
  return (
    <Figures>
      {figure('shown', t('Shown'))}
      {figure('clicks', t('Clicks'), rate === null ? undefined : t('{share} of shown', { share: formats.percent(rate) }))}
      {figure('carts', t('Added to cart'))}
      {figure('purchases', t('Purchases'))}
      {of.context?.sold_since.sales != null && (
        <Figure
          label={t('Turnover')}
          value={totals.turnover === null ? null : moneyText(totals.turnover, of)}
          {...changeOf(of, compared, 'turnover')}
        />
      )}
    </Figures>
  );
}

interface ItemHeadProps {
  readonly id: string;
  readonly c: number;
  readonly data: Pick<TrendingItemDetail, 'item' | 'is_there'>;
}

const picturePx = 56;

function ItemHead({ id, c, data: { item, is_there: isThere } }: ItemHeadProps) {
  const { data } = useQuery({ ...query(readItem, { c, id }), enabled: isThere === true });
  const { image, brand, category, price, currency, availability } = shownItemOf(item);
  const address = typeof data?.['url'] === 'string' && /^https?:\/\//i.test(data['url']) ? data['url'] : undefined;
  return (
    <Group gap={16}>
      <Picture address={image} sizePx={picturePx} />
      <Text size="sm" c="dimmed">
        {[brand, category, id].filter(Boolean).join(' · ')}
      </Text>
      {price !== undefined && <Price value={price} currency={currency} />}
      {availability !== undefined && <Stock availability={availability} />}
      {isThere === false && <Status kind="off" label={t('No longer in the catalogue')} />}
      {isThere === null && (
        <Text size="sm" c="dimmed">
          {t('Search is down, so nothing more is known of it.')}
        </Text>
      )}
      {address !== undefined && (
        <Anchor href={address} target="_blank" rel="noopener noreferrer" size="sm">
          {t('Open in shop')} <ExternalLink size={14} aria-hidden style={{ verticalAlign: 'text-bottom' }} />
        </Anchor>
      )}
    </Group>
  );
}
