import { useState } from 'react';
import { query } from '#ui/calls/queries.ts';
import { CollectionPage, type PageFrame } from '#ui/collection/collection-page.tsx';
import { useUnsaved } from '#ui/state/unsaved.ts';
import { Loaded } from '#ui/page/loaded.tsx';
import { Page } from '#ui/page/page.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { RowSkeletons } from '#ui/page/states.tsx';
import { Tabs } from '#ui/page/tabs.tsx';
import { t } from '#ui/text/i18n.ts';
import { PanelLayout } from './panel-layout.tsx';
import type { SettingsAnswer } from './result-draft.ts';
import { resultCalls, type ResultEdit, ResultForm } from './result-form.panel.tsx';

const keys: readonly string[] = [];
const kinds = ['autocomplete', 'search'] as const;
type Kind = (typeof kinds)[number];

export default function ResultSettingsPage() {
  const frame = {
    title: t('Result settings'),
    purpose: t('Choose what search returns, and in what order.'),
    help: (
      <Sentences
        of={[
          t('Autocomplete appears under the search box while a customer types. Search comes after Enter.'),
          t('Hide what the shop doesn’t need: responses get smaller, and purchase prices stay private.'),
        ]}
      />
    ),
  };
  return (
    <CollectionPage keys={keys} frame={frame}>
      {({ id }) => <OfCollection id={id} frame={frame} />}
    </CollectionPage>
  );
}

function OfCollection({ id, frame }: { readonly id: number; readonly frame: PageFrame }) {
  const [edits, setEdits] = useState<Readonly<Partial<Record<Kind, ResultEdit | null>>>>({});
  // The tab that isn't on screen may hold changes, too.
  useUnsaved(
    kinds.some((kind) => edits[kind] != null),
    'page',
  );
  const tab = (kind: Kind) => (
    <Loaded query={query(resultCalls[kind].read, { c: id }) as never} skeleton={<RowSkeletons />}>
      {(answer: SettingsAnswer) => (
        <ResultForm
          kind={kind}
          answer={answer}
          edit={edits[kind] ?? null}
          setEdit={(edit) => setEdits((all) => ({ ...all, [kind]: edit }))}
          {...(kind === 'autocomplete' && { above: (form) => <PanelLayout form={form} /> })}
        />
      )}
    </Loaded>
  );
  return (
    <Page {...frame}>
      <Tabs
        tabs={[
          { name: 'autocomplete', title: t('Autocomplete'), content: tab('autocomplete') },
          { name: 'search', title: t('Search'), content: tab('search') },
        ]}
      />
    </Page>
  );
}
