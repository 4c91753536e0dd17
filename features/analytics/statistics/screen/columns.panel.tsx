import { Text } from '@mantine/core';
import { countDays } from '#contract/days.ts';
import { maximumCurationQueryLength } from '#contract/limits.ts';
import { Spark } from '#ui/charts/spark.tsx';
import { Change } from '#ui/charts/figure.tsx';
import { Count } from '#ui/list/table-footer.tsx';
import type { Column } from '#ui/list/table.tsx';
import { useCollection } from '#ui/collection/collection.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { comparedText } from './statistics-chart.panel.tsx';
import { moneyText, type Statistics, testerLink } from './statistics.panel.tsx';
import classes from './statistics.module.css';

/** One line, truncated, with the full text as a tooltip. */
export function useQueryColumn<Row extends { readonly query: string }>(isSortable = true): Column<Row> {
  return {
    name: 'query',
    title: t('Query'),
    cell: ({ query }) => (
      <span className={classes.query} title={query}>
        {query}
      </span>
    ),
    width: '100%',
    isSortable,
  };
}

type Look = Partial<Pick<Column<unknown>, 'isSortable' | 'isWideOnly'>>;

export const countColumn = <Name extends string>(
  name: Name,
  title: string,
  look: Look = {},
): Column<Readonly<Record<Name, number | null>>> => ({
  name,
  title,
  cell: (row) => <Count of={row[name]} />,
  isNumber: true,
  ...look,
});

/** Empty until an amount is known. */
export const turnoverColumns = <Row extends { readonly turnover: number | null }>(
  of: Pick<Statistics, 'context'>,
  kind: 'turnover' | 'sales',
): readonly Column<Row>[] =>
  of.context?.sold_since[kind] == null
    ? []
    : [
        {
          name: 'turnover',
          title: t('Turnover'),
          cell: ({ turnover }) => (turnover === null ? <Count of={null} /> : moneyText(turnover, of)),
          isSortable: true,
          isNumber: true,
        },
      ];

interface Users {
  readonly users: number | null;
  readonly is_estimated: boolean;
}

export const usersColumn = (look: Look = {}): Column<Users> => ({
  name: 'users',
  title: t('Unique visitors'),
  cell: ({ users, is_estimated: isEstimated }) => <Count of={users} isEstimated={isEstimated} />,
  isNumber: true,
  ...look,
});

interface Found {
  readonly query: string;
  /** Null for a redirect. */
  readonly item_count: number | null;
  readonly found_as: string | null;
  /** A rule acts on it now, and finds these. */
  readonly fixed?: { readonly item_count: number | null; readonly at: number | null } | null;
}

/** `3`, `3, as kettle`. */
export function foundText({ item_count: found, found_as: words }: Omit<Found, 'query'>): string {
  if (found === null) return t('Redirect');
  const items = formats.number(found);
  if (words === null) return items;
  return words === '' ? t('{items}, by some of its words', { items }) : t('{items}, as {words}', { items, words });
}

export const fixedText = ({ at }: NonNullable<Found['fixed']>): string =>
  at !== null && formats.shortDay(at) === formats.shortDay(Date.now()) ? t('Fixed today') : t('Fixed');

/** Finds nothing, or only after correction, and no rule helps yet. */
export const isLost = ({ item_count: count, found_as: words, fixed }: Omit<Found, 'query'>): boolean =>
  !fixed && (count === 0 || words !== null);

export const foundColumn = (look: Look = {}): Column<Found> => ({
  name: 'item_count',
  title: t('Found'),
  cell: (row) => <FoundCount {...row} />,
  isNumber: true,
  ...look,
});

function FoundCount({ query: q, ...found }: Found) {
  const c = useCollection()?.id;
  const { item_count: count, found_as: words, fixed } = found;
  if (fixed)
    return (
      <>
        <AllowedLink needs="preview" to={testerLink(q, c)}>
          {foundText({ item_count: fixed.item_count, found_as: null })}
        </AllowedLink>
        <Text size="xs" c="dimmed">
          {fixedText(fixed)}
        </Text>
      </>
    );
  return (
    <span className={classes.found} data-state={words !== null ? 'corrected' : count === 0 ? 'nothing' : 'found'}>
      <AllowedLink needs="preview" to={testerLink(q, c)}>
        {foundText(found)}
      </AllowedLink>
    </span>
  );
}

/** None without a comparison. */
export const changeColumns = <Row,>(
  { isCompared }: Pick<Statistics, 'isCompared'>,
  countsOf: (row: Row) => readonly [now: number | null, before: number | null],
  isSortable = true,
): readonly Column<Row>[] => {
  const cell = (row: Row) => {
    const [now, before] = countsOf(row);
    return <Change now={now} before={before} isCount />;
  };
  return isCompared ? [{ name: 'change', title: t('Change'), cell, isSortable, isNumber: true }] : [];
};

interface DaysSparkProps {
  readonly of: Pick<Statistics, 'compared' | 'isCompared'>;
  readonly days: readonly (number | null)[];
  /** Null without comparison. */
  readonly previous_days: readonly (number | null)[] | null;
}

/** Excludes today, which isn't over, unless it is the only day. Shows the days that a change compares with. */
export function DaysSpark({ of: { compared, isCompared }, days, previous_days: before }: DaysSparkProps) {
  const values = compared === null ? days : days.slice(0, countDays(compared.now.start, compared.now.end));
  return isCompared && before !== null ? (
    <span title={comparedText(compared)}>
      <Spark values={values} before={before} />
    </span>
  ) : (
    <Spark values={values} />
  );
}

export const trendColumn = (of: DaysSparkProps['of']): Column<Omit<DaysSparkProps, 'of'>> => ({
  name: 'days',
  title: t('Trend'),
  cell: (row) => <DaysSpark of={of} {...row} />,
  isWideOnly: true,
});

export const tooLongToCurate = (query: string): string | undefined =>
  query.length > maximumCurationQueryLength
    ? t('The query exceeds {max} characters.', { max: maximumCurationQueryLength })
    : undefined;

const titleLength = 60;

export function shortQuery(query: string): string {
  const characters = Array.from(query);
  return characters.length > titleLength ? `${characters.slice(0, titleLength).join('')}…` : query;
}
