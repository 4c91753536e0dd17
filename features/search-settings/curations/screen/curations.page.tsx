import { Navigate, useNavigate } from '@tanstack/react-router';
import { Folder, ListChecks, Pin, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { UnstyledButton } from '@mantine/core';
import { CollectionPage } from '#ui/collection/collection-page.tsx';
import { Count } from '#ui/list/table-footer.tsx';
import { useCrud, editAction, removeAction } from '#ui/crud/crud.ts';
import { columnsOf } from '#ui/crud/row-fields.ts';
import { RowsPage } from '#ui/crud/crud-page.tsx';
import { useStateColumn } from '#ui/crud/rule-state.tsx';
import { later } from '#ui/page/later.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { categoryText, formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { useFindingStates } from '#features/search-settings/linter/findings.panel.tsx';
import { FromServiceItem } from '#features/search-settings/rule-import/screen/from-service.panel.tsx';
import { RuleImpactDrawer, useImpactActions } from '#features/analytics/impact/screen/impact.panel.tsx';
import { useHeldMark } from '#features/search-settings/releases/screen/make-live.panel.tsx';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import {
  type Curation,
  curationEditorPath,
  curations,
  type CuratedItem,
} from '#features/search-settings/curations/curations.contract.ts';
import { Moment } from '#ui/text/moment.tsx';
import classes from './curations.module.css';

const SavedQueries = later(async () => (await import('./queries/saved-queries.panel.tsx')).SavedQueries);

const shownQueries = 2;

function QueryBadges({ curation: { id, name, queries, category, state } }: { readonly curation: Curation }) {
  const [, change] = useAddress();
  const more = queries.length - shownQueries;
  const badges = (
    <>
      {queries.slice(0, shownQueries).map(({ query, match }) => (
        <span key={`${match} ${query}`} className={classes.badge} title={query}>
          {match === 'contains' ? `… ${query} …` : query}
        </span>
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </>
  );
  if (category !== undefined)
    return (
      <span className={classes.badges}>
        <Folder size={14} aria-hidden /> {categoryText(category)}
      </span>
    );
  if (state === 'leaving') return <span className={classes.badges}>{badges}</span>;
  return (
    <UnstyledButton className={classes.badges} title={t('Queries of “{name}”', { name })} onClick={() => change({ queries: id })}>
      {badges}
    </UnstyledButton>
  );
}

function GoneCount({ items }: { readonly items: readonly CuratedItem[] }) {
  const count = items.filter(({ is_gone: isGone }) => isGone).length;
  if (count === 0) return null;
  const text = t('{count} items are no longer in the catalogue', { count });
  return (
    <span className={classes.gone} title={text} role="img" aria-label={text}>
      <TriangleAlert size={14} aria-hidden />
      {count}
    </span>
  );
}

const LastChange = ({ curation: { updated_at: at, updated_by: person } }: { readonly curation: Curation }) => (
  <span className={classes.changed}>
    <Moment at={at} />
    {person !== null && (
      <span className={classes.person} title={person}>
        {person}
      </span>
    )}
  </span>
);

const refreshes = [readWaiting];
const usualSort = { sort: 'name', order: 'asc' } as const;

const keys = ['sort', 'order', 'edit', 'state', 'queries', 'impact'];
const frame = () => ({
  title: t('Curations'),
  purpose: t('Choose what comes first for a query, and what is hidden.'),
  help: <Help />,
});
const editorOf = ({ id, collection_id: c }: Curation) => linkTo(curationEditorPath, { id, c });
const newEditor = () => linkTo(curationEditorPath, { id: 'new' });

export default function CurationsPage() {
  return (
    <CollectionPage keys={keys} frame={frame()}>
      {({ id }) => <Curations c={id} />}
    </CollectionPage>
  );
}

function Curations({ c }: { readonly c: number }) {
  const [{ edit, queries }, change] = useAddress();
  const navigate = useNavigate();
  const impactActions = useImpactActions();
  const crud = useCrud(curations, { nameOf: ({ name }) => name, scope: { c }, usualSort, refreshes });
  const state = useStateColumn(useCurationStates());
  if (edit === 'new') return <Navigate {...newEditor()} replace />;
  return (
    <RowsPage
      crud={crud}
      frame={frame()}
      words={{
        search: t('Name, query or item ID'),
        add: t('Add curation'),
        empty: t('No curations yet'),
        why: t('For a query, put items first and hide others.'),
      }}
      icon={Pin}
      columns={[...columns(), state]}
      add={() => void navigate(newEditor())}
      opens={editorOf}
      actions={(row) => [
        ...(row.category === undefined
          ? [{ label: t('Queries'), icon: ListChecks, run: () => change({ queries: row.id }) }]
          : []),
        ...impactActions(row.id),
        editAction(() => void navigate(editorOf(row))),
        removeAction(crud, row),
      ]}
      more={<FromServiceItem />}
    >
      <SavedQueries crud={crud} isOpen={queries !== undefined} />
      <RuleImpactDrawer source="curations" nameOf={(id) => crud.list.rows?.find((row) => row.id === id)?.name ?? `#${id}`} />
    </RowsPage>
  );
}

const columns = () =>
  columnsOf(curations, {
    name: { label: t('Name') },
    queries: { label: t('Queries or category'), cell: (curation) => <QueryBadges curation={curation} />, width: '24%' },
    category: { label: t('Category'), isFormOnly: true },
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
    hidden: {
      label: t('Hidden'),
      cell: ({ hidden }) => formats.number(hidden.length),
      isNumber: true,
      isWideOnly: true,
      width: 80,
    },
    search_count: {
      label: t('Searches'),
      cell: ({ search_count: count }) => <Count of={count} />,
      isNumber: true,
      width: 100,
    },
    updated_at: { label: t('Changed'), cell: (curation) => <LastChange curation={curation} />, isWideOnly: true, width: 120 },
  });

function useCurationStates(): (row: Curation) => ReactNode {
  const findingOf = useFindingStates('curations');
  const held = useHeldMark('curations');
  return (row) => (row.state === 'live' ? findingOf(row) : held(row));
}

function Help() {
  return (
    <Sentences
      of={[
        t('A query matches in all forms of its words. One curation acts on a query.'),
        t('The promoted variant is shown. Hiding an item hides its product, with all variants.'),
        t('“Publish” makes all saved changes live. These also go live by themselves at midnight.'),
      ]}
    />
  );
}
