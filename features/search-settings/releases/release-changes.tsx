import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { inKindOrder, kindOf, rowName, type ReleasedKind } from '#console-kit/releases/released-kind.ts';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { ReleaseChange, type ChangeAction } from './release-change.tsx';
import { countOf } from './release-words.tsx';
import type { Release, ShownChange } from './releases.contract.ts';
import classes from './releases.module.css';

/** Of a kind with more changes than this the others are folded. */
const shownAtFirst = 10;

interface ReleaseChangesProps {
  readonly kinds: readonly ReleasedKind[];
  readonly counts: Release['counts'];
  readonly changes: readonly ShownChange[];
  readonly actionOf?: (change: ShownChange, name: string) => ChangeAction | undefined;
}

/** All changes of a release, by kind. */
export const ReleaseChanges = ({ kinds, counts, ...props }: ReleaseChangesProps) =>
  inKindOrder(kinds, Object.keys(counts)).map((source) => (
    <KindChanges key={source} kind={kindOf(kinds, source)} count={countOf(counts, source)} {...props} />
  ));

interface KindChangesProps extends Pick<ReleaseChangesProps, 'changes' | 'actionOf'> {
  readonly kind: ReleasedKind;
  readonly count: number;
}

function KindChanges({ kind, count, changes, actionOf }: KindChangesProps) {
  const t = useText();
  const { number } = useFormats();
  const [isWhole, setIsWhole] = useState(false);
  const told = changes.filter(({ source }) => source === kind.source);
  const shown = isWhole ? told : told.slice(0, shownAtFirst);
  return (
    <details className={classes.kind} open>
      <summary>
        {kind.title(t)} <span className={classes.count}>{number(count)}</span>
      </summary>
      <ul className={classes.changes}>
        {shown.map((change) => (
          <ReleaseChange key={change.id} kind={kind} change={change} action={actionOf?.(change, rowName(t, kind, change))} />
        ))}
      </ul>
      {shown.length < told.length && (
        <Button variant="subtle" size="xs" mt={8} onClick={() => setIsWhole(true)}>
          {t('Show {count} more', { count: told.length - shown.length })}
        </Button>
      )}
      {count > told.length && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('{count} more changes are kept without their details.', { count: count - told.length })}
        </Text>
      )}
    </details>
  );
}
