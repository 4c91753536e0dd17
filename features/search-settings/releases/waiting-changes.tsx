import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { query } from '#console-kit/calls/queries.ts';
import { kindOf, rowName, type ReleasedKind } from '#console-kit/releases/released-kind.ts';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { ChangeMark, CollectionName } from './change-mark.tsx';
import { listReleases, readWaiting } from './releases.contract.ts';
import { Waiting } from './waiting.panel.tsx';
import classes from './releases.module.css';

const moments = {
  onPublish: msg('once published'),
  onUpdate: msg('once the collection is updated'),
} as const;

/** Saved changes that customers don't see yet: those of the next midnight in a bar, and those that somebody has to publish or update. */
export function WaitingChanges({ kinds }: { readonly kinds: readonly ReleasedKind[] }) {
  return (
    <>
      <Waiting refreshes={[listReleases]} />
      <WaitingForPeople kinds={kinds} />
    </>
  );
}

function WaitingForPeople({ kinds }: { readonly kinds: readonly ReleasedKind[] }) {
  const t = useText();
  const { data } = useQuery(query(readWaiting, {}));
  const rows = (data?.rows ?? []).flatMap(({ goes_live: moment, ...row }) =>
    moment === 'atMidnight' ? [] : { ...row, moment: moments[moment] },
  );
  if (rows.length === 0) return null;
  return (
    <Alert
      color="gray"
      mb={12}
      icon={<Clock size={18} aria-hidden color="var(--aisle-waiting)" />}
      title={t('{count} changes wait to go live', { count: rows.length })}
    >
      <ul className={classes.changes}>
        {rows.map((row) => (
          <li key={`${row.source} ${row.id}`} className={classes.change}>
            <ChangeMark kind={row.kind} />
            <Text size="sm" className={classes.what ?? ''}>
              {rowName(t, kindOf(kinds, row.source), row)} <CollectionName id={row.collection_id} />
              <Text span size="sm" c="dimmed">
                {' · '}
                {t(row.moment)}
                {row.user !== null && ` · ${row.user}`}
              </Text>
            </Text>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
