import type { OutputOf } from '#contract/endpoint.ts';
import { Panel } from '#console-kit/page/panel.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { StatisticsChart } from '#features/analytics/statistics/statistics-chart.panel.tsx';
import type { Statistics } from '#features/analytics/statistics/statistics.panel.tsx';
import type { readSearchHistory } from './search-history.contract.ts';

interface HistoryChartProps {
  readonly data: OutputOf<typeof readSearchHistory>;
  readonly of: Statistics;
}

export function HistoryChart({ data: { total_queries: all, total_no_results: unfound }, of }: HistoryChartProps) {
  const t = useText();
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
