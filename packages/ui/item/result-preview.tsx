import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { ItemCell, type ShownItem } from './item-cell.tsx';
import classes from './result-preview.module.css';

export interface PreviewedItem {
  readonly id: string;
  readonly item: ShownItem;
  /** Its place without the change, from 1; null if it was not near the top. */
  readonly before: number | null;
  /** It is no longer among the first. */
  readonly hasLeft?: boolean;
  readonly facts?: readonly string[];
}

interface ResultPreviewProps {
  readonly items: readonly PreviewedItem[];
  readonly gone: readonly PreviewedItem[];
  readonly newLabel: string;
  readonly goneLabel: string;
}

export const ResultPreview = ({ items, gone, newLabel, goneLabel }: ResultPreviewProps) => (
  <>
    <ol className={classes.list}>
      {items.map(({ id, item, before, hasLeft = false, facts }, at) => (
        <li key={id} className={classes.row}>
          <span className={classes.place} aria-hidden>
            {at + 1}
          </span>
          <ItemCell item={item} isNarrow {...(facts && { facts })} />
          {hasLeft ? (
            <span className={classes.move} data-kind="left">
              {t('Left')}
            </span>
          ) : (
            <Move place={at + 1} before={before} newLabel={newLabel} />
          )}
        </li>
      ))}
    </ol>
    {gone.length > 0 && (
      <details className={classes.gone}>
        <summary>{goneLabel}</summary>
        <ol className={classes.list}>
          {gone.map(({ id, item, before, facts }) => (
            <li key={id} className={classes.row}>
              <span className={classes.place}>{before}</span>
              <ItemCell item={item} isNarrow {...(facts && { facts })} />
            </li>
          ))}
        </ol>
      </details>
    )}
  </>
);

interface MoveProps {
  readonly place: number;
  readonly before: number | null;
  readonly newLabel: string;
}

function Move({ place, before, newLabel }: MoveProps) {
  if (before === null)
    return (
      <span className={classes.move} data-kind="new">
        {newLabel}
      </span>
    );
  if (before === place) return <span className={classes.move} />;
  const isUp = before > place;
  const count = Math.abs(before - place);
  const spoken = isUp
    ? t('Up {count} places, now {place}.', { count, place })
    : t('Down {count} places, now {place}.', { count, place });
  return (
    <span className={classes.move} data-kind={isUp ? 'up' : 'down'} title={spoken}>
      <span aria-label={spoken} role="img">
        {isUp ? '▲' : '▼'}
        {formats.number(count)}
      </span>
    </span>
  );
}
