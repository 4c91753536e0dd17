import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { maximumFixitLength } from '#contract/limits.ts';
import { maximumPageSize } from '#contract/page.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { RecordDrawer } from '#ui/crud/record-drawer.tsx';
import { AddButton } from '#ui/page/allowed-button.tsx';
import { idOf, useCrudOf, usualActions } from '#ui/crud/crud.ts';
import { columnsOf } from '#ui/crud/row-fields.ts';
import { useStateColumn } from '#ui/crud/rule-state.tsx';
import { useShortRows } from '#ui/list/list.ts';
import { Table } from '#ui/list/table.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { useAddress } from '#ui/state/address.ts';
import { folded } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { ImpactPart } from '#features/analytics/impact/screen/impact.panel.tsx';
import { useFixitFields, useFixitStates } from './fixit-fields.tsx';
import { besideFixit } from './fixit-effect.tsx';
import { type Fixit, fixits } from '#features/search-settings/fixit/fixit.contract.ts';

interface FixitsOfQueryProps {
  readonly query: string;
  readonly actingId: number | undefined;
  readonly refreshes: readonly Pick<Endpoint, 'path'>[];
}

export function FixitsOfQuery(props: FixitsOfQueryProps) {
  const refusal = useRefusal('search');
  if (refusal === undefined) return <Fixits {...props} />;
  return (
    <Panel title={t('Replacing terms')}>
      <Text size="sm" c="dimmed">
        {refusal}
      </Text>
    </Panel>
  );
}

function Fixits({ query, actingId, refreshes }: FixitsOfQueryProps) {
  const [, change] = useAddress();
  const fields = useFixitFields();
  const list = useShortRows<Fixit>(useFixitsOf(query, actingId), {
    term: ({ term }) => term,
    catalog_term: ({ catalog_term: by }) => by,
    uses: ({ rule_uses: uses }) => uses ?? 0,
    users: ({ unique_users: users }) => users ?? 0,
  });
  const crud = useCrudOf(fixits, list, { nameOf: ({ term }) => term, refreshes });
  const add = t('Add replacing term');
  const columns = columnsOf(fixits, fields);
  const state = useStateColumn(useFixitStates(list.rows ?? []));
  return (
    <Panel
      title={t('Replacing terms')}
      actions={
        query.length <= maximumFixitLength && (
          <AddButton label={add} isQuiet onClick={() => change({ edit: 'new', term: query })} />
        )
      }
    >
      <Table
        label={t('Replacing terms')}
        list={list}
        columns={[...columns, state]}
        keyOf={idOf}
        opens={({ id }) => ({ edit: id })}
        actions={usualActions(crud)}
        empty={
          <Text size="sm" c="dimmed">
            {t('No replacing term applies.')}
          </Text>
        }
      />
      <RecordDrawer
        crud={crud}
        add={add}
        fields={fields}
        beside={besideFixit}
        below={({ id }) => <ImpactPart of={{ source: 'fixits', id }} />}
      />
    </Panel>
  );
}

function useFixitsOf(query: string, actingId: number | undefined) {
  const isPossible = query.length <= maximumFixitLength;
  const said = useQuery({
    ...followingQuery(fixits.list, { search: isPossible ? query : '', order: 'asc', page: 1, per_page: maximumPageSize }),
    enabled: isPossible,
  });
  const acting = useQuery({ ...followingQuery(fixits.read, { id: actingId ?? 0 }), enabled: actingId !== undefined });
  const isSaid = ({ term, catalog_term: by }: Fixit) => [term, by].some((text) => folded(text) === folded(query));
  const rows = new Map(
    [...(actingId === undefined || !acting.data ? [] : [acting.data]), ...(said.data?.items ?? []).filter(isSaid)].map(
      (row) => [row.id, row] as const,
    ),
  );
  return {
    data: isPossible && said.data === undefined ? undefined : [...rows.values()],
    error: said.error ?? acting.error,
    isFetching: said.isFetching || acting.isFetching,
    refetch: () => Promise.all([said.refetch(), acting.refetch()]),
  };
}
