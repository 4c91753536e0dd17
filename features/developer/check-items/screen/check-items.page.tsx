import { Pencil, RefreshCw, ScanSearch, SearchX, Target } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { Spark } from '#ui/charts/spark.tsx';
import { useCollection } from '#ui/collection/collection.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import { CrudPage } from '#ui/crud/crud-page.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { AlertAbove, CheckedState, PlaceChange, PlaceNow, QueryLink, WatchedItem } from './check-cells.tsx';
import { CheckHistory } from './check-history.tsx';
import {
  type CheckItem,
  checkItems,
  checkNow,
  countAlerts,
  readCheckHistory,
} from '#features/developer/check-items/check-items.contract.ts';
import { watchedName } from './check-words.tsx';
import { ItemInput } from './item-input.tsx';
import { QueryInput } from './place-now.tsx';
import { ProposedItems } from './proposed-items.tsx';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useAction } from '#ui/calls/queries.ts';
import type { CrudState } from '#ui/crud/crud.ts';

const askAgainMs = 1_500;

const shownBy = [checkItems.list, checkItems.read, readCheckHistory, countAlerts];

function CheckNowButton({ c }: { readonly c: number }) {
  const block = useSavingBlock();
  const { mutate, isPending } = useCheckNow();
  return (
    <Button
      variant="default"
      leftSection={<RefreshCw size={16} aria-hidden />}
      loading={isPending}
      disabled={block !== undefined}
      title={block}
      onClick={() => mutate({ c })}
    >
      {t('Check now')}
    </Button>
  );
}

const useCheckNow = () => useAction(checkNow, { refreshes: shownBy });

/** Asks again while checks are under way, so that what they find is seen without anybody reloading. */
function FollowChecks({ crud }: { readonly crud: CrudState<typeof checkItems> }) {
  const isChecking = crud.list.rows?.some(({ is_checking: isOne }) => isOne) ?? false;
  const { renew } = crud;
  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setInterval(() => void renew(), askAgainMs);
    return () => clearInterval(timer);
  });
  return null;
}

export default function CheckItemsPage() {
  const collection = useCollection();
  const actions = useCheckActions();
  const c = collection?.id ?? 0;
  return (
    <CrudPage
      calls={checkItems}
      icon={Target}
      words={{
        title: t('Check items'),
        purpose: t('Watch the place of an item for a query.'),
        search: t('Search check items'),
        add: t('Add check item'),
        edit: t('Edit check item'),
        remove: t('Delete check item'),
        empty: t('Nothing watched yet'),
        why: t('Watch your best sellers for the queries that bring them.'),
      }}
      fields={{
        elastic_item_id: {
          label: t('Item'),
          cell: (row) => <WatchedItem row={row} />,
          input: (form) => <ItemInput c={c} form={form} />,
        },
        term: {
          label: t('Query'),
          cell: (row) => <QueryLink row={row} />,
          input: (form) => <QueryInput c={c} form={form} />,
        },
        position: { label: t('Place'), cell: (row) => <PlaceNow row={row} />, isNumber: true },
        change: { label: t('Moved'), cell: (row) => <PlaceChange row={row} /> },
        trend: {
          label: t('Trend'),
          cell: ({ history }) => <Spark values={history.map(({ position }) => position)} isInverted />,
          isWideOnly: true,
        },
        alert_above: {
          label: t('Alert above'),
          cell: (row) => <AlertAbove row={row} />,
          isNumber: true,
          isWideOnly: true,
          input: (form) => (
            <NumberField
              {...form.field('alert_above')}
              label={t('Alert above place')}
              description={t('0 only records.')}
              value={form.values.alert_above}
              onChange={(value) => form.set('alert_above', value as number)}
              min={0}
              range={t('A whole number, 0 or more.')}
              decimals={0}
              isNeeded
            />
          ),
        },
        checked_at: { label: t('State'), cell: (row) => <CheckedState row={row} /> },
      }}
      nameOf={nameOf}
      added={() => t('Saved. It is checked now.')}
      opens={({ id }) => ({ show: id })}
      actions={actions}
      refreshes={[countAlerts, readCheckHistory]}
      secondary={<CheckNowButton c={c} />}
      beginnings={<ProposedItems />}
      help={<Help />}
    >
      {(crud) => (
        <>
          <FollowChecks crud={crud} />
          <CheckHistory crud={crud} />
        </>
      )}
    </CrudPage>
  );
}

const nameOf = (row: CheckItem): string => `${watchedName(row)} – ${row.term}`;

function useCheckActions(): (row: CheckItem) => readonly RowAction[] {
  const navigate = useNavigate();
  const [, change] = useAddress();
  const block = useSavingBlock();
  const { mutate: check } = useCheckNow();
  return (row) => {
    const { id, collection_id: c, term: q, elastic_item_id: item, position } = row;
    const explain = (asked: Readonly<Record<string, string>>) =>
      void navigate(linkTo('/developer/query-tester', { c, q, ...asked }));
    const why: RowAction =
      position === null
        ? { label: t('Why is it missing?'), icon: SearchX, run: () => explain({ dialog: 'missing', missing: item }) }
        : { label: t('Why is it here?'), icon: ScanSearch, run: () => explain({ why: item }) };
    return [
      why,
      { label: t('Check now'), icon: RefreshCw, run: () => check({ c, ids: [id] }), disabledReason: block },
      { label: t('Edit check item'), icon: Pencil, run: () => change({ edit: id }), shortcut: 'e' },
    ];
  };
}

function Help() {
  return (
    <Sentences
      of={[
        t('A check item is one item for one query. Its place is counted from 1, as customers see it.'),
        t('It is on alert when its place is above what you set, or when it isn’t found at all. With 0 it is only recorded.'),
        t('Items are checked after each import and each release, every night, and when you ask for it.'),
        t('An alert is told once in the bell until it is over, and a release that would cause one is stopped before.'),
        t('An example: watch your best-selling kettle for “kettle”, and be told when it falls below place 10.'),
      ]}
    />
  );
}
