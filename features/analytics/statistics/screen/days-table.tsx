import type { ChartSeries } from '#ui/charts/chart.tsx';
import { type Column, PlainTable } from '#ui/list/table.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { ShownMark } from './statistics-chart.panel.tsx';

interface ShownDay {
  readonly title: string;
  readonly values: Readonly<Record<string, number | null>>;
  readonly marks: readonly ShownMark[];
}

interface DaysTableProps {
  readonly label: string;
  readonly pointLabel: string;
  readonly series: readonly Pick<ChartSeries, 'name' | 'label'>[];
  readonly points: readonly ShownDay[];
}

/** The values of a chart. Loaded when somebody opens it. */
export default function DaysTable({ label, pointLabel, series, points }: DaysTableProps) {
  const hasMarks = points.some(({ marks }) => marks.length > 0);
  return (
    <PlainTable
      label={label}
      rows={points}
      keyOf={({ title }) => title}
      columns={[
        { name: 'day', title: pointLabel, cell: ({ title }) => title },
        ...series.map(({ name, label: title }): Column<ShownDay> => ({
          name,
          title,
          isNumber: true,
          cell: ({ values }) => (values[name] === null ? t('not tracked') : formats.number(values[name] ?? 0)),
        })),
        ...(hasMarks ? [{ name: 'marks', title: t('Changes'), cell: Marks }] : []),
      ]}
    />
  );
}

const Marks = ({ marks }: { readonly marks: readonly ShownMark[] }) =>
  marks.map(({ label, needs, to }) => (
    <div key={label}>
      <AllowedLink needs={needs} to={to}>
        {label}
      </AllowedLink>
    </div>
  ));
