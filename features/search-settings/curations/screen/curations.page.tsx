import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { ListChecks, Pin, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { query } from '#ui/calls/queries.ts';
import { CollectionPage } from '#ui/collection/collection-page.tsx';
import { Count } from '#ui/list/count.tsx';
import { useCrud } from '#ui/crud/crud.ts';
import { editAction, orKeep, removeAction } from '#ui/crud/row-actions.ts';
import { columnsOf } from '#ui/crud/row-fields.ts';
import { RowsPage } from '#ui/crud/rows-page.tsx';
import { useStateColumn } from '#ui/crud/rule-state.tsx';
import { StateFilter } from '#ui/crud/state-filter.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { useFindingStates } from '#features/search-settings/linter/findings.panel.tsx';
import { FromServiceItem } from '#features/search-settings/rule-import/screen/from-service.panel.tsx';
import { RuleImpactDrawer, useImpactActions } from '#features/analytics/impact/screen/impact.panel.tsx';
import { readWaiting } from '#features/search-settings/releases/releases.contract.ts';
import { Waiting } from '#features/search-settings/releases/screen/waiting.panel.tsx';
import { GoneCount, LastChange, QueryBadges } from './curation-cells.tsx';
import { editorPath } from './editor/paths.ts';
import {
  type Curation,
  curations,
  readCurationQueries,
  readFrequentQuery,
} from '#features/search-settings/curations/curations.contract.ts';
import { SavedQueries } from './queries/saved-queries.panel.tsx';

const refreshes = [readWaiting, readFrequentQuery, readCurationQueries];
const usualSort = { sort: 'searches', order: 'desc' } as const;

const keys = ['sort', 'order', 'edit', 'state', 'queries', 'impact'];
const frame = () => ({
  title: t('Curations'),
  purpose: t('Choose which items come first for a query, and which never.'),
  help: <Help />,
});
const editorOf = ({ id, collection_id: c }: Curation) => linkTo(editorPath, { id, c });
const newEditor = () => linkTo(editorPath, { id: 'new' });

export default function CurationsPage() {
  return (
    <CollectionPage keys={keys} frame={frame()}>
      {({ id }) => <Curations c={id} />}
    </CollectionPage>
  );
}

function Curations({ c }: { readonly c: number }) {
  const [{ edit }, change] = useAddress();
  const navigate = useNavigate();
  const frequent = useFrequentQuery(c);
  const impactActions = useImpactActions();
  const crud = useCrud(curations, { nameOf: ({ name }) => name, scope: { c }, usualSort, refreshes });
  const state = useStateColumn(useCurationStates());
  const actions = orKeep(crud, (row) => [
    { label: t('Edit queries'), icon: ListChecks, run: () => change({ queries: row.id }) },
    ...impactActions(row.id),
    editAction(t('Edit curation'), () => void navigate(editorOf(row))),
    removeAction(crud, t('Delete curation'), row),
  ]);
  if (edit === 'new') return <Navigate {...newEditor()} replace />;
  return (
    <RowsPage
      crud={crud}
      frame={frame()}
      words={{
        search: t('Name, query or item'),
        add: t('Add curation'),
        empty: t('No curations yet'),
        why:
          frequent === null
            ? t('Put the items you want to sell first for a query, and hide those that should not come.')
            : t('For “{query}”, put the items you want to sell first.', { query: frequent }),
      }}
      icon={Pin}
      columns={[...columns(), state]}
      add={() => void navigate(newEditor())}
      opens={editorOf}
      actions={actions}
      filters={<StateFilter calls={curations} />}
      more={<FromServiceItem />}
      beginnings={frequent !== null && <AddFor frequent={frequent} />}
    >
      <Waiting refreshes={[curations.list]} />
      <SavedQueries crud={crud} />
      <RuleImpactDrawer source="curations" nameOf={(id) => crud.list.rows?.find((row) => row.id === id)?.name ?? `#${id}`} />
    </RowsPage>
  );
}

const columns = () =>
  columnsOf(curations, {
    name: { label: t('Name') },
    queries: { label: t('Queries'), cell: (curation) => <QueryBadges curation={curation} />, width: '24%' },
    promoted: {
      label: t('Promoted'),
      cell: ({ promoted }) => (
        <>
          <GoneCount items={promoted} /> {formats.number(promoted.length)}
        </>
      ),
      isNumber: true,
      width: 100,
    },
    hidden: { label: t('Hidden'), cell: ({ hidden }) => formats.number(hidden.length), isNumber: true, width: 80 },
    search_count: {
      label: t('Searches'),
      sort: 'searches',
      cell: ({ search_count: count }) => <Count of={count} />,
      isNumber: true,
      width: 100,
    },
    updated_at: { label: t('Changed'), cell: (curation) => <LastChange curation={curation} />, isWideOnly: true, width: 120 },
  });

/** For a curation that isn't live yet, that matters more. */
function useCurationStates(): (row: Curation) => ReactNode {
  const findingOf = useFindingStates('curations');
  return (row) => (row.state === 'live' ? findingOf(row) : null);
}

/** The most frequent query without a curation; null if there is none. */
function useFrequentQuery(c: number): string | null {
  const { data } = useQuery(query(readFrequentQuery, { c }));
  return data?.query ?? null;
}

function AddFor({ frequent }: { readonly frequent: string }) {
  const block = useSavingBlock();
  return (
    <Button
      variant="default"
      component={Link}
      {...linkTo(editorPath, { id: 'new', query: frequent })}
      leftSection={<Plus size={16} aria-hidden />}
      disabled={block !== undefined}
      title={block}
    >
      {t('Add curation for “{query}”', { query: frequent })}
    </Button>
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('Promoted items come first in their order, hidden ones never. Both obey the filters of your shop.'),
        t('A query is recognised in every form of its words and without diacritics: “bota” is also “boty”.'),
        t('One curation acts on a query: one that is for the whole query before one whose words the query contains.'),
        t('Of variants, the promoted one is shown; hide each of them to hide the product.'),
        t('What is changed here goes live at midnight, or with Regenerate.'),
      ]}
    />
  );
}
