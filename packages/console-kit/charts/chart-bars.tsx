import { BarChart } from '@mantine/charts';
import { useFormats } from '#console-kit/text/format.ts';
import type { ChartData, SeriesLook } from './chart.tsx';
import { ChartTip } from './chart-tip.tsx';
import '@mantine/charts/styles.layer.css';

const heightPx = 200;
const barWidthPx = 40;
/** Room for the upper half of the highest number. */
const margin = { top: 8, right: 0, bottom: 0, left: 0 };
const axisText = { fontSize: 12, fill: 'currentColor' };

const colors: Readonly<Record<SeriesLook, string>> = {
  main: 'var(--aisle-chart-main)',
  problem: 'var(--aisle-error)',
  compare: 'var(--aisle-chart-compare)',
};

/** The drawing of a chart. Recharts is large, so this file is fetched when there is something to draw. */
export function ChartBars({ label, series, points, say }: ChartData) {
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
      yAxisProps={{ tickFormatter: say ?? formats.number, allowDecimals: false, width: 'auto', tick: axisText }}
      tooltipProps={{
        filterNull: false,
        content: ({ label: index }) => {
          const point = points[Number(index)];
          return point ? <ChartTip series={series} point={point} {...(say && { say })} /> : null;
        },
      }}
    />
  );
}
