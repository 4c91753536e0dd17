import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#console-kit/calls/queries.ts';
import { LoadError, RowSkeletons } from '#console-kit/page/states.tsx';
import { rowName, type ReleasedKind } from '#console-kit/releases/released-kind.ts';
import { useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { ChangeMark, changeMarks } from './change-mark.tsx';
import { type ChangeAction, ReleaseChange } from './release-change.tsx';
import type { ChangeGroup } from './release-changes.tsx';
import { whoMade, whyMade } from './release-words.tsx';
import { listGroupedChanges, type ShownChange } from '#features/search-settings/releases/releases.contract.ts';
import classes from './releases.module.css';

const shownAtOnce = 50;

interface GroupedChangesProps {
  readonly kind: ReleasedKind;
  readonly group: ChangeGroup;
  readonly number: number;
  readonly other: number;
  readonly actionOf: (change: ShownChange, name: string) => ChangeAction | undefined;
}

/** `1,000 phrases · added · Jana Nová · release 41`, and the rows page by page when it is opened. */
export function GroupedChanges({ kind, group, ...compared }: GroupedChangesProps) {
  const [, change] = useAddress();
  const [pageCount, setPageCount] = useState(0);
  const { count, made_by: madeBy } = group;
  const left = count - pageCount * shownAtOnce;
  const words = [
    kind.counted(t, count),
    t(changeMarks[group.kind].word),
    whoMade(t, madeBy),
    whyMade(t, { ...madeBy, restored: null }),
  ];
  const release = String(madeBy.number);
  return (
    <div className={classes.group}>
      <div className={classes.groupHead}>
        <ChangeMark kind={group.kind} />
        <Text size="sm">
          {words.filter((word) => word !== null).join(' · ')}
          {' · '}
          <Anchor component="button" type="button" size="sm" onClick={() => change({ release, with: undefined })}>
            {t('release {number}', { number: release })}
          </Anchor>
        </Text>
        {pageCount === 0 && (
          <Button variant="default" size="xs" onClick={() => setPageCount(1)}>
            {t('Show all')}
          </Button>
        )}
      </div>
      {Array.from({ length: pageCount }, (_, at) => (
        <GroupPage key={at + 1} page={at + 1} kind={kind} group={group} {...compared} />
      ))}
      {pageCount > 0 && left > 0 && (
        <Button variant="subtle" size="xs" mt={8} onClick={() => setPageCount(pageCount + 1)}>
          {t('{next} more of {left}', { next: Math.min(shownAtOnce, left), left })}
        </Button>
      )}
    </div>
  );
}

function GroupPage({ kind, group, number, other, actionOf, page }: GroupedChangesProps & { readonly page: number }) {
  const { source, made_by: madeBy } = group;
  const asked = { number, with: other, source, kind: group.kind, made_by: madeBy.number, page, per_page: shownAtOnce };
  const { data, error, refetch } = useQuery(query(listGroupedChanges, asked));
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <RowSkeletons count={3} />;
  return (
    <ul className={classes.changes}>
      {data.items.map((one) => (
        <ReleaseChange key={one.id} kind={kind} change={one} action={actionOf(one, rowName(t, kind, one))} />
      ))}
    </ul>
  );
}
