import { Text, VisuallyHidden } from '@mantine/core';
import { useCollections } from '#console-kit/collection/collection.ts';
import { msg, useText } from '#console-kit/text/i18n.ts';
import type { ShownChange } from './releases.contract.ts';
import classes from './releases.module.css';

const marks = {
  added: { sign: '+', word: msg('added') },
  changed: { sign: '~', word: msg('changed') },
  deleted: { sign: '−', word: msg('deleted') },
  turnedOn: { sign: '●', word: msg('turned on') },
  turnedOff: { sign: '○', word: msg('turned off') },
} as const;

export type ToldKind = keyof typeof marks;

const isOff = (row: ShownChange['before']): boolean => row?.['is_active'] === false;

/** What happened to a row as people say it: a rule that was turned off is still there. */
export function toldKind({ kind, before, after }: Pick<ShownChange, 'kind' | 'before' | 'after'>): ToldKind {
  if (kind !== 'changed' || isOff(before) === isOff(after)) return kind;
  return isOff(after) ? 'turnedOff' : 'turnedOn';
}

/** What happened to a row: a sign to see, a word to hear. */
export function ChangeMark({ kind }: { readonly kind: ToldKind }) {
  const t = useText();
  const { sign, word } = marks[kind];
  return (
    <span className={classes.mark} data-kind={kind} title={t(word)}>
      <span aria-hidden>{sign}</span>
      <VisuallyHidden>{t(word)}</VisuallyHidden>
    </span>
  );
}

/** Whose row it is; nothing for rows of the whole project. */
export function CollectionName({ id }: { readonly id: number | null }) {
  const t = useText();
  const { collections } = useCollections();
  if (id === null || collections === undefined) return null;
  return (
    <Text span size="xs" c="dimmed">
      {collections.find((one) => one.id === id)?.name ?? t('a collection that is gone')}
    </Text>
  );
}
