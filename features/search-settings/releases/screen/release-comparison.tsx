import { Anchor, Button, Text } from '@mantine/core';
import { query } from '#ui/calls/queries.ts';
import { Loaded } from '#ui/page/loaded.tsx';
import { LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { type ReleasedKind, rowName } from '#ui/releases/released-kind.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { useChangeActions } from './change-actions.tsx';
import { type ChangeGroup, ReleaseChanges } from './release-changes.tsx';
import { releaseIn, ReleasePicker } from './release.picker.tsx';
import {
  compareReleases,
  listGroupedChanges,
  type ReleaseComparison as Compared,
  type ReleaseDetail,
  type ShownChange,
} from '#features/search-settings/releases/releases.contract.ts';
import classes from './releases.module.css';
import type { useRestore } from './use-restore.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChangeMark, changeMarks } from './change-mark.tsx';
import { type ChangeAction, ReleaseChange } from './release-change.tsx';
import { whoMade, whyMade } from './release-words.tsx';

const shownAtOnce = 50;

interface GroupedChangesProps {
  readonly kind: ReleasedKind;
  readonly group: ChangeGroup;
  readonly number: number;
  readonly other: number;
  readonly actionOf: (change: ShownChange, name: string) => ChangeAction | undefined;
}

/** `1,000 phrases · added · Jana Nová · release 41`, and the rows page by page when it is opened. */
function GroupedChanges({ kind, group, ...compared }: GroupedChangesProps) {
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

/** The other release in the address, `?release=42&with=38`; null for the one before, which shows what the release itself changed. */
export function useComparedWith(): number | null {
  const [address] = useAddress();
  return releaseIn(address['with']);
}

export function CompareWith({ number }: { readonly number: number }) {
  const [, change] = useAddress();
  const before = number > 1 ? number - 1 : null;
  const other = useComparedWith() ?? before;
  return (
    <span className={classes.compareWith}>
      <Text span size="sm" c="dimmed" aria-hidden>
        {t('Compare with')}
      </Text>
      <ReleasePicker
        label={t('Compare with')}
        value={other === null ? '' : String(other)}
        pick={(value) => change({ with: Number(value) === before ? undefined : value })}
        known={[before]}
        except={number}
        width={92}
      />
    </span>
  );
}

interface ComparisonProps {
  readonly kinds: readonly ReleasedKind[];
  readonly release: ReleaseDetail;
  readonly other: number;
  readonly restore: ReturnType<typeof useRestore>['restore'];
  readonly record: string;
}

export const ReleaseComparison = ({ other, ...props }: ComparisonProps) => (
  <Loaded
    key={other}
    query={query(compareReleases, { number: props.release.number, with: other })}
    skeleton={<RowSkeletons count={4} />}
  >
    {(compared) => <Differences compared={compared} {...props} />}
  </Loaded>
);

function Differences({
  compared: { from, to, counts, changes, groups },
  kinds,
  release,
  restore,
  record,
}: Omit<ComparisonProps, 'other'> & { readonly compared: Compared }) {
  const isLive = to === release.number && release.is_live;
  const newer = { number: to, is_live: isLive, can_restore: !isLive, previous: { number: from, can_restore: true } };
  const actionOf = useChangeActions(newer, restore, record);
  if (changes.length + groups.length === 0)
    return <Text size="sm">{t('Releases {from} and {to} hold the same.', { from: String(from), to: String(to) })}</Text>;
  return (
    <>
      <Text size="sm" mb={8}>
        {t('What changed from release {from} to release {to}:', { from: String(from), to: String(to) })}
      </Text>
      <ReleaseChanges
        kinds={kinds}
        counts={counts}
        changes={changes}
        actionOf={actionOf}
        groups={groups}
        groupOf={(group, kind) => <GroupedChanges kind={kind} group={group} number={to} other={from} actionOf={actionOf} />}
      />
    </>
  );
}
