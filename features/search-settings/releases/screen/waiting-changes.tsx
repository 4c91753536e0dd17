import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { kindOf, rowName, type ReleasedKind, screenOf } from '#ui/releases/released-kind.ts';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo } from '#ui/state/address.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { CollectionName } from './release-change.tsx';
import { listReleases, readWaiting, type WaitingRow } from '#features/search-settings/releases/releases.contract.ts';
import { Waiting } from './waiting.panel.tsx';
import classes from './releases.module.css';

const steps = {
  onPublish: msg('not published yet:'),
  onUpdate: msg('waiting until the collection is updated:'),
} as const;

const namedRows = 3;

interface WaitingChangesProps {
  readonly kinds: readonly ReleasedKind[];
}

export function WaitingChanges({ kinds }: WaitingChangesProps) {
  return (
    <>
      <Waiting refreshes={[listReleases]} />
      <WaitingForPeople kinds={kinds} />
    </>
  );
}

interface Group {
  readonly source: string;
  readonly collectionId: number | null;
  readonly step: keyof typeof steps;
  readonly rows: readonly [WaitingRow, ...WaitingRow[]];
}

function groupsOf(rows: readonly WaitingRow[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const { source, collection_id: collectionId, goes_live: step } = row;
    if (step === 'atMidnight') continue;
    const key = `${source} ${collectionId}`;
    const known = groups.get(key);
    groups.set(key, { source, collectionId, step, rows: known ? [...known.rows, row] : [row] });
  }
  return [...groups.values()];
}

function WaitingForPeople({ kinds }: WaitingChangesProps) {
  const { data } = useQuery(query(readWaiting, {}));
  const groups = groupsOf(data?.rows ?? []);
  if (groups.length === 0) return null;
  return (
    <NoticeBar
      icon={Clock}
      colour="var(--aisle-waiting)"
      label={t('Not live yet')}
      text={
        <ul className={classes.waiting}>
          {groups.map((group) => (
            <WaitingGroup key={`${group.source} ${group.collectionId}`} kind={kindOf(kinds, group.source)} group={group} />
          ))}
        </ul>
      }
    />
  );
}

function WaitingGroup({ kind, group: { collectionId, step, rows } }: { readonly kind: ReleasedKind; readonly group: Group }) {
  const { path, needs } = kind.screen;
  const [first] = rows;
  const names = [...new Set(rows.map((row) => rowName(t, kind, row)))];
  const more = names.length - namedRows;
  return (
    <li>
      <b>{kind.counted(t, rows.length)}</b> {t(steps[step])}{' '}
      <Text span size="sm" c="dimmed">
        {names.slice(0, namedRows).join(', ')} {more > 0 && t('and {count} more', { count: more })}{' '}
        <CollectionName id={collectionId} />
      </Text>{' '}
      <AllowedLink
        needs={needs}
        to={rows.length === 1 ? screenOf(kind, first) : linkTo(path, collectionId === null ? {} : { c: collectionId })}
      >
        {t('Show')}
      </AllowedLink>
    </li>
  );
}
