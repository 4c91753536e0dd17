import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { PageFrame } from '#ui/collection/collection-page.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { t } from '#ui/text/i18n.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import classes from './documents.module.css';
import type { DocumentRow } from '#features/developer/documents/documents.contract.ts';
import { linkTo } from '#ui/state/address.ts';

export function useDocumentsFrame(): PageFrame {
  return {
    title: t('Documents'),
    purpose: t('All items of a collection, stored and indexed.'),
    isWide: true,
    help: <Help />,
  };
}

const Help = () => (
  <Sentences
    of={[
      t('Open an item to see what your feed sent, which fields are searched, and the words that find it.'),
      t(
        '“Own items” came by Aisle’s own feed, by the item API or by hand. The next import overwrites what you change in a feed’s items.',
      ),
    ]}
  />
);

export function DocumentName({ row: { id, fields } }: { readonly row: DocumentRow }) {
  const { name, image } = shownItemOf({ ...fields, id });
  return (
    <span className={classes.name}>
      <ItemCell item={{ name, image, brand: id }} isCompact />
    </span>
  );
}

export type ShownOrigin = 'all' | 'own' | 'changed';

const screens: Readonly<Record<ShownOrigin, Parameters<typeof linkTo>>> = {
  all: ['/developer/documents', {}],
  own: ['/developer/aisle-documents', {}],
  changed: ['/developer/aisle-documents', { only: 'changed' }],
};

interface OriginFilterProps {
  readonly shown: ShownOrigin;
  readonly search: string;
}

/** Narrows the items to those that somebody sent or wrote; each choice has an address of its own. */
export function OriginFilter({ shown, search }: OriginFilterProps) {
  const navigate = useNavigate();
  const go = (origin: ShownOrigin) => {
    const [path, asked] = screens[origin];
    void navigate(linkTo(path, { ...asked, ...(search !== '' && { search }) }));
  };
  return (
    <NativeSelect
      aria-label={t('Origin')}
      value={shown}
      onChange={({ currentTarget: { value } }) => go(value as ShownOrigin)}
      data={[
        { value: 'all', label: t('All items') },
        { value: 'own', label: t('Own items') },
        { value: 'changed', label: t('Changed lately') },
      ]}
    />
  );
}
