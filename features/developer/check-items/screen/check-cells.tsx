import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { Status, type StatusKind } from '#ui/page/status.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import type { CheckItem, Check, CheckOutcome } from '#features/developer/check-items/check-items.contract.ts';
import classes from './check-items.module.css';

export const watchedName = ({ item, elastic_item_id: id }: CheckItem): string => (item ? shownItemOf(item).name : id);

const outcomes: Readonly<Record<Exclude<CheckOutcome, 'found'>, string>> = {
  missing: msg('missing'),
  deep: msg('too far down'),
  redirected: msg('Redirected'),
  gone: msg('missing'),
};

/** A place as lists and tables say it; an item that wasn't checked yet has none. */
export function placeText(check: Pick<CheckItem, 'outcome' | 'position'>): string {
  if (check.position !== null) return formats.number(check.position);
  if (check.outcome === null || check.outcome === 'found') return '–';
  return t(outcomes[check.outcome]);
}

function stateOf(item: CheckItem): { readonly kind: StatusKind; readonly label: string } {
  if (item.is_checking) return { kind: 'running', label: msg('Checking') };
  if (item.checked_at === null) return { kind: 'neutral', label: msg('Not checked yet') };
  if (item.is_alert) return { kind: 'error', label: msg('Alert') };
  return item.alert_above === 0 ? { kind: 'neutral', label: msg('Recorded') } : { kind: 'live', label: msg('OK') };
}

const causes = { import: msg('Import'), night: msg('night'), hand: msg('By hand') } as const;

export const causeText = ({ cause, release }: Pick<Check, 'cause' | 'release'>): string =>
  cause === 'release' ? t('release {number}', { number: release }) : t(causes[cause]);

interface CellProps {
  readonly row: CheckItem;
}

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
  return <span className={isNowhere ? classes.none : undefined}>{placeText(row)}</span>;
}

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
