import { Button, Group, Text } from '@mantine/core';
import { dayMs } from '#contract/days.ts';
import { mixedGoal } from '#contract/limits.ts';
import { call } from '#ui/calls/api.ts';
import { refreshEverything, useAction } from '#ui/calls/queries.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Chart } from '#ui/charts/chart.tsx';
import { confirm } from '#ui/dialog/confirm.tsx';
import { PlainTable } from '#ui/list/table.tsx';
import { Verdict } from '#ui/page/verdict.tsx';
import { kindOf, rowName } from '#ui/releases/released-kind.ts';
import { useReleasedKinds } from '#ui/releases/released-kinds.tsx';
import { formats } from '#ui/text/format.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import { usePublishGate } from '#features/search-settings/publish-gate/screen/publish-gate.panel.tsx';
import {
  checkVariant,
  type Experiment,
  type Goal,
  keepLive,
  type MetricFigure,
  metrics,
  publishVariant,
} from '#features/search-settings/experiments/experiments.contract.ts';

type Figures = NonNullable<Experiment['figures']>;

export const metricTexts = (t: Translate): Readonly<Record<Goal, string>> => ({
  clicked: t('Searches with a click'),
  carted: t('Searches with a cart'),
  bought: t('Searches with a purchase'),
  turnover: t('Turnover per search'),
  unfound: t('Without results'),
  preferred: t('Visitors who prefer it'),
});

export function kindText(t: Translate, { kind, release_number: number }: Pick<Experiment, 'kind' | 'release_number'>): string {
  if (kind === 'draft') return t('Saved changes that aren’t live');
  return kind === 'learning' ? t('Without learning from visitors') : t('Release {number}', { number: String(number) });
}

export const isMeasured = (figures: Experiment['figures']): figures is Figures =>
  figures !== null && figures.searches.a + figures.searches.b > 0;

/** A dash without searches. */
const figureText = (figures: Figures, metric: Goal, group: 'a' | 'b', currency: string | null): string =>
  figures.searches[group] === 0 ? '–' : inWords(metric, figures.metrics[metric]![group], currency);

const inWords = (metric: Goal, value: number, currency: string | null): string =>
  metric !== 'turnover' ? formats.percent(value) : currency === null ? formats.number(value) : formats.money(value, currency);

function between(t: Translate, metric: Goal, { low, high }: MetricFigure, currency: string | null): string {
  if (low === null || high === null) return t('too few visitors');
  if (metric === 'turnover') return `${inWords(metric, low, currency)} – ${inWords(metric, high, currency)}`;
  const [from, to] = [formats.number(low * 100), formats.number(high * 100)];
  return t('{from} to {to} points', { from, to });
}

const verdictKinds = { better: 'fine', worse: 'worse', open: 'unknown' } as const;

interface ResultProps {
  readonly test: Experiment;
  readonly currency: string | null;
  readonly releaseCount?: number;
  /** The sentence alone. */
  readonly isShort?: boolean;
}

/** The result in a sentence and, from the second day on, a chart. */
export function ExperimentResult({ test: { goal, figures }, currency, releaseCount = 0, isShort = false }: ResultProps) {
  if (!isMeasured(figures)) return <Text size="sm">{t('Not measured yet.')}</Text>;
  const figure = figures.metrics[goal]!;
  const words = {
    metric: metricTexts(t)[goal],
    a: figureText(figures, goal, 'a', currency),
    b: figureText(figures, goal, 'b', currency),
  };
  const sentences = {
    better: t('B is better. {metric}: {a} → {b}.', words),
    worse: t('B is worse. {metric}: {a} → {b}.', words),
    open:
      figure.low === null
        ? t('Too few visitors. {metric}: {a} → {b}.', words)
        : t('No clear difference. {metric}: {a} → {b}.', words),
  };
  const visitors = { a: formats.number(figures.visitors.a), b: formats.number(figures.visitors.b) };
  if (isShort) return <Text size="sm">{sentences[figure.verdict]}</Text>;
  return (
    <>
      <Verdict kind={verdictKinds[figure.verdict]} title={sentences[figure.verdict]}>
        {goal === mixedGoal
          ? t('{a} visitors chose more from A, {b} from B.', visitors)
          : t('Visitors: {a} in A, {b} in B.', visitors)}{' '}
        {figure.low !== null && t('Difference: {range}, with 95% certainty.', { range: between(t, goal, figure, currency) })}{' '}
        {releaseCount > 0 && t('{count} other releases went live since the start, in both groups.', { count: releaseCount })}
      </Verdict>
      {figures.days.length > 1 && <DayChart goal={goal} figures={figures} currency={currency} />}
    </>
  );
}

