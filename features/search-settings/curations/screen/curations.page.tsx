import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListChecks, Pin, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { query } from '#ui/calls/queries.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { Count } from '#ui/list/count.tsx';
import { CrudPage } from '#ui/crud/crud-page.tsx';
import { StateFilter } from '#ui/crud/state-filter.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { useFindingStates } from '#features/search-settings/linter/findings.panel.tsx';
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

export default function CurationsPage() {
  const [, change] = useAddress();
  const frequent = useFrequentQuery();
  const impactActions = useImpactActions();
  return (
    <CrudPage
      calls={curations}
      icon={Pin}
      words={{
        title: t('Curations'),
        purpose: t('Choose which items come first for a query, and which never.'),
        search: t('Name, query or item'),
        add: t('Add curation'),
        edit: t('Edit curation'),
        remove: t('Delete curation'),
        empty: t('No curations yet'),
        why:
          frequent === null
            ? t('Put the items you want to sell first for a query, and hide those that should not come.')
            : t('For “{query}”, put the items you want to sell first.', { query: frequent }),
      }}
      fields={{
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
        updated_at: {
          label: t('Changed'),
          cell: (curation) => <LastChange curation={curation} />,
          isWideOnly: true,
          width: 120,
        },
      }}
      nameOf={({ name }) => name}
      useStates={useCurationStates}
      editor={(row) => linkTo(editorPath, row === 'new' ? { id: 'new' } : { id: row.id, c: row.collection_id })}
      actions={({ id }) => [
        { label: t('Edit queries'), icon: ListChecks, run: () => change({ queries: id }) },
        ...impactActions(id),
      ]}
      usualSort={usualSort}
      filters={<StateFilter calls={curations} />}
      beginnings={frequent !== null && <AddFor frequent={frequent} />}
      notices={<Waiting refreshes={[curations.list]} />}
      refreshes={refreshes}
      isFromServices
      help={<Help />}
    >
      {(crud) => (
        <>
          <SavedQueries crud={crud} />
          <RuleImpactDrawer source="curations" nameOf={(id) => crud.list.rows?.find((row) => row.id === id)?.name ?? `#${id}`} />
        </>
      )}
    </CrudPage>
  );
}

/** For a curation that isn't live yet, that matters more. */
function useCurationStates(): (row: Curation) => ReactNode {
  const findingOf = useFindingStates('curations');
  return (row) => (row.state === 'live' ? findingOf(row) : null);
}

/** The most frequent query without a curation; null if there is none. */
function useFrequentQuery(): string | null {
  const c = useCollection()?.id ?? 0;
  const { data } = useQuery({ ...query(readFrequentQuery, { c }), enabled: c > 0 });
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
