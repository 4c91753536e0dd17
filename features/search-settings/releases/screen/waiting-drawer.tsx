import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { OutputOf } from '#contract/endpoint.ts';
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
import { readWaitingChanges, takeBackWaiting, type WaitingChange } from '#features/search-settings/releases/releases.contract.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import classes from './releases.module.css';

interface WaitingDrawerProps {
  readonly waiting: OutputOf<typeof readWaiting>;
}

/** Lists the changes that wait, and what each will do. Its address is `?waiting=1`. */
export function WaitingDrawer({ waiting: { rows, planned: plans, time_zone: zone } }: WaitingDrawerProps) {
  const [{ waiting }, change] = useAddress();
  const makeLive = useMakeLive();
  const block = useSavingBlock();
  return (
    <SideDrawer isOpen={waiting !== undefined} isWide title={t('Waiting changes')} onClose={() => change({ waiting: undefined })}>
      <Stack gap={16}>
        {rows.length === 0 ? (
          <Text size="sm">{t('Everything saved is live.')}</Text>
        ) : (
          <Loaded query={query(readWaitingChanges, {})} skeleton={<Skeleton height={56} aria-hidden />}>
            {({ changes }) => (
              <>
                <Rows changes={changes.filter(({ planned }) => planned === null)} />
                {rows.some(({ planned }) => planned === null) && (
                  <Group justify="flex-end">
                    <Button disabled={block !== undefined} title={block} onClick={() => makeLive()}>
                      {t('Publish')}
                    </Button>
                  </Group>
                )}
                {plans.map(({ id, name, publish_at: at }) => (
                  <div key={id}>
                    <Text fw={600} size="sm" mt={12}>
                      {planTitle(name, formats.comingIn(at, zone))}
                    </Text>
                    <Rows changes={changes.filter(({ planned }) => planned === id)} />
                  </div>
                ))}
                {rows.length > changes.length && (
                  <Text size="sm" c="dimmed">
                    {t('and {count} more', { count: rows.length - changes.length })}
                  </Text>
                )}
              </>
            )}
          </Loaded>
        )}
      </Stack>
    </SideDrawer>
  );
}

const planTitle = (name: string, date: string): string =>
  name === '' ? t('Goes live on {date}.', { date }) : t('“{name}” goes live on {date}', { name, date });

const Rows = ({ changes }: { readonly changes: readonly WaitingChange[] }) => (
  <ul className={classes.changes}>
    {changes.map((change) => (
      <Row key={`${change.source} ${change.id}`} change={change} />
    ))}
  </ul>
);

function Row({ change }: { readonly change: WaitingChange }) {
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
        </Text>
      }
    />
  );
}
