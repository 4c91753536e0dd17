import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#console-kit/calls/queries.ts';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { RowSkeletons } from '#console-kit/page/states.tsx';
import type { ReleasedKind } from '#console-kit/releases/released-kind.ts';
import { useAddress } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { useChangeActions } from './change-actions.tsx';
import { ReleaseChanges } from './release-changes.tsx';
import { isHeld } from './release-menu.tsx';
import { compareReleases, listReleases, type ReleaseComparison as Compared, type ReleaseDetail } from './releases.contract.ts';
import classes from './releases.module.css';
import type { useRestore } from './use-restore.tsx';

/** So many of the newest are offered; others are found by their number. */
const offeredReleases = 100;

const numberIn = (text: string | undefined): number | null => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null);

/** The other release of the address, `?release=42&with=38`; null for the one before, which is what the release itself changed. */
export function useComparedWith(): number | null {
  const [address] = useAddress();
  return numberIn(address['with']);
}

/** Chooses the other release: one of the newest, or any by its number. */
export function CompareWith({ number }: { readonly number: number }) {
  const t = useText();
  const [, change] = useAddress();
  const before = number > 1 ? number - 1 : null;
  const other = useComparedWith() ?? before;
  const [typed, setTyped] = useState('');
  const { data } = useQuery(query(listReleases, { per_page: offeredReleases }));
  const kept = (data?.items ?? []).filter(isHeld).map((release) => release.number);
  const offered = new Set([...kept, ...[numberIn(typed), other, before].filter((one) => one !== null)]);
  offered.delete(number);
  return (
    <span className={classes.compareWith}>
      <Text span size="sm" c="dimmed" aria-hidden>
        {t('Compare with')}
      </Text>
      <Select
        aria-label={t('Compare with')}
        placeholder="–"
        data={[...offered].sort((one, next) => next - one).map(String)}
        value={other === null ? null : String(other)}
        onChange={(value) => change({ with: value === null || Number(value) === before ? undefined : value })}
        searchable
        allowDeselect={false}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={t('Type the number of a release.')}
        comboboxProps={{ width: 'max-content', position: 'bottom-end' }}
        w={92}
      />
    </span>
  );
}

interface ComparisonProps {
  readonly kinds: readonly ReleasedKind[];
  readonly release: ReleaseDetail;
  readonly other: number;
  readonly restore: ReturnType<typeof useRestore>['restore'];
  /** What is said of a release that is only a record. */
  readonly record: string;
}

/** How two releases differ, from the older one to the newer one. */
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
  const t = useText();
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
