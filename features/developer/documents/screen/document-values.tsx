import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { PageFrame } from '#ui/collection/collection-page.tsx';
import { valueWord } from '#ui/item/field-words.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { linkTo } from '#ui/state/address.ts';
import { anyOf, formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import type { NewestChange } from '#features/data/item-api/item-api.contract.ts';
import type { DocumentRow } from '#features/developer/documents/documents.contract.ts';
import classes from './documents.module.css';

export const useDocumentsFrame = (): PageFrame => ({
  title: t('Documents'),
  purpose: t('All items of a collection, stored and indexed.'),
  isWide: true,
  help: (
    <Sentences
      of={[
        t('Open an item to see its fields, which of them are searched, and the words that find it.'),
        t(
          '“Own items” came by Aisle’s own feed, by the item API or by hand. The next import overwrites what you change in a feed’s items.',
        ),
      ]}
    />
  ),
});

const screens = {
  all: () => linkTo('/developer/documents', {}),
  own: () => linkTo('/developer/aisle-documents', {}),
  changed: () => linkTo('/developer/aisle-documents', { only: 'changed' }),
};

/** Each choice has an address of its own. */
export function OriginFilter({ shown }: { readonly shown: keyof typeof screens }) {
  const navigate = useNavigate();
  return (
    <NativeSelect
      aria-label={t('Origin')}
      value={shown}
      onChange={({ currentTarget: { value } }) => void navigate(screens[value as keyof typeof screens]())}
      data={[
        { value: 'all', label: anyOf(t('Items')) },
        { value: 'own', label: t('Own items') },
        { value: 'changed', label: t('Changed lately') },
      ]}
    />
  );
}

export function DocumentName({ row: { id, fields } }: { readonly row: DocumentRow }) {
  const { name, image } = shownItemOf({ ...fields, id });
  return (
    <span className={classes.name}>
      <ItemCell item={{ name, image, brand: id }} isCompact />
    </span>
  );
}

export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return value === undefined ? '' : JSON.stringify(value);
}

interface FieldValueTextProps {
  readonly field: string;
  readonly value: unknown;
  readonly currency: unknown;
}

const isPrice = (field: string): boolean => field === 'price' || field === 'price_before';

export function FieldValueText({ field, value, currency }: FieldValueTextProps) {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'number' && isPrice(field)) return formats.money(value, typeof currency === 'string' ? currency : '');
  if (typeof value === 'number') return formats.number(value);
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  const text = valueText(value);
  return (
    <span className={classes.value} title={text}>
      {valueWord(field, text)}
    </span>
  );
}

const kinds = {
  created: msg('Added'),
  updated: msg('Changed'),
  unchanged: msg('Sent again unchanged'),
  removed: msg('Deleted'),
} as const satisfies Record<NewestChange['kind'], string>;

export function ChangeLine({ change: { kind, by, person, at, generation } }: { readonly change: NewestChange }) {
  const who = by === 'user' ? person || t('a person who has left') : by === 'api' ? t('Item API') : t('feed');
  return (
    <span>
      {t(kinds[kind])} · {who} · <Moment at={at} />
      {generation !== null && ` · ${t('generation {name}', { name: generation })}`}
    </span>
  );
}
