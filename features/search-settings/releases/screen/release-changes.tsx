import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { inKindOrder, kindOf, rowName, type ReleasedKind } from '#ui/releases/released-kind.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { ReleaseChange, type ChangeAction } from './release-change.tsx';
import { countOf } from './release-words.tsx';
import type { Release, ShownChange } from '#features/search-settings/releases/releases.contract.ts';
import classes from './releases.module.css';

const shownAtFirst = 10;

interface ReleaseChangesProps {
  readonly kinds: readonly ReleasedKind[];
  readonly counts: Release['counts'];
  readonly changes: readonly ShownChange[];
  readonly actionOf?: (change: ShownChange, name: string) => ChangeAction | undefined;
}

export const ReleaseChanges = ({ kinds, counts, ...props }: ReleaseChangesProps) =>
  inKindOrder(kinds, Object.keys(counts)).map((source) => (
    <KindChanges key={source} kind={kindOf(kinds, source)} count={countOf(counts, source)} {...props} />
  ));

interface KindChangesProps extends Pick<ReleaseChangesProps, 'changes' | 'actionOf'> {
  readonly kind: ReleasedKind;
  readonly count: number;
}

function KindChanges({ kind, count, changes, actionOf }: KindChangesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const told = changes.filter(({ source }) => source === kind.source);
  const left = count - told.length;
  const shown = isWhole ? told : told.slice(0, shownAtFirst);
  return (
    <details className={classes.kind} open>
      <summary>
        {kind.title(t)} <span className={classes.count}>{formats.number(count)}</span>
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
      {left > 0 && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('{count} more changes are kept without their details.', { count: left })}
        </Text>
      )}
    </details>
  );
}