interface ChartProps {
  readonly goal: Goal;
  readonly figures: Figures;
  readonly currency: string | null;
}

function DayChart({ goal, figures: { days }, currency }: ChartProps) {
  const isShare = goal !== 'turnover';
  // The axis has integers.
  const scale = isShare ? 100 : 1;
  const label = t('{metric} since the start', { metric: metricTexts(t)[goal] });
  return (
    <Chart
      name="days"
      label={label}
      pointLabel={t('Day')}
      series={[
        { name: 'b', label: t('Group B'), look: 'main' },
        { name: 'a', label: t('Group A'), look: 'compare' },
      ]}
      say={(value) => inWords(goal, value / scale, currency)}
      points={days.map(({ day, a, b }) => ({
        // Noon UTC is the same calendar day almost everywhere.
        tick: formats.shortDay(Date.parse(day) + dayMs / 2),
        title: formats.days(day, day),
        values: { a: a * scale, b: b * scale },
      }))}
      table={
        <PlainTable
          label={label}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { name: 'day', title: t('Day'), cell: ({ day }) => formats.days(day, day) },
            { name: 'a', title: t('Group A'), cell: ({ a }) => inWords(goal, a, currency), isNumber: true },
            { name: 'b', title: t('Group B'), cell: ({ b }) => inWords(goal, b, currency), isNumber: true },
          ]}
        />
      }
    />
  );
}

interface MetricTableProps {
  readonly test: Experiment;
  readonly figures: Figures;
  readonly currency: string | null;
}

export function MetricTable({ test: { goal }, figures, currency }: MetricTableProps) {
  const rows = [goal, ...metrics.filter((metric) => metric !== goal)];
  return (
    <PlainTable
      label={t('All figures')}
      rows={rows}
      keyOf={(metric) => metric}
      columns={[
        { name: 'metric', title: t('Figure'), cell: (metric) => metricTexts(t)[metric], width: '40%' },
        { name: 'a', title: t('Group A'), cell: (metric) => figureText(figures, metric, 'a', currency), isNumber: true },
        { name: 'b', title: t('Group B'), cell: (metric) => figureText(figures, metric, 'b', currency), isNumber: true },
        {
          name: 'range',
          title: t('Difference'),
          cell: (metric) => between(t, metric, figures.metrics[metric]!, currency),
          isNumber: true,
        },
      ]}
    />
  );
}

/** Makes B live after the check, or ends a running test. */
export function PublishVariant({ c, test }: { readonly c: number; readonly test: Experiment }) {
  const { id, goal, ended_at: endedAt, figures, replaces } = test;
  const isBetter = figures?.metrics[goal]?.verdict === 'better';
  const client = useQueryClient();
  const kinds = useReleasedKinds();
  const keep = useAction(keepLive, { done: t('Ended. All visitors get live search.') });
  const refreshed = { onSettled: () => void refreshEverything(client) };
  const publish = useAction(publishVariant, {
    done: (_input, { release }) => t('B is live for all visitors, release {number}.', { number: String(release) }),
  });
  const publishB = async () => {
    const names = replaces.map((row) => rowName(t, kindOf(kinds, row.source), { ...row, collection_id: c }));
    const question = {
      title: t('Replace {count} saved changes?', { count: names.length }),
      text: t('These saved changes are lost: {names}.', { names: formats.list(names) }),
      confirmLabel: t('Make B live'),
      isDanger: true,
    };
    if (names.length === 0 || (await confirm(question))) publish.mutate({ id }, refreshed);
  };
  const gate = usePublishGate({
    name: `test-${id}`,
    collectionId: c,
    check: (part, signal) => call(checkVariant, { ...part, id }, { signal }),
    publishLabel: t('Make B live'),
    isBusy: publish.isPending,
    publish: () => void publishB(),
  });
  const end = async () => {
    const question = {
      title: t('End the test and keep A?'),
      text: t('All visitors get live search.'),
      confirmLabel: t('Keep A'),
    };
    if (await confirm(question)) keep.mutate({ id }, refreshed);
  };
  const start = async () => {
    const question = {
      title: t('Make B live before it is proven better?'),
      text: <ExperimentResult test={test} currency={null} isShort />,
      confirmLabel: t('Make B live'),
    };
    if (isBetter || (await confirm(question))) gate.start();
  };
  return (
    <Group gap={8}>
      {endedAt === null && (
        <Button variant="default" loading={keep.isPending} onClick={() => void end()}>
          {t('Keep A')}
        </Button>
      )}
      <Button
        variant={endedAt !== null ? 'subtle' : isBetter ? 'filled' : 'default'}
        loading={publish.isPending}
        onClick={() => void start()}
      >
        {t('Make B live')}
      </Button>
      {gate.drawer}
    </Group>
  );
}
