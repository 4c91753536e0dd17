import type { ReactNode } from 'react';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import {
  rowName,
  type ReleasedKind,
  screenOf,
  rowDifferences,
  rowSentence,
  type FieldDifference,
} from '#ui/releases/released-kind.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { useProjectTimeZone } from '#ui/state/session.ts';
import { formats } from '#ui/text/format.ts';
import { t, msg } from '#ui/text/i18n.ts';
import type { ShownChange } from '#features/search-settings/releases/releases.contract.ts';
import classes from './releases.module.css';
import type { ChangeKind } from '#contract/rows/rule-fields.ts';
import { useCollections } from '#ui/collection/collection.ts';

export const changeMarks = {
  added: { sign: '+', word: msg('Added'), look: 'more' },
  changed: { sign: '~', word: msg('Changed'), look: 'other' },
  turnedOn: { sign: '●', word: msg('Turned on'), look: 'more' },
  turnedOff: { sign: '○', word: msg('Turned off'), look: 'quiet' },
  began: { sign: '●', word: msg('began'), look: 'more' },
  ended: { sign: '○', word: msg('ended'), look: 'quiet' },
  deleted: { sign: '−', word: msg('Deleted'), look: 'less' },
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

export function CollectionName({ id }: { readonly id: number | null }) {
  const { collections } = useCollections();
  if (id === null || collections === undefined) return null;
  return (
    <Text span size="xs" c="dimmed">
      {collections.find((one) => one.id === id)?.name ?? t('a collection that is gone')}
    </Text>
  );
}

export interface ChangeAction {
  readonly label: string;
  /** For screen readers. */
  readonly name?: string;
  readonly run: () => void;
  readonly disabledReason?: string | undefined;
}

interface ReleaseChangeProps {
  readonly kind: ReleasedKind;
  readonly change: ShownChange;
  readonly action?: ChangeAction | undefined;
  readonly note?: ReactNode;
}

export function ReleaseChange({ kind, change, action, note }: ReleaseChangeProps) {
  const name = rowName(t, kind, change);
  const { needs } = kind.screen;
  // In a question there are no links.
  const isLinked = action !== undefined && change.after !== null && change.is_live;
  return (
    <li className={classes.change}>
      <ChangeMark kind={change.kind} />
      <div className={classes.what}>
        <span className={classes.name}>
          {isLinked ? (
            <AllowedLink needs={needs} to={screenOf(kind, change)}>
              {name}
            </AllowedLink>
          ) : (
            <Text span size="sm" fw={500}>
              {name}
            </Text>
          )}
          <CollectionName id={change.collection_id} />
          {note}
        </span>
        <ChangeWords kind={kind} change={change} />
      </div>
      {action && (
        <Button
          className={classes.action}
          variant="default"
          size="xs"
          aria-label={action.name}
          disabled={action.disabledReason !== undefined}
          title={action.disabledReason}
          onClick={action.run}
        >
          {action.label}
        </Button>
      )}
    </li>
  );
}

/** Describes a new or deleted row as a whole, and a changed one field by field. Thinned releases no longer have their rows. */
function ChangeWords({ kind, change }: Pick<ReleaseChangeProps, 'kind' | 'change'>) {
  const timeZone = useProjectTimeZone();
  const { before, after, kind: told } = change;
  if (before === null || after === null) {
    const row = after ?? before;
    const sentence = row && rowSentence(kind, row, t);
    return sentence ? (
      <Text size="sm" c="dimmed" td={after === null ? 'line-through' : undefined}>
        {sentence}
      </Text>
    ) : null;
  }
  const differences = rowDifferences(kind, [before, after], t, { ...formats, timeZone });
  if (differences.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {told === 'turnedOn' && t('Turned on: {sentence}', { sentence: rowSentence(kind, after, t) })}
        {told === 'turnedOff' && t('Turned off, and kept: {sentence}', { sentence: rowSentence(kind, after, t) })}
        {told === 'began' && t('Begins: {sentence}', { sentence: rowSentence(kind, after, t) })}
        {told === 'ended' && t('Ends, and is kept: {sentence}', { sentence: rowSentence(kind, after, t) })}
        {told === 'changed' && t('Only computed values changed.')}
      </Text>
    );
  return (
    <ul className={classes.differences}>
      {differences.map((difference) => (
        <li key={difference.label}>
          <span className={classes.label}>{difference.label}</span> <Difference difference={difference} />
        </li>
      ))}
    </ul>
  );
}

function Difference({ difference }: { readonly difference: FieldDifference }) {
  if ('before' in difference)
    return (
      <>
        <del>{difference.before}</del> <span aria-hidden>→</span> <ins>{difference.after}</ins>
      </>
    );
  return (
    <>
      {difference.added.map((entry) => (
        <span key={entry} className={classes.entry}>
          + <ins>{entry}</ins>
        </span>
      ))}
      {difference.removed.map((entry) => (
        <span key={entry} className={classes.entry}>
          − <del>{entry}</del>
        </span>
      ))}
    </>
  );
}
