import { type Place, pathOf, runsOf } from './chart-drawing.tsx';
import classes from './chart.module.css';

const width = 96;
const height = 24;
const margin = 3;
const dotRadius = 1.75;

interface SparkProps {
  readonly values: readonly (number | null)[];
  /** Drawn faintly on the same scale: the period before. */
  readonly before?: readonly (number | null)[] | null;
  readonly isInverted?: boolean;
}

/** Hidden from screen readers: the number stands beside it. */
export function Spark({ values, before, isInverted = false }: SparkProps) {
  const known = [...values, ...(before ?? [])].filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const shareOf = (value: number): number => (most === least ? 0.5 : (value - least) / (most - least));
  const placeOf = (value: number, at: number): Place => {
    const share = isInverted ? shareOf(value) : 1 - shareOf(value);
    const x = values.length < 2 ? width - margin : margin + (at / (values.length - 1)) * (width - 2 * margin);
    return { x, y: margin + share * (height - 2 * margin) };
  };
  const lines = [
    { values: before ?? [], className: classes.before },
    { values, className: undefined },
  ];
  return (
    <svg className={classes.spark} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {lines.map((line, layer) => (
        <g key={layer} className={line.className}>
          {runsOf(line.values.map((value, at) => (value === null ? null : placeOf(value, at)))).map((run) =>
            run.length === 1 ? (
              <circle key={run[0]!.x} cx={run[0]!.x} cy={run[0]!.y} r={dotRadius} />
            ) : (
              <path key={run[0]!.x} d={pathOf(run)} />
            ),
          )}
        </g>
      ))}
    </svg>
  );
}
