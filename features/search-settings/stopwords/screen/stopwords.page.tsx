import { Button, Text, Group, TextInput } from '@mantine/core';
import { FilterX, TriangleAlert } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { stopwordLanguages } from '#contract/texts/languages.ts';
import { Count } from '#ui/list/table-footer.tsx';
import { useCrud, type CrudState, orKeep, removeAction } from '#ui/crud/crud.ts';
import { columnsOf } from '#ui/crud/row-fields.ts';
import { RowsPage } from '#ui/crud/crud-page.tsx';
import { useStateColumn } from '#ui/crud/rule-state.tsx';
import { StateFilter } from '#ui/crud/state-filter.tsx';
import { ListFilter } from '#ui/list/search-input.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { RuleImpactDrawer, useImpactActions } from '#features/analytics/impact/screen/impact.panel.tsx';
import { readWaiting } from '#features/search-settings/releases/releases.contract.ts';
import { Waiting } from '#features/search-settings/releases/screen/waiting.panel.tsx';
import { AddOwnSet, SetMenu } from './stopword-sets.tsx';
import {
  listStopwordSets,
  singleTerms,
  type Stopword,
  stopwords,
} from '#features/search-settings/stopwords/stopwords.contract.ts';
import { query, useAction } from '#ui/calls/queries.ts';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { linkTo } from '#ui/state/address.ts';
import {
  applyCollection,
  type Collection,
  listCollections,
  updateCollection,
} from '#features/data/collections/collections.contract.ts';
import { call, asCallError } from '#ui/calls/api.ts';
import { errorText } from '#ui/calls/error-text.ts';

function AddTerms({ crud }: { readonly crud: CrudState<typeof stopwords> }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const says = (error: unknown, value: string): string =>
    asCallError(error).code === 'alreadyUsed' ? t('“{term}” is here already.', { term: value }) : errorText(error);
  const add = async () => {
    const words = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
    setProblem(words.length === 0 ? t('Required field') : undefined);
    setIsBusy(true);
    setText('');
    const refused: string[] = [];
    for (const value of words) {
      try {
        await call(stopwords.create, { value });
      } catch (error) {
        refused.push(value);
        setProblem(says(error, value));
      }
    }
    setText((typed) => [...refused, typed].filter(Boolean).join(' '));
    if (refused.length < words.length) await crud.renew();
    setIsBusy(false);
    input.current?.focus();
  };
  return (
    <form
      aria-label={t('Add term')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void add();
      }}
    >
      <Group align="flex-start" gap={8} mb={16}>
        <TextInput
          ref={input}
          flex="1 1 200px"
          maw={360}
          autoFocus
          aria-label={t('Ignored term')}
          placeholder={t('One word, or several with spaces')}
          value={text}
          error={problem}
          onKeyDown={(event) => event.key === 'Escape' && crud.close()}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          {t('Add')}
        </Button>
        <Button variant="default" onClick={crud.close}>
          {t('Close')}
        </Button>
      </Group>
    </form>
  );
}

const refreshes = [readWaiting, listStopwordSets];

export default function StopwordsPage() {
  const impactActions = useImpactActions();
  const nameOf = ({ value }: Stopword) => value;
  const crud = useCrud(stopwords, { nameOf, refreshes });
  const { list, opened } = crud;
  const state = useStateColumn<Stopword>(() => null);
  const add = () => crud.open('new');
  return (
    <RowsPage
      crud={crud}
      frame={{
        title: t('Ignored terms'),
        purpose: t('Words that search ignores.'),
        help: <Help />,
        secondary: <SetMenu />,
      }}
      words={{
        search: t('Search terms'),
        add: t('Add term'),
        empty: t('No ignored terms yet'),
        why: t('Start with the set of your language.'),
      }}
      icon={FilterX}
      columns={[...columns(), state]}
      add={add}
      actions={orKeep(crud, (row) => [...impactActions(row.id), removeAction(crud, t('Delete term'), row)])}
      filters={<Filters />}
      beginnings={<AddOwnSet />}
    >
      <Waiting refreshes={[stopwords.list, listStopwordSets]} />
      <NothingForced />
      {opened.key === 'new' && <AddTerms crud={crud} />}
      <RuleImpactDrawer source="stopwords" nameOf={(id) => list.rows?.find((row) => row.id === id)?.value ?? `#${id}`} />
    </RowsPage>
  );
}

