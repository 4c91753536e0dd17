import { Button, Text } from '@mantine/core';
import { KeyRound, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useAction } from '#ui/calls/queries.ts';
import { type Column, PlainTable } from '#ui/list/table.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { confirmNewSecret } from '#features/developer/credentials/screen/client-secret.tsx';
import { deleteKey, type Key, listKeys, rotateKey } from '#features/developer/credentials/keys.contract.ts';
import { KeyDrawer, type NewKey, rightNames } from './key-drawer.tsx';

export function KeysPanel() {
  const { data, error, refetch } = useQuery(query(listKeys, {}));
  const [address, change] = useAddress();
  const [made, setMade] = useState<NewKey | null>(null);
  const edited = address['edit'];
  const key = data?.keys.find(({ id }) => String(id) === edited) ?? null;
  const leaveForm = () => change({ edit: undefined });
  const close = () => {
    leaveForm();
    setMade(null);
  };
  return (
    <Panel
      title={t('API keys')}
      text={t('One per page or server, each with rights of its own.')}
      actions={
        <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => change({ edit: 'new' })}>
          {t('Add key')}
        </Button>
      }
    >
      {data ? (
        <Keys keys={data.keys} onMade={setMade} />
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <RowSkeletons count={2} />
      )}
      <KeyDrawer
        isOpen={edited === 'new' || key !== null || made !== null}
        shown={key}
        made={made}
        onMade={setMade}
        leaveForm={leaveForm}
        close={close}
      />
    </Panel>
  );
}

interface KeysProps {
  readonly keys: readonly Key[];
  readonly onMade: (key: NewKey) => void;
}

function Keys({ keys, onMade }: KeysProps) {
  const [, change] = useAddress();
  const rotate = useAction(rotateKey, { refreshes: [listKeys] });
  const remove = useAction(deleteKey, { refreshes: [listKeys], done: t('Deleted.') });
  const rotated = async ({ id, name }: Key) => {
    const keepsOld = await confirmNewSecret();
    if (keepsOld !== null) rotate.mutate({ id, keeps_old: keepsOld }, { onSuccess: ({ key }) => onMade({ name, key }) });
  };
  const actions = (row: Key): RowAction[] => [
    { label: t('Edit'), icon: Pencil, shortcut: 'e', run: () => change({ edit: String(row.id) }) },
    { label: t('Generate a new secret'), icon: RefreshCw, run: () => void rotated(row) },
    {
      label: t('Delete'),
      icon: Trash2,
      shortcut: 'Delete',
      question: { text: t('Calls with “{name}” will fail.', { name: row.name }), yes: t('Delete') },
      run: () => remove.mutate({ id: row.id }),
    },
  ];
  if (keys.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <KeyRound size={14} aria-hidden /> {t('No keys yet: the client ID searches, the secret sends items.')}
      </Text>
    );
  return <PlainTable label={t('API keys')} rows={keys} columns={columns()} keyOf={({ id }) => id} actions={actions} />;
}

const columns = (): Column<Key>[] => [
  { name: 'name', title: t('Name'), cell: ({ name }) => name },
  { name: 'beginning', title: t('Begins with'), cell: ({ beginning }) => <code>{beginning}…</code>, isTitledOnCard: true },
  {
    name: 'rights',
    title: t('Rights'),
    cell: ({ rights }) => formats.list(rights.map((right) => rightNames()[right])),
    isTitledOnCard: true,
  },
  { name: 'origins', title: t('Pages'), cell: ({ origins }) => origins.join(', ') || t('All'), isTitledOnCard: true },
  {
    name: 'last_used_at',
    title: t('Last used'),
    cell: ({ last_used_at: at }) => (at === null ? t('Never') : <Moment at={at} />),
    isTitledOnCard: true,
  },
  { name: 'expires_at', title: t('Expires'), cell: (key) => <Expiry shown={key} />, isTitledOnCard: true },
];

function Expiry({ shown: { expires_at: at, is_expired: isExpired, old_until: oldUntil } }: { readonly shown: Key }) {
  return (
    <>
      {at === null ? t('Never') : isExpired ? <Text c="red">{t('Expired')}</Text> : formats.moment(at)}
      {oldUntil !== null && (
        <Text size="xs" c="dimmed">
          {t('The old secret works until {moment}.', { moment: formats.moment(oldUntil) })}
        </Text>
      )}
    </>
  );
}
