import { NativeSelect } from '@mantine/core';
import { Layers } from 'lucide-react';
import { useCollections, useNeedsCollection, useSelectCollection } from '#ui/collection/collection.ts';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './menu.module.css';

export function CollectionSelector() {
  const { collections, selected } = useCollections();
  const select = useSelectCollection();
  if (useNeedsCollection())
    return (
      <AllowedLink needs="data" to={linkTo('/data/collections', { edit: 'new' })}>
        {t('Add collection')}
      </AllowedLink>
    );
  if (!collections) return null;
  return (
    <NativeSelect
      className={classes.selector}
      aria-label={t('Collection')}
      data={collections.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={selected ? String(selected.id) : ''}
      onChange={(event) => select(Number(event.currentTarget.value))}
      leftSection={<Layers size={16} aria-hidden />}
    />
  );
}
