import { Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff, MessageSquareQuote, RefreshCw } from 'lucide-react';
import { query, useAction } from '#ui/calls/queries.ts';
import { CollectionPage } from '#ui/collection/collection-page.tsx';
import { idOf, removeAction, useCrud } from '#ui/crud/crud.ts';
import { RecordDrawer } from '#ui/crud/record-drawer.tsx';
import { columnsOf, type RowFields } from '#ui/crud/row-fields.ts';
import { RowsPage } from '#ui/crud/crud-page.tsx';
import { ListFilter } from '#ui/list/search-input.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { MenuItem } from '#ui/page/popup.tsx';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { completeInConsole } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import {
  defaultBoost,
  maximumBoost,
  minePhrases,
  minimumBoost,
  type Phrase,
  phrases,
  type phraseStates,
  setPhraseVisibility,
  setVisibilityOfPhrases,
} from '#features/data/phrases/phrases.contract.ts';

const sources = {
  name: msg('Item names'),
  category: msg('Categories'),
  searched: msg('Searches'),
  added: msg('Added by hand'),
} as const satisfies Record<Phrase['source'], string>;

const keys = ['sort', 'order', 'edit', 'source', 'suggestion'];
const frame = () => ({
  title: t('Phrases'),
  purpose: t('Suggestions while visitors type, such as “gardening gloves”.'),
  help: <Help />,
});

export default function PhrasesPage() {
  return (
    <CollectionPage keys={keys} frame={frame()}>
      {({ id }) => <Phrases c={id} />}
    </CollectionPage>
  );
}

function Phrases({ c }: { readonly c: number }) {
  const crud = useCrud(phrases, {
    nameOf: ({ phrase }) => phrase,
    added: ({ phrase, item_count: count }) =>
      t('“{phrase}” is suggested from now on. It finds {count} items.', { phrase, count }),
    scope: { c },
  });
  const fields = phraseFields();
  const add = t('Add phrase');
  return (
    <RowsPage
      crud={crud}
      frame={frame()}
      more={<LookAgain c={c} />}
      words={{
        add,
        search: t('Search the list'),
        empty: t('No phrases yet'),
        why: t('Imports find phrases in names, categories and queries. Add the ones they miss.'),
      }}
      icon={MessageSquareQuote}
      columns={columnsOf(phrases, fields)}
      add={() => crud.open('new')}
      opens={(row) => ({ edit: idOf(row) })}
      actions={(row) => (row.source === 'added' ? [removeAction(crud, row)] : [])}
      bulk={useVisibilityActions()([...crud.selection.ids])}
      filters={<Filters />}
    >
      <RecordDrawer crud={crud} add={add} fields={fields} below={({ phrase }) => <WhileTyped c={c} phrase={phrase} />} />
    </RowsPage>
  );
}

function PhraseVisibility({ phrase: { id, phrase, is_visible: isVisible } }: { readonly phrase: Phrase }) {
  const done = isVisible
    ? t('“{phrase}” is no longer suggested.', { phrase })
    : t('“{phrase}” is suggested from now on.', { phrase });
  const undo = () => ({ id, is_visible: isVisible });
  const set = useAction(setPhraseVisibility, { refreshes: [phrases.list], done, undo });
  return (
    <Switch
      aria-label={t('Suggest “{phrase}”', { phrase })}
      checked={set.isPending ? !isVisible : isVisible}
      styles={{ labelWrapper: { display: 'none' } }}
      onChange={() => set.mutate({ id, is_visible: !isVisible })}
    />
  );
}

