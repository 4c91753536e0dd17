import { Text, VisuallyHidden } from '@mantine/core';
import type { ChangeKind } from '#contract/rows/row-changes.ts';
import { useCollections } from '#ui/collection/collection.ts';
import { msg, t } from '#ui/text/i18n.ts';
import classes from './releases.module.css';

export const changeMarks = {
  added: { sign: '+', word: msg('added'), look: 'more' },
  changed: { sign: '~', word: msg('changed'), look: 'other' },
  turnedOn: { sign: '●', word: msg('turned on'), look: 'more' },
  turnedOff: { sign: '○', word: msg('turned off'), look: 'quiet' },
  began: { sign: '●', word: msg('began'), look: 'more' },
  ended: { sign: '○', word: msg('ended'), look: 'quiet' },
  deleted: { sign: '−', word: msg('deleted'), look: 'less' },
} as const satisfies Record<ChangeKind, unknown>;

export function ChangeMark({ kind }: { readonly kind: ChangeKind }) {
  const { sign, word, look } = changeMarks[kind];
  return (
    <span className={classes.mark} data-look={look} title={t(word)}>
      <span aria-hidden>{sign}</span>
      <VisuallyHidden>{t(word)}</VisuallyHidden>
    </span>
  );
}

/** The collection of a row; nothing for rows of the whole project. */
export function CollectionName({ id }: { readonly id: number | null }) {
  const { collections } = useCollections();
  if (id === null || collections === undefined) return null;
  return (
    <Text span size="xs" c="dimmed">
      {collections.find((one) => one.id === id)?.name ?? t('a collection that is gone')}
    </Text>
  );
}
