import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { query } from '#console-kit/calls/queries.ts';
import { kindOf, rowName, type ReleasedKind } from '#console-kit/releases/released-kind.ts';
import { useSavingBlock } from '#console-kit/session/saving.ts';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { ChangeMark, CollectionName } from './change-mark.tsx';
import { useRegenerate } from './regeneration-watch.tsx';
import { readWaiting } from './releases.contract.ts';
import classes from './releases.module.css';

const moments = {
  atMidnight: msg('at midnight'),
  onPublish: msg('once published'),
  onUpdate: msg('once the collection is updated'),
} as const;

/** Saved changes that customers don't see yet, and what makes them live. */
export function WaitingChanges({ kinds }: { readonly kinds: readonly ReleasedKind[] }) {
  const t = useText();
  const block = useSavingBlock();
  const { data } = useQuery(query(readWaiting, {}));
  const { regenerate, isStarting } = useRegenerate();
  if (!data || data.rows.length === 0) return null;
  const isRunning = data.regeneration?.finished_at === null;
  const isMidnight = data.rows.some(({ goes_live: moment }) => moment === 'atMidnight');
  return (
    <Alert color="gray" mb={12} icon={<Clock size={18} aria-hidden color="var(--aisle-waiting)" />}>
      <Group justify="space-between" gap={12} align="flex-start">
        <Text size="sm" fw={600}>
          {t('{count} changes wait to go live', { count: data.rows.length })}
        </Text>
        {isMidnight && (
          <Button
            size="xs"
            variant="default"
            loading={isRunning || isStarting}
            disabled={block !== undefined}
            title={block ?? t('Apply now instead of at midnight.')}
            onClick={regenerate}
          >
            {t('Regenerate')}
          </Button>
        )}
      </Group>
      <ul className={classes.changes}>
        {data.rows.map((row) => (
          <li key={`${row.source} ${row.id}`} className={classes.change}>
            <ChangeMark kind={row.kind} />
            <Text size="sm" className={classes.what ?? ''}>
              {rowName(t, kindOf(kinds, row.source), row)} <CollectionName id={row.collection_id} />
              <Text span size="sm" c="dimmed">
                {' · '}
                {t(moments[row.goes_live])}
                {row.user !== null && ` · ${row.user}`}
              </Text>
            </Text>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
