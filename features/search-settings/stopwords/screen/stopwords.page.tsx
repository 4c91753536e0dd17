import type { Problem } from '#contract/errors.ts';
import { Box, Button, Text, Group, TextInput } from '@mantine/core';
import { FilterX } from 'lucide-react';
import { useState } from 'react';
import { stopwordLanguages } from '#contract/texts/languages.ts';
import { useCrud, type CrudState, removeAction } from '#ui/crud/crud.ts';
import { RulePreview } from '#ui/crud/record-drawer.tsx';
import { columnsOf } from '#ui/crud/row-fields.ts';
import { RowsPage } from '#ui/crud/crud-page.tsx';
import { useStateColumn } from '#ui/crud/rule-state.tsx';
import { ListFilter } from '#ui/list/search-input.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { saveText } from '#ui/page/goes-live.ts';
import { Status } from '#ui/page/status.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { RuleImpactDrawer, useImpactActions } from '#features/analytics/impact/screen/impact.panel.tsx';
import { useHeldMark, useTellWaiting } from '#features/search-settings/releases/screen/make-live.panel.tsx';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { useForcing, UsedIn } from './used-in.tsx';
import { FirstSet, SetMenu } from './set-menu.tsx';
import {
  listStopwordSets,
  previewStopwords,
  singleTerms,
  type Stopword,
  stopwords,
} from '#features/search-settings/stopwords/stopwords.contract.ts';
import { maximumPreviewedRows } from '#contract/preview.ts';
import { call } from '#ui/calls/api.ts';
import { errorText, problemText } from '#ui/calls/error-text.ts';

const wordsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

function AddTerms({ crud }: { readonly crud: CrudState<typeof stopwords> }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const words = wordsIn(text);
  const tellWaiting = useTellWaiting();
  const add = async () => {
    if (words.length === 0) return setProblem(t('Required field'));
    setBusy(true);
    try {
      const rows = JSON.stringify(words.map((value) => ({ value })));
      const { mistakes } = await call(stopwords.importRows, { format: 'json', text: rows, dry_run: false });
      setProblem(mistakes[0] && problemText(t, mistakes[0] as Problem));
      setText(mistakes.map(({ line }) => words[line - 1]).join(' '));
      await crud.renew();
      if (mistakes.length < words.length) tellWaiting('atMidnight');
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
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
          {saveText('atMidnight')}
        </Button>
        <Button variant="default" onClick={crud.close}>
          {t('Close')}
        </Button>
      </Group>
      {words.length > 0 && (
        <Box mb={16} maw={560}>
          <RulePreview
            endpoint={previewStopwords}
            rows={words.slice(0, maximumPreviewedRows).map((value) => ({ value }))}
            queries={[]}
            containing={words.at(-1) ?? ''}
            hint=""
          />
        </Box>
      )}
    </form>
  );
}

const refreshes = [readWaiting, listStopwordSets];

export default function StopwordsPage() {
  const impactActions = useImpactActions();
  const nameOf = ({ value }: Stopword) => value;
  const crud = useCrud(stopwords, { nameOf, refreshes });
  const { list, opened } = crud;
  const held = useHeldMark('stopwords');
  const { isOff } = useForcing();
  const off = isOff ? <Status kind="off" label={t('Off for all collections')} /> : null;
  const state = useStateColumn<Stopword>((row) => (row.state === 'leaving' ? null : off) ?? held(row));
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
        search: t('Search the list'),
        add: t('Add term'),
        empty: t('No ignored terms yet'),
        why: `${t('“shoes for children” finds what “shoes children” finds.')} ${t('Start with the set of your language.')}`,
        first: <FirstSet add={add} />,
      }}
      icon={FilterX}
      columns={[...columns(), state]}
      add={add}
      actions={(row) => [...impactActions(row.id), removeAction(crud, row)]}
      filters={<SetFilter />}
    >
      {!list.isEmpty && <UsedIn />}
      {opened.key === 'new' && <AddTerms crud={crud} />}
      <RuleImpactDrawer source="stopwords" nameOf={(id) => list.rows?.find((row) => row.id === id)?.value ?? `#${id}`} />
    </RowsPage>
  );
}

const columns = () =>
  columnsOf(stopwords, {
    value: { label: t('Ignored term') },
    name: { label: t('Set'), cell: ({ name }) => (name === '' ? t('Single term') : formats.language(name)), width: 150 },
    updated_at: { label: t('Added'), cell: (row) => <LastChange row={row} />, isWideOnly: true, width: 220 },
  });

function SetFilter() {
  const sets = [[singleTerms, t('Single terms')], ...stopwordLanguages.map((set) => [set, formats.language(set)])];
  return <ListFilter name="set" label={t('Set')} choices={Object.fromEntries(sets)} />;
}

function LastChange({ row: { state, updated_at: at, updated_by: person } }: { readonly row: Stopword }) {
  return (
    <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {state === 'leaving' && `${t('Deleted')} · `}
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
        t('“Publish” makes all saved changes live. These also go live by themselves at midnight.'),
      ]}
    />
  );
}
