import { formats } from '#ui/text/format.ts';
import type { ChartData, ChartPoint } from './chart.tsx';
import classes from './chart.module.css';

interface ChartTipProps extends Pick<ChartData, 'series' | 'say'> {
  readonly point: ChartPoint;
  readonly lines?: readonly string[];
}

export function ChartTip({ series, say, point, lines = [] }: ChartTipProps) {
  return (
    <div className={classes.tip}>
      <strong>{point.title}</strong>
      <ul>
        {series.map(({ name, label, look }) => {
          const value = point.values[name];
          return value == null ? null : (
            <li key={name} data-look={look}>
              <span>{label}</span>
              <span>{(say ?? formats.number)(value)}</span>
            </li>
          );
        })}
      </ul>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
