import { Text } from '@mantine/core';
import { query } from '#console-kit/calls/queries.ts';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { RowSkeletons } from '#console-kit/page/states.tsx';
import type { ReleasedKind } from '#console-kit/releases/released-kind.ts';
import { useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { useChangeActions } from './change-actions.tsx';
import { GroupedChanges } from './grouped-changes.tsx';
import { ReleaseChanges } from './release-changes.tsx';
import { releaseIn, ReleasePicker } from './release.picker.tsx';
import {
  compareReleases,
  type ReleaseComparison as Compared,
  type ReleaseDetail,
} from '#features/search-settings/releases/releases.contract.ts';
import classes from './releases.module.css';
import type { useRestore } from './use-restore.tsx';

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
