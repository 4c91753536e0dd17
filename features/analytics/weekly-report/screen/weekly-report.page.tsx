import { Anchor, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { addDays, mondayOf } from '#contract/days.ts';
import { Figure, Figures } from '#ui/charts/figure.tsx';
import { followingQuery } from '#ui/calls/queries.ts';
import { PlainTable } from '#ui/list/table.tsx';
import { Page } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { Empty } from '#ui/page/states.tsx';
import { type Address, linkTo, type LinkTarget, type ScreenPath, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Answered } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { FixProblemDrawer, useFixAction } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { changeColumns, countColumn, useQueryColumn } from '#features/analytics/statistics/screen/columns.panel.tsx';
import {
  queryPath,
  releasesPath,
  trendsPath,
  withoutResultsPath,
} from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { type Compared, readWeeklyReport, type WeekFigures } from '#features/analytics/weekly-report/weekly-report.contract.ts';

const weekText = (monday: string): string => formats.days(monday, addDays(monday, 6));

/** The mail of Mondays as a screen. */
export default function WeeklyReportPage() {
  const [{ day }, change] = useAddress();
  const asked = useQuery(followingQuery(readWeeklyReport, { day }));
  const { data } = asked;
  return (
    <Page
      title={t('Weekly report')}
      purpose={t('The week’s searches, and what to fix first.')}
      secondary={
        <Anchor component={Link} {...linkTo('/profile')} hash="e-mails" size="sm">
          {t('Get it by e-mail on Mondays')}
        </Anchor>
      }
      toolbar={
        data !== undefined &&
        data.mondays.length > 0 && (
          <NativeSelect
            aria-label={t('Week')}
            data={[...new Set([...data.mondays, mondayOf(data.start)])].map((value) => ({ value, label: weekText(value) }))}
            value={data.start}
            onChange={({ currentTarget: { value } }) => change({ day: value })}
          />
        )
      }
    >
      <Answered query={asked}>
        {({ report, currency }) =>
          report === null ? (
            <Empty
              icon={CalendarDays}
              title={t('No searches in this week.')}
              text={t('The first report comes after a whole week.')}
            />
          ) : (
            <Report of={report} currency={currency} />
          )
        }
      </Answered>
    </Page>
  );
}

interface ReportProps {
  readonly of: WeekFigures;
  readonly currency: string | null;
}

function Report({ of, currency }: ReportProps) {
  const range = { range: '', startDate: of.start, endDate: of.end };
  const to = (path: ScreenPath, more: Address = {}): LinkTarget => linkTo(path, { ...range, ...more });
  const queryColumn = useQueryColumn<{ readonly query: string }>(false);
  const fix = useFixAction();
  const days = {
    filter: { start: of.start, end: of.end, language: '', result_object: 'search' },
    range: { from: of.start, to: of.end },
  } as const;
  const counted = [queryColumn, countColumn('count', t('Searches'))] as const;
  return (
    <Stack gap={16}>
      <WeekSums of={of} currency={currency} to={to} />
      {of.to_fix.length > 0 && (
        <Panel title={t('Fix first')}>
          <PlainTable
            label={t('Fix first')}
            rows={of.to_fix}
            columns={[
              ...counted,
              {
                name: 'why',
                title: t('Problem'),
                cell: ({ why }) => <span style={{ whiteSpace: 'nowrap' }}>{problemText(why)}</span>,
              },
            ]}
            keyOf={({ query, why }) => `${why} ${query}`}
            opens={({ query, why }) => (why === 'found nothing' ? { fix: query } : to(queryPath, { q: query }))}
            actions={({ query, why }) => (why === 'found nothing' ? fix(query) : [])}
          />
        </Panel>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={16} style={{ alignItems: 'start' }}>
        <Panel title={t('Top queries')}>
          <PlainTable
            label={t('Top queries')}
            rows={of.top}
            columns={counted}
            keyOf={({ query }) => query}
            opens={({ query: q }) => to(queryPath, { q })}
          />
        </Panel>
        {of.rising.length > 0 && (
          <Panel title={t('Rising queries')}>
            <PlainTable
              label={t('Rising queries')}
              rows={of.rising}
              columns={[
                ...counted,
                countColumn('previous_count', t('Week before')),
                ...changeColumns<WeekFigures['rising'][number]>(
                  { isCompared: true },
                  (row) => [row.count, row.previous_count],
                  false,
                ),
              ]}
              keyOf={({ query }) => query}
              opens={({ query: q }) => to(queryPath, { q })}
            />
          </Panel>
        )}
        {of.unfound.length > 0 && (
          <Panel title={t('Top queries without results')}>
            <PlainTable
              label={t('Top queries without results')}
              rows={of.unfound}
              columns={counted}
              keyOf={({ query }) => query}
              opens={({ query }) => ({ fix: query })}
              actions={({ query }) => fix(query)}
            />
          </Panel>
        )}
        {of.releases.length > 0 && <Releases of={of} />}
      </SimpleGrid>
      <FixProblemDrawer of={days} />
    </Stack>
  );
}

const problemText = (why: WeekFigures['to_fix'][number]['why']): string =>
  why === 'found nothing' ? t('Without results') : t('Without clicks');

function WeekSums({ of, currency, to }: ReportProps & { readonly to: (path: ScreenPath) => LinkTarget }) {
  const { searches, without_results: unfound, clicked, turnover, order } = of;
  return (
    <Figures>
      <Figure label={t('Searches')} value={searches.now} change={searches} to={to(trendsPath)} />
      <ShareFigure label={t('Without results')} part={unfound} all={searches} to={to(withoutResultsPath)} />
      {clicked !== null && <ShareFigure label={t('With a click')} part={clicked} all={searches} />}
      {turnover !== null && (
        <Figure
          label={t('Turnover')}
          value={currency === null ? turnover.now : formats.money(turnover.now, currency)}
          change={turnover}
        />
      )}
      {order !== null && (
        <Figure label={t('Ranking quality')} value={formats.percent(order.now)} unit={beforeText(order.before)} />
      )}
    </Figures>
  );
}

const beforeText = (share: number | null) => share !== null && t('{share} the week before', { share: formats.percent(share) });

interface ShareFigureProps {
  readonly label: string;
  readonly part: Compared;
  readonly all: Compared;
  readonly to?: LinkTarget;
}

const ShareFigure = ({ label, part, all, to }: ShareFigureProps) => (
  <Figure
    label={label}
    value={formats.percent(part.now / all.now)}
    unit={beforeText(part.before !== null && all.before ? part.before / all.before : null)}
    to={to}
  />
);

function Releases({ of: { releases, release_count: count } }: { readonly of: WeekFigures }) {
  return (
    <Panel title={t('What was changed')}>
      <PlainTable
        label={t('What was changed')}
        rows={releases}
        columns={[
          { name: 'number', title: t('Release'), cell: ({ number }) => formats.number(number) },
          { name: 'at', title: t('Time'), cell: ({ at }) => formats.moment(at) },
          { name: 'by', title: t('By'), cell: ({ by }) => by ?? t('by the server') },
          countColumn('change_count', t('Changes')),
        ]}
        keyOf={({ number }) => number}
        opens={({ number }) => linkTo(releasesPath, { release: number })}
      />
      {count > releases.length && (
        <Text size="sm" c="dimmed">
          {t('and {count} other releases', { count: count - releases.length })}
        </Text>
      )}
    </Panel>
  );
}
