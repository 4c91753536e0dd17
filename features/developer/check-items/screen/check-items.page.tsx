import { Plus, RefreshCw, ScanSearch, SearchX, Target } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { Spark } from '#ui/charts/spark.tsx';
import { CollectionPage } from '#ui/collection/collection-page.tsx';
import { NumberField } from '#ui/form/number-field.tsx';
import { type CrudState, useCrud, editAction, removeAction } from '#ui/crud/crud.ts';
import { RecordDrawer } from '#ui/crud/record-drawer.tsx';
import { columnsOf, type RowFields } from '#ui/crud/row-fields.ts';
import { RowsPage } from '#ui/crud/crud-page.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { AlertAbove, CheckedState, PlaceChange, PlaceNow, QueryLink, WatchedItem, watchedName } from './check-cells.tsx';
import { CheckHistory } from './check-history.tsx';
import {
  type CheckItem,
  checkItems,
  checkNow,
  countAlerts,
  readCheckHistory,
  readProposals,
} from '#features/developer/check-items/check-items.contract.ts';
import { ItemInput, QueryInput } from './check-inputs.tsx';
import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { query, useAction } from '#ui/calls/queries.ts';
import { useQuery } from '@tanstack/react-query';
import { useCollection } from '#ui/collection/collection.ts';
import classes from './check-items.module.css';

const askAgainMs = 1_500;
const shownBy = [checkItems.list, checkItems.read, readCheckHistory, countAlerts];
const keys = ['sort', 'order', 'edit', 'show'];
const frame = () => ({ title: t('Check items'), purpose: t('Watch the place of an item for a query.'), help: <Help /> });
const nameOf = (row: CheckItem): string => `${watchedName(row)} – ${row.term}`;
const refreshes = [countAlerts, readCheckHistory];

export default function CheckItemsPage() {
  return (
    <CollectionPage keys={keys} frame={frame()}>
      {({ id }) => <CheckItems c={id} />}
    </CollectionPage>
  );
}

function CheckItems({ c }: { readonly c: number }) {
  const actionsOf = useCheckActions();
  const crud = useCrud(checkItems, { nameOf, added: () => t('Saved.'), scope: { c }, refreshes });
  const fields = fieldsOf(c);
  const add = t('Add check item');
  useFollowedChecks(crud);
  return (
    <RowsPage
      crud={crud}
      frame={{ ...frame(), secondary: <CheckNowButton c={c} /> }}
      words={{
        add,
        search: t('Search the list'),
        empty: t('No check items yet'),
        why: t('Watch best sellers for the queries that find them.'),
        beginnings: <ProposedItems />,
      }}
      icon={Target}
      columns={columnsOf(checkItems, fields)}
      add={() => crud.open('new')}
      opens={({ id }) => ({ show: id })}
      actions={(row) => [...actionsOf(row), editAction(() => crud.open(row)), removeAction(crud, row)]}
    >
      <RecordDrawer crud={crud} add={add} fields={fields} />
      <CheckHistory crud={crud} />
    </RowsPage>
  );
}

const fieldsOf = (c: number): RowFields<typeof checkItems> => ({
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
        range={t('Enter a whole number.')}
        decimals={0}
        isNeeded
      />
    ),
  },
  checked_at: { label: t('State'), cell: (row) => <CheckedState row={row} /> },
});

const useCheckNow = () => useAction(checkNow, { refreshes: shownBy });

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

/** Polls while checks are under way. */
function useFollowedChecks({ list, renew }: CrudState<typeof checkItems>): void {
  const isChecking = list.rows?.some(({ is_checking: isOne }) => isOne) ?? false;
  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setInterval(() => void renew(), askAgainMs);
    return () => clearInterval(timer);
  });
}

function useCheckActions(): (row: CheckItem) => readonly RowAction[] {
  const navigate = useNavigate();
  const block = useSavingBlock();
  const { mutate: check } = useCheckNow();
  return ({ id, collection_id: c, term: q, elastic_item_id: item, position }) => {
    const explain = (asked: Readonly<Record<string, string>>) =>
      void navigate(linkTo('/developer/query-tester', { c, q, ...asked }));
    const why: RowAction =
      position === null
        ? { label: t('Why is it missing?'), icon: SearchX, run: () => explain({ dialog: 'missing', missing: item }) }
        : { label: t('Why is it here?'), icon: ScanSearch, run: () => explain({ why: item }) };
    return [why, { label: t('Check now'), icon: RefreshCw, run: () => check({ c, ids: [id] }), disabledReason: block }];
  };
}

function Help() {
  return (
    <Sentences
      of={[
        t('It is on alert when its place is above what you set, or when it isn’t found at all.'),
        t('Checked after each import and release, every night, and on request.'),
        t('You’re notified once per alert. Publishing a release that would cause one asks you first.'),
      ]}
    />
  );
}

function ProposedItems() {
  const collection = useCollection();
  const [, change] = useAddress();
  const { data: proposals = [] } = useQuery({
    ...query(readProposals, { c: collection?.id ?? 0 }),
    enabled: collection !== null,
  });
  if (proposals.length === 0) return null;
  return (
    <ul className={classes.proposals}>
      {proposals.map(({ term, elastic_item_id, name }) => (
        <li key={term}>
          <span>
            {name}
            <Text size="xs" c="dimmed">
              {term}
            </Text>
          </span>
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden />}
            aria-label={t('Watch {item} for “{query}”', { item: name, query: term })}
            onClick={() => change({ edit: 'new', term, elastic_item_id })}
          >
            {t('Watch')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
