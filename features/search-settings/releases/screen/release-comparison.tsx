import { Text } from '@mantine/core';
import { query } from '#ui/calls/queries.ts';
import { Loaded, RowSkeletons } from '#ui/page/states.tsx';
import type { ReleasedKind } from '#ui/releases/released-kind.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { ReleaseChanges } from './release-changes.tsx';
import { releaseIn, ReleasePicker } from './release.picker.tsx';
import {
  compareReleases,
  type ReleaseComparison as Compared,
  type ReleaseDetail,
  type ShownChange,
} from '#features/search-settings/releases/releases.contract.ts';
import classes from './releases.module.css';
import type { useRestore } from './use-restore.tsx';
import { useCollections } from '#ui/collection/collection.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import type { ChangeAction } from './release-change.tsx';

type ChangedTo = Pick<ReleaseDetail, 'number' | 'can_restore' | 'is_live' | 'previous'>;

/** A live change can be undone. If the row has changed since, it can be restored to what it was in this release. */
export function useChangeActions(
  { number, can_restore: canRestore, is_live: isLive, previous }: ChangedTo,
  restore: ReturnType<typeof useRestore>['restore'],
  record: string,
): (change: ShownChange, name: string) => ChangeAction | undefined {
  const block = useSavingBlock();
  const { collections } = useCollections();
  return ({ source, id, collection_id: collectionId, is_live: isChangeLive }, name) => {
    if (isChangeLive && previous === null) return undefined;
    const isGone = collectionId !== null && collections?.every((one) => one.id !== collectionId) === true;
    const isKept = isChangeLive ? previous?.can_restore === true : canRestore || isLive;
    const disabledReason = block ?? (isGone ? t('Its collection no longer exists.') : isKept ? undefined : record);
    const rule = { source, id };
    if (isChangeLive && previous !== null) {
      const yes = t('Undo');
      const title = t('Undo the change of “{name}”?', { name });
      const undo = { number: previous.number, undoes: number, rule, title, yes };
      return { label: yes, disabledReason, run: () => void restore(undo) };
    }
    const yes = t('Restore');
    return {
      label: yes,
      disabledReason,
      run: () => void restore({ number, rule, title: t('Restore “{name}”?', { name }), yes }),
    };
  };
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
  compared: { from, to, counts, changes },
  kinds,
  release,
  restore,
  record,
}: Omit<ComparisonProps, 'other'> & { readonly compared: Compared }) {
  const isLive = to === release.number && release.is_live;
  const newer = { number: to, is_live: isLive, can_restore: !isLive, previous: { number: from, can_restore: true } };
  const actionOf = useChangeActions(newer, restore, record);
  if (changes.length === 0)
    return <Text size="sm">{t('Releases {from} and {to} hold the same.', { from: String(from), to: String(to) })}</Text>;
  return (
    <>
      <Text size="sm" mb={8}>
        {t('What changed from release {from} to release {to}:', { from: String(from), to: String(to) })}
      </Text>
      <ReleaseChanges kinds={kinds} counts={counts} changes={changes} actionOf={actionOf} />
    </>
  );
}
