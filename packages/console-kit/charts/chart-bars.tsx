import { BarChart } from '@mantine/charts';
import { useFormats } from '#console-kit/text/format.ts';
import type { ChartData, SeriesLook } from './chart.tsx';
import '@mantine/charts/styles.layer.css';
import classes from './chart.module.css';

const heightPx = 200;
const barWidthPx = 40;
/** Room for the upper half of the highest number. */
const margin = { top: 8, right: 0, bottom: 0, left: 0 };
const axisText = { fontSize: 12, fill: 'currentColor' };

const colors: Readonly<Record<SeriesLook, string>> = {
  main: 'var(--aisle-chart-main)',
  problem: 'var(--aisle-error)',
};

/** The drawing of a chart. Recharts is large, so this file is fetched when there is something to draw. */
export function ChartBars({ label, series, points }: ChartData) {
  const formats = useFormats();
  const spoken = { 'aria-label': label };
  return (
    <BarChart
      h={heightPx}
      type="stacked"
      data={points.map(({ values }, index) => ({ ...values, index }))}
      dataKey="index"
      series={series.map(({ name, label: text, look }) => ({ name, label: text, color: colors[look] }))}
      maxBarWidth={barWidthPx}
      tickLine="none"
      gridAxis="x"
      strokeDasharray="0"
      gridColor="var(--aisle-line)"
      textColor="var(--mantine-color-dimmed)"
      barChartProps={{ margin, ...spoken }}
      tooltipAnimationDuration={0}
      xAxisProps={{
        tickFormatter: (index: number) => points[index]?.tick ?? '',
        minTickGap: 24,
        interval: 'equidistantPreserveStart',
      }}
      yAxisProps={{ tickFormatter: formats.number, allowDecimals: false, width: 'auto', tick: axisText }}
      tooltipProps={{
        filterNull: false,
        content: ({ label: index }) => <Tip series={series} point={points[Number(index)]} />,
      }}
    />
  );
}

interface TipProps extends Pick<ChartData, 'series'> {
  readonly point: ChartData['points'][number] | undefined;
}

function Tip({ series, point }: TipProps) {
  const { number } = useFormats();
  if (!point) return null;
  return (
    <div className={classes.tip}>
      <strong>{point.title}</strong>
      <ul>
        {series.map(({ name, label, look }) => {
          const value = point.values[name];
          return value == null ? null : (
            <li key={name} data-look={look}>
              <span>{label}</span>
              <span>{number(value)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
