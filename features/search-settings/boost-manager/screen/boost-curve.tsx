import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { maximumBoost } from '#contract/limits.ts';
import { amountOf } from './boost-effect.ts';
import type { BoostRule, Distribution } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { isAdded } from './boost-words.tsx';
import classes from './boost-manager.module.css';

type Numbers = NonNullable<Distribution['numbers']>;

const width = 400;
const height = 120;
const points = 48;

interface BoostCurveProps {
  readonly boost: BoostRule;
  readonly numbers: Numbers;
  readonly measure: 'number' | 'age';
}

/** A number of the axis as people read it: of dates, how old an item is. */
function useMeasured(measure: BoostCurveProps['measure']): (value: number) => string {
  return (value) => (measure === 'age' ? t('{count} days', { count: Math.round(value) }) : formats.number(value));
}

/** What a boost makes of a number, over how often that number is there: bars of items, and the curve of the amount. */
export function BoostCurve({ boost, numbers, measure }: BoostCurveProps) {
  const measured = useMeasured(measure);
  const { minimum, end, bars } = numbers;
  const most = Math.max(1, ...bars);
  const barWidth = width / bars.length;
  const at = (step: number) => minimum + ((end - minimum) * step) / points;
  const amounts = Array.from({ length: points + 1 }, (_, step) => amountOf(boost, at(step)));
  const highest = Math.max(...amounts) || 1;
  const line = amounts.map((amount, step) => `${(step / points) * width},${height - (amount / highest) * (height - 8)}`);
  const sign = isAdded(boost) ? '+' : '×';
  return (
    <figure className={classes.curve}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('{field} from {from} to {to}: from {least} to {most}', {
          field: boost.field,
          from: measured(minimum),
          to: measured(end),
          least: `${sign}${formats.number(amounts[0] ?? 0)}`,
          most: `${sign}${formats.number(amounts.at(-1) ?? 0)}`,
        })}
      >
        {bars.map((count, bar) => (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- bars are places of a range.
            key={bar}
            className={classes.bar}
            x={bar * barWidth + 1}
            width={Math.max(1, barWidth - 2)}
            y={height - (count / most) * (height - 8)}
            height={(count / most) * (height - 8)}
          />
        ))}
        <polyline className={classes.line} points={line.join(' ')} />
      </svg>
      <figcaption className={classes.axis}>
        <span>{measured(minimum)}</span>
        <span className={classes.legend}>
          <span data-look="bar">{t('items')}</span>
          <span data-look="line">{t('amount')}</span>
        </span>
        <span>{end < numbers.maximum ? t('{number} and more', { number: measured(end) }) : measured(end)}</span>
      </figcaption>
    </figure>
  );
}

export function WorkedNumbers({ boost, numbers, measure }: BoostCurveProps) {
  const measured = useMeasured(measure);
  const { low, middle, high } = numbers;
  const sign = isAdded(boost) ? '+' : '×';
  const worked = [...new Set([low, middle, high])].map((value) => ({ value, amount: amountOf(boost, value) }));
  const isCut = worked.some(({ amount }) => amount === maximumBoost);
  return (
    <>
      <table className={classes.worked}>
        <thead>
          <tr>
            <th scope="col">{boost.field}</th>
            {worked.map(({ value }) => (
              <td key={value}>{measured(value)}</td>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{isAdded(boost) ? t('adds') : t('multiplies')}</th>
            {worked.map(({ value, amount }) => (
              <td key={value}>
                {sign}
                {formats.number(amount)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {isCut && (
        <p className={classes.note} data-kind="warning">
          {t('More than 1,000,000 counts as 1,000,000, so the largest numbers are all the same.')}
        </p>
      )}
    </>
  );
}
