import type { ChartLinesData, ChartMark, ChartSeries } from './chart.tsx';
import { liftOf } from './chart-marks.tsx';
import type { Plot } from './chart-plot.ts';
import { pathOf, toldTicks } from './chart-scale.ts';
import classes from './chart-lines.module.css';

const mostTicks = 8;
const tickWidthPx = 76;
const lonePx = 2;
const cursorPx = 4;
const trianglePx = 6;
const minorPx = 2.5;
const widestBarPx = 40;
const barShare = 0.8;

interface LineDrawingProps {
  readonly data: ChartLinesData;
  readonly plot: Plot;
  readonly size: { readonly width: number; readonly height: number };
  readonly cursor: number | null;
  readonly say: (value: number) => string;
}

export function LineDrawing({ data, plot, size: { width, height }, cursor, say }: LineDrawingProps) {
  const { series, points, marks = [], threshold, isStacked = false } = data;
  const isTold = toldTicks(points.length, Math.max(1, Math.min(mostTicks, Math.floor((plot.right - plot.left) / tickWidthPx))));
  return (
    <svg className={classes.drawing} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {plot.ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={plot.left} x2={plot.right} y1={plot.yOf(tick)} y2={plot.yOf(tick)} />
          <text className={classes.word} x={plot.left - 8} y={plot.yOf(tick)} textAnchor="end" dominantBaseline="central">
            {say(tick)}
          </text>
        </g>
      ))}
      {points.map(({ tick, note }, at) => (
        <g key={at}>
          {isTold(at) && (
            <text
              className={classes.word}
              x={plot.xOf(at)}
              y={plot.axis + 18}
              textAnchor={isStacked && plot.band >= tickWidthPx ? 'middle' : anchorAt(at, points.length)}
            >
              {tick}
            </text>
          )}
          {note !== undefined && (
            <line className={classes.missing} x1={plot.xOf(at)} x2={plot.xOf(at)} y1={plot.axis - 5} y2={plot.axis + 3} />
          )}
        </g>
      ))}
      {marks.map((mark, place) => (
        <Mark key={`${mark.at} ${mark.label}`} mark={mark} plot={plot} y={plot.axis - liftOf(marks, place)} />
      ))}
      {/* The main series is drawn last, above those that it is compared with. */}
      {series
        .toReversed()
        .map((one) =>
          isStacked ? (
            <Bars key={one.name} one={one} data={data} plot={plot} cursor={cursor} />
          ) : (
            <Line key={one.name} one={one} plot={plot} cursor={cursor} />
          ),
        )}
      {threshold && (
        <>
          <line
            className={classes.threshold}
            x1={plot.left}
            x2={plot.right}
            y1={plot.yOf(threshold.value)}
            y2={plot.yOf(threshold.value)}
          />
          <text className={classes.thresholdWord} x={plot.right} y={plot.yOf(threshold.value) - 5} textAnchor="end">
            {threshold.label}
          </text>
        </>
      )}
      {cursor !== null && !isStacked && (
        <line className={classes.cursor} x1={plot.xOf(cursor)} x2={plot.xOf(cursor)} y1={plot.top} y2={plot.axis} />
      )}
    </svg>
  );
}

function Mark({ mark: { at, isMinor = false }, plot, y }: { readonly mark: ChartMark; readonly plot: Plot; readonly y: number }) {
  const x = plot.xOf(at);
  return (
    <g className={classes.mark}>
      {isMinor ? (
        <circle cx={x} cy={y} r={minorPx} />
      ) : (
        <>
          <line x1={x} x2={x} y1={plot.top} y2={plot.axis} />
          <path d={`M${x},${y - trianglePx}l${trianglePx / 2},${trianglePx}h${-trianglePx}z`} />
        </>
      )}
    </g>
  );
}

interface BarsProps extends Pick<LineDrawingProps, 'data' | 'plot' | 'cursor'> {
  readonly one: ChartSeries;
}

function Bars({ one, data: { series, points }, plot, cursor }: BarsProps) {
  const below = series.slice(0, series.indexOf(one));
  const width = Math.min(widestBarPx, plot.band * barShare);
  return (
    <g data-look={one.look} className={classes.bars}>
      {points.map(({ values }, at) => {
        const value = values[one.name] ?? 0;
        const from = below.reduce((sum, { name }) => sum + (values[name] ?? 0), 0);
        const [bottom, top] = [plot.yOf(from), plot.yOf(from + value)];
        return value === 0 ? null : (
          <rect key={at} data-looked={at === cursor} x={plot.xOf(at) - width / 2} y={top} width={width} height={bottom - top} />
        );
      })}
    </g>
  );
}

function Line({ one, plot, cursor }: { readonly one: ChartSeries; readonly plot: Plot; readonly cursor: number | null }) {
  const { runs, open } = plot.lineOf(one);
  const ends = [runs[0]?.[0], runs.at(-1)?.at(-1), open.at(-1)].filter((place) => place !== undefined);
  const lone = runs.filter(({ length }) => length === 1).flat();
  const looked = cursor === null ? null : plot.placesOf(one)[cursor];
  return (
    <g data-look={one.look} className={classes.line}>
      {runs.map((run) => (
        <path key={run[0]?.x} d={pathOf(run)} />
      ))}
      {open.length > 0 && <path className={classes.open} d={pathOf(open)} />}
      {[...new Set([...ends, ...lone])].map((place) => (
        <circle key={place.x} cx={place.x} cy={place.y} r={lonePx} />
      ))}
      {looked && <circle cx={looked.x} cy={looked.y} r={cursorPx} />}
    </g>
  );
}

const anchorAt = (at: number, count: number): 'start' | 'middle' | 'end' => {
  if (count < 2) return 'middle';
  return at === 0 ? 'start' : at === count - 1 ? 'end' : 'middle';
};
