import { NativeSelect } from '@mantine/core';
import { Layers } from 'lucide-react';
import { useCollections, useSelectCollection } from '#console-kit/collection/collection.ts';
import { useText } from '#console-kit/text/i18n.ts';
import classes from './collection-selector.module.css';

/** Selects the collection that all screens are about. */
export function CollectionSelector() {
  const t = useText();
  const { collections, selected } = useCollections();
  const select = useSelectCollection();
  if (!collections || collections.length === 0) return null;
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
