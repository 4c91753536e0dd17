import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { type LucideIcon, Minus, Pencil, Plus, Power, PowerOff, Undo2 } from 'lucide-react';
import { useAction } from '#console-kit/calls/queries.ts';
import { SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { useSavingBlock } from '#console-kit/session/saving.ts';
import { useAddress } from '#console-kit/state/address.ts';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { Moment } from '#console-kit/text/moment.tsx';
import { changeMarks } from './change-mark.tsx';
import { readWaiting, takeBackWaiting, type WaitingRow } from './releases.contract.ts';
import classes from './waiting-drawer.module.css';

/** Further rows are only counted. */
const shownRows = 200;

/** Kinds with few rows come first: a set of ignored terms would hide the one curation after it. */
const rareFirst = (rows: readonly WaitingRow[]): WaitingRow[] =>
  [...Map.groupBy(rows, ({ source }) => source).values()].toSorted((one, other) => one.length - other.length).flat();

const icons: Readonly<Record<WaitingRow['kind'], LucideIcon>> = {
  added: Plus,
  changed: Pencil,
  turnedOn: Power,
  turnedOff: PowerOff,
  began: Power,
  ended: PowerOff,
  deleted: Minus,
};

/** What waits for midnight, in one word. */
const kindWords: Readonly<Record<string, string>> = { curations: msg('curation'), stopwords: msg('ignored term') };

interface WaitingDrawerProps {
  readonly rows: readonly WaitingRow[];
  readonly regenerate: () => void;
}

/** Lists the changes that wait. Its address is `?waiting=1`. */
export function WaitingDrawer({ rows, regenerate }: WaitingDrawerProps) {
  const t = useText();
  const [{ waiting }, change] = useAddress();
  const block = useSavingBlock();
  const close = () => change({ waiting: undefined });
  return (
    <SideDrawer isOpen={waiting !== undefined} title={t('Waiting changes')} onClose={close}>
      <Stack gap={16}>
        {rows.length === 0 && <Text size="sm">{t('Nothing waits for midnight.')}</Text>}
        <ul className={classes.rows}>
          {rareFirst(rows)
            .slice(0, shownRows)
            .map((row) => (
              <Row key={`${row.source} ${row.id}`} row={row} />
            ))}
        </ul>
        {rows.length > shownRows && (
          <Text size="sm" c="dimmed">
            {t('and {count} more', { count: rows.length - shownRows })}
          </Text>
        )}
        {rows.length > 0 && (
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

function Row({ row: { source, id, kind, name, user, changed_at: at } }: { readonly row: WaitingRow }) {
  const t = useText();
  const Icon = icons[kind];
  const takeBack = useAction(takeBackWaiting, { refreshes: [readWaiting], done: t('Taken back.') });
  return (
    <li className={classes.row}>
      <Icon size={16} role="img" aria-label={t(changeMarks[kind].word)} className={classes.icon} />
      <div className={classes.what}>
        {name}
        <Text size="xs" c="dimmed">
          {kindWords[source] && `${t(kindWords[source])} · `}
          {user !== null && `${user}, `}
          <Moment at={at} />
        </Text>
      </div>
      <UnstyledButton
        className={classes.back ?? ''}
        aria-label={t('Take back “{name}”', { name })}
        title={t('Take back')}
        disabled={takeBack.isPending}
        onClick={() => takeBack.mutate({ source, id })}
      >
        <Undo2 size={16} aria-hidden />
      </UnstyledButton>
    </li>
  );
}
