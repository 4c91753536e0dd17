import { shownItemOf } from '#ui/item/item-cell.tsx';
import type { StatusKind } from '#ui/page/status.tsx';
import { linkTo } from '#ui/state/address.ts';
import { msg, type Translate } from '#ui/text/i18n.ts';
import type { Check, CheckItem, CheckOutcome, RememberedCheck } from '#features/developer/check-items/check-items.contract.ts';
import type { Formats } from '#ui/text/format.ts';

/** What people call the item, or its id where the collection hasn't it. */
export const watchedName = ({ item, elastic_item_id: id }: CheckItem): string => (item ? shownItemOf(item).name : id);

const outcomes: Readonly<Record<Exclude<CheckOutcome, 'found'>, string>> = {
  missing: msg('missing'),
  deep: msg('too far down'),
  redirected: msg('redirected'),
  gone: msg('missing'),
};

/** A place as lists and tables say it; an item that wasn't checked yet has none. */
export function placeText(t: Translate, { number }: Formats, check: Pick<CheckItem, 'outcome' | 'position'>): string {
  if (check.position !== null) return number(check.position);
  if (check.outcome === null || check.outcome === 'found') return '–';
  return t(outcomes[check.outcome]);
}

/** What is the matter with an item, as a colour and a word. */
export function stateOf(item: CheckItem): { readonly kind: StatusKind; readonly label: string } {
  if (item.is_checking) return { kind: 'running', label: msg('Checking') };
  if (item.checked_at === null) return { kind: 'neutral', label: msg('Not checked yet') };
  if (item.is_alert) return { kind: 'error', label: msg('Alert') };
  return item.alert_above === 0 ? { kind: 'neutral', label: msg('Recorded') } : { kind: 'live', label: msg('OK') };
}

export function causeText(t: Translate, { cause, release }: Pick<Check, 'cause' | 'release'>): string {
  switch (cause) {
    case 'release':
      return t('release {number}', { number: release });
    case 'import':
      return t('import');
    case 'night':
      return t('night');
    case 'hand':
      return t('by hand');
  }
}

/** What a check was made for, where that is a release or an import that is still known. */
export function causeLink({ cause, release, import: made }: RememberedCheck) {
  if (cause === 'release') return { needs: 'search', to: linkTo('/search-settings/releases', { release }) } as const;
  if (made === null) return null;
  return { needs: 'data', to: linkTo('/data/import/edit', { id: made.feed_id, import: made.id }) } as const;
}
