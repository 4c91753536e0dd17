import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { Status } from '#ui/page/status.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import type { CheckItem } from '#features/developer/check-items/check-items.contract.ts';
import { placeText, stateOf } from './check-words.tsx';
import classes from './check-items.module.css';

interface CellProps {
  readonly row: CheckItem;
}

/** The item as people know it; one that is gone by its id, which is all that is left of it. */
export function WatchedItem({ row: { item, elastic_item_id: id, outcome } }: CellProps) {
  return (
    <div className={classes.item}>
      <ItemCell item={item ? shownItemOf(item) : { name: id }} isCompact />
      {!item && outcome === 'gone' && <div className={classes.gone}>{t('No longer in the catalogue')}</div>}
    </div>
  );
}

export const QueryLink = ({ row: { term, collection_id: c } }: CellProps) => (
  <Anchor component={Link} {...linkTo('/developer/query-tester', { c, q: term })} size="sm" className={classes.link ?? ''}>
    {term}
  </Anchor>
);

export function PlaceNow({ row }: CellProps) {
  const isNowhere = row.outcome !== null && row.position === null;
  return <span className={isNowhere ? classes.none : undefined}>{placeText(t, formats, row)}</span>;
}

/** How many places up or down since the check before; nothing for none. */
export function PlaceChange({ row: { change } }: CellProps) {
  if (change === null || change === 0) return null;
  const count = Math.abs(change);
  const spoken = change > 0 ? t('Up {count} places', { count }) : t('Down {count} places', { count });
  const Arrow = change > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={classes.change} data-kind={change > 0 ? 'up' : 'down'} title={spoken} role="img" aria-label={spoken}>
      <Arrow size={14} aria-hidden />
      <span aria-hidden>{formats.number(count)}</span>
    </span>
  );
}

export function AlertAbove({ row: { alert_above: above } }: CellProps) {
  return above === 0 ? (
    <Text span size="sm" c="dimmed">
      {t('only recorded')}
    </Text>
  ) : (
    formats.number(above)
  );
}

export function CheckState({ row }: CellProps) {
  const { kind, label } = stateOf(row);
  return <Status kind={kind} label={t(label)} />;
}

export function CheckedState({ row }: CellProps) {
  const { checked_at: at } = row;
  return (
    <div className={classes.state}>
      <CheckState row={row} />
      {at !== null && (
        <Text span size="xs" c="dimmed">
          <Moment at={at} />
        </Text>
      )}
    </div>
  );
}