const phraseFields = (): RowFields<typeof phrases> => ({
  phrase: {
    label: t('Phrase'),
    hint: t('As it should be suggested.'),
    cell: ({ phrase, boost }) => (
      <>
        {phrase}
        {boost !== defaultBoost && (
          <Text span size="xs" c="dimmed">
            {` · ${t('Boost')} ${formats.number(boost)}`}
          </Text>
        )}
      </>
    ),
  },
  item_count: { label: t('Items'), sort: 'items', isNumber: true, width: 90 },
  search_count: {
    label: t('Searches'),
    sort: 'searches',
    cell: ({ search_count: count }) => (count > 0 ? formats.number(count) : '–'),
    isNumber: true,
    width: 110,
  },
  source: { label: t('Origin'), cell: ({ source }) => t(sources[source]), width: 150, isWideOnly: true },
  is_visible: {
    label: t('Suggested'),
    cell: (phrase) => <PhraseVisibility phrase={phrase} />,
    width: 110,
    isControl: true,
  },
  boost: {
    label: t('Boost'),
    isFormOnly: true,
    hint: t('Higher boosts are suggested first; 1 is the default. {min} to {max}.', {
      min: minimumBoost,
      max: maximumBoost,
    }),
  },
});

/** Which of them are suggested, in the order of what there is to do. */
const states = {
  waiting: msg('Not switched on yet'),
  suggested: msg('Suggested'),
  hidden: msg('Hidden'),
} as const satisfies Record<(typeof phraseStates)[number], string>;

function Filters() {
  const translated = (words: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(words).map(([name, word]) => [name, t(word)]));
  return (
    <>
      <ListFilter name="source" label={t('Origin')} choices={translated(sources)} />
      <ListFilter name="suggestion" label={t('State')} choices={translated(states)} />
    </>
  );
}

function useVisibilityActions(): (ids: readonly number[]) => readonly RowAction[] {
  const { mutate } = useAction(setVisibilityOfPhrases, {
    refreshes: [phrases.list],
    done: ({ is_visible: isVisible }, { ids: { length: count } }) =>
      isVisible
        ? t('{count} phrases are suggested from now on.', { count })
        : t('{count} phrases are no longer suggested.', { count }),
    undo: (asked, { ids }) => ({ ids, is_visible: asked.is_visible !== true }),
  });
  return (ids) => [
    { label: t('Suggest'), icon: Eye, run: () => mutate({ ids: [...ids], is_visible: true }) },
    { label: t('Hide'), icon: EyeOff, run: () => mutate({ ids: [...ids], is_visible: false }) },
  ];
}

function LookAgain({ c }: { readonly c: number }) {
  const mine = useAction(minePhrases, {
    refreshes: [phrases.list],
    done: t('Finding phrases in your items. They appear in a moment.'),
  });
  return (
    <MenuItem leftSection={<RefreshCw size={16} aria-hidden />} disabled={mine.isPending} onClick={() => mine.mutate({ c })}>
      {t('Find new phrases')}
    </MenuItem>
  );
}

const typedLetters = 3;

/** The live suggestions for the first letters of a phrase. */
function WhileTyped({ c, phrase }: { readonly c: number; readonly phrase: string }) {
  const typed = phrase.slice(0, typedLetters).toLowerCase();
  const { data } = useQuery(query(completeInConsole, { c, query: typed }));
  if (!data) return null;
  return (
    <Stack gap={4} mt={16}>
      <Text size="sm" fw={600}>
        {t('Visitors who type “{query}” see', { query: typed })}
      </Text>
      {data.suggestions.map(({ text, item_count: count }) => (
        <Group key={text} justify="space-between" fw={text.toLowerCase() === phrase.toLowerCase() ? 600 : 400}>
          <Text span size="sm" inherit>
            {text}
          </Text>
          <Text span size="xs" c="dimmed">
            {t('{count} items', { count })}
          </Text>
        </Group>
      ))}
      {data.suggestions.length === 0 && <Text size="sm">{t('No suggestions')}</Text>}
    </Stack>
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('Every import finds phrases in item names, categories and frequent queries.'),
        t('Categories and searched phrases are suggested at once. Others wait for a search, or for you to switch them on.'),
      ]}
    />
  );
}
