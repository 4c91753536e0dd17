import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { query, useAction } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { kindOf, rowName } from '#ui/releases/released-kind.ts';
import { useReleasedKinds } from '#ui/releases/released-kinds.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { formats } from '#ui/text/format.ts';
import { useMakeLive } from './make-live.panel.tsx';
import { Moment } from '#ui/text/moment.tsx';
import { ReleaseChange } from './release-change.tsx';
import {
  type Planned,
  readWaiting,
  readWaitingChanges,
  takeBackWaiting,
  type WaitingChange,
  type WaitingRow,
} from '#features/search-settings/releases/releases.contract.ts';
import classes from './releases.module.css';

interface WaitingDrawerProps {
  readonly rows: readonly WaitingRow[];
  readonly plans: readonly Planned[];
  readonly zone: string;
}

/** Lists the changes that wait, and what each will do. Its address is `?waiting=1`. */
export function WaitingDrawer({ rows, plans, zone }: WaitingDrawerProps) {
  const [{ waiting }, change] = useAddress();
  const makeLive = useMakeLive();
  const block = useSavingBlock();
  const momentOf = (id: number | null) => plans.find((plan) => plan.id === id)?.publish_at;
  return (
    <SideDrawer isOpen={waiting !== undefined} title={t('Waiting changes')} onClose={() => change({ waiting: undefined })}>
      <Stack gap={16}>
        {rows.length === 0 ? (
          <Text size="sm">{t('Everything saved is live.')}</Text>
        ) : (
          <Loaded query={query(readWaitingChanges, {})} skeleton={<Skeleton height={56} aria-hidden />}>
            {({ changes }) => <Rows changes={changes} count={rows.length} dateOf={dateOf} />}
          </Loaded>
        )}
        {rows.some(({ planned }) => planned === null) && (
          <Group justify="flex-end">
            <Button disabled={block !== undefined} title={block} onClick={makeLive}>
              {t('Make live')}
            </Button>
          </Group>
        )}
      </Stack>
    </SideDrawer>
  );

  function dateOf({ planned }: WaitingChange): string | undefined {
    const at = momentOf(planned);
    return at === undefined ? undefined : formats.comingIn(at, zone);
  }
}

interface RowsProps {
  readonly changes: readonly WaitingChange[];
  readonly count: number;
  readonly dateOf: (change: WaitingChange) => string | undefined;
}

function Rows({ changes, count, dateOf }: RowsProps) {
  const more = count - changes.length;
  return (
    <>
      <ul className={classes.changes}>
        {changes.map((change) => (
          <Row key={`${change.source} ${change.id}`} change={change} date={dateOf(change)} />
        ))}
      </ul>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t('and {count} more', { count: more })}
        </Text>
      )}
    </>
  );
}

function Row({ change, date }: { readonly change: WaitingChange; readonly date: string | undefined }) {
  const takeBack = useAction(takeBackWaiting, { refreshes: [readWaiting, readWaitingChanges], done: t('Withdrawn.') });
  const { source, id, user, changed_at: at } = change;
  const kind = kindOf(useReleasedKinds(), source);
  return (
    <ReleaseChange
      kind={kind}
      change={change}
      action={{
        label: t('Withdraw'),
        name: t('Withdraw “{name}”', { name: rowName(t, kind, change) }),
        run: () => takeBack.isPending || takeBack.mutate({ source, id }),
      }}
      note={
        <Text span size="xs" c="dimmed">
          {kind.title(t)} · {user !== null && `${user}, `}
          <Moment at={at} />
          {date !== undefined && ` · ${t('goes live on {date}', { date })}`}
        </Text>
      }
    />
  );
}
