import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { query, useAction } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { kindOf, rowName } from '#ui/releases/released-kind.ts';
import { useReleasedKinds } from '#ui/releases/released-kinds.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { ReleaseChange } from './release-change.tsx';
import {
  readWaiting,
  readWaitingChanges,
  takeBackWaiting,
  type WaitingChange,
} from '#features/search-settings/releases/releases.contract.ts';
import classes from './releases.module.css';

interface WaitingDrawerProps {
  readonly count: number;
  readonly regenerate: () => void;
}

/** Lists the changes that wait, and what each will do. Its address is `?waiting=1`. */
export function WaitingDrawer({ count, regenerate }: WaitingDrawerProps) {
  const [{ waiting }, change] = useAddress();
  const block = useSavingBlock();
  const close = () => change({ waiting: undefined });
  return (
    <SideDrawer isOpen={waiting !== undefined} title={t('Waiting changes')} onClose={close}>
      <Stack gap={16}>
        {count === 0 ? (
          <Text size="sm">{t('Nothing waits for midnight.')}</Text>
        ) : (
          <Loaded query={query(readWaitingChanges, {})} skeleton={<Skeleton height={56} aria-hidden />}>
            {({ changes }) => <Rows changes={changes} count={count} />}
          </Loaded>
        )}
        {count > 0 && (
          <Group justify="flex-end">
            <Button
              disabled={block !== undefined}
              title={block}
              onClick={() => {
                regenerate();
                close();
              }}
            >
              {t('Regenerate')}
            </Button>
          </Group>
        )}
      </Stack>
    </SideDrawer>
  );
}

function Rows({ changes, count }: { readonly changes: readonly WaitingChange[]; readonly count: number }) {
  const more = count - changes.length;
  return (
    <>
      <ul className={classes.changes}>
        {changes.map((change) => (
          <Row key={`${change.source} ${change.id}`} change={change} />
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
        <Text size="xs" c="dimmed">
          {kind.title(t)} · {user !== null && `${user}, `}
          <Moment at={at} />
        </Text>
      }
    />
  );
}