const columns = () =>
  columnsOf(stopwords, {
    value: { label: t('Ignored term'), cell: (row) => <Term row={row} /> },
    name: { label: t('Set'), cell: ({ name }) => (name === '' ? t('Single term') : formats.language(name)), width: 150 },
    search_count: {
      label: t('Searches'),
      sort: 'searches',
      cell: ({ search_count: count }) => <Count of={count} />,
      isNumber: true,
      width: 110,
    },
    updated_at: { label: t('Added'), cell: (row) => <LastChange row={row} />, isWideOnly: true, width: 220 },
  });

function Filters() {
  const sets = [[singleTerms, t('Single terms')], ...stopwordLanguages.map((set) => [set, formats.language(set)])];
  return (
    <>
      <ListFilter name="set" label={t('Set')} all={t('All sets')} choices={Object.fromEntries(sets)} />
      <StateFilter calls={stopwords} />
    </>
  );
}

function Term({ row: { value, needed_by: synonym } }: { readonly row: Stopword }) {
  if (synonym === null) return value;
  return (
    <>
      {value} <TriangleAlert size={14} aria-hidden color="var(--aisle-waiting)" style={{ verticalAlign: -2 }} />{' '}
      <Text span size="xs" c="dimmed">
        {t('The synonym “{term}” needs this word.', { term: synonym.term })}
      </Text>
    </>
  );
}

function LastChange({ row: { state, updated_at: at, updated_by: person } }: { readonly row: Stopword }) {
  return (
    <Text span size="sm" c="dimmed">
      {state === 'leaving' && `${t('deleted')} · `}
      {person !== null && `${person}, `}
      <Moment at={at} />
    </Text>
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('“shoes for children” finds what “shoes children” finds.'),
        t('Single terms of four letters or more are ignored in all their forms, shorter ones and sets as written.'),
        t('Changes go live at midnight, or with Regenerate.'),
      ]}
    />
  );
}

function NothingForced() {
  const { data: collections = [] } = useQuery(query(listCollections, {}));
  const forcing = collections.filter(({ force_stopwords: forces }) => forces);
  const [first, second] = collections;
  if (!first || forcing.some(({ need_update: isWaiting }) => !isWaiting)) return null;
  const [waiting] = forcing;
  const only = waiting ?? (second ? undefined : first);
  return (
    <NoticeBar
      icon={TriangleAlert}
      colour="var(--aisle-waiting)"
      text={
        waiting
          ? t('“{name}” ignores terms once it is updated.', { name: waiting.name })
          : t('Ignored terms are off for all collections.')
      }
    >
      {only ? (
        <Force collection={only} />
      ) : (
        <AllowedLink needs="data" to={linkTo('/data/collections')}>
          {t('Choose a collection')}
        </AllowedLink>
      )}
    </NoticeBar>
  );
}

function Force({ collection: { id, name, force_stopwords: isForcing } }: { readonly collection: Collection }) {
  const refusal = useRefusal('data');
  const block = useSavingBlock() ?? refusal;
  const apply = useAction(applyCollection, {
    refreshes: [listCollections],
    done: t('“{name}” skips ignored terms.', { name }),
  });
  const save = useAction(updateCollection);
  const force = () =>
    isForcing ? apply.mutate({ id }) : save.mutate({ id, force_stopwords: true }, { onSuccess: () => apply.mutate({ id }) });
  return (
    <Button size="xs" onClick={force} loading={save.isPending || apply.isPending} disabled={block !== undefined} title={block}>
      {isForcing ? t('Update collection') : t('Ignore terms in “{name}”', { name })}
    </Button>
  );
}
