import { useState } from 'react';
import { query } from '#ui/calls/queries.ts';
import { CollectionPage, type PageFrame } from '#ui/collection/collection-page.tsx';
import { useOfCollection } from '#ui/collection/collection-query.ts';
import { useUnsaved } from '#ui/state/unsaved.ts';
import { Loaded } from '#ui/page/loaded.tsx';
import { Page } from '#ui/page/page.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { RowSkeletons } from '#ui/page/states.tsx';
import { Tabs } from '#ui/page/tabs.tsx';
import { t } from '#ui/text/i18n.ts';
import { readExample } from '#features/data/collections/collections.contract.ts';
import { PanelLayout } from './editor/panel-layout.tsx';
import { resultCalls } from './editor/result-calls.ts';
import { type ResultEdit, ResultSettingsEditor } from './editor/result-editor.panel.tsx';
import { QuerySample } from './editor/sample.tsx';

const keys = ['q'];
const kinds = ['autocomplete', 'search'] as const;
type Kind = (typeof kinds)[number];

export default function ResultSettingsPage() {
  const frame = {
    title: t('Result settings'),
    purpose: t('What an answer to your shop holds, and in which order.'),
    help: <Help />,
    isWide: true,
  };
  return (
    <CollectionPage keys={keys} frame={frame}>
      {({ id }) => <OfCollection id={id} frame={frame} />}
    </CollectionPage>
  );
}

function OfCollection({ id, frame }: { readonly id: number; readonly frame: PageFrame }) {
  const [edits, setEdits] = useState<Readonly<Partial<Record<Kind, ResultEdit | null>>>>({});
  // Whatever tab is shown: the other one may hold changes, too.
  useUnsaved(
    kinds.some((kind) => edits[kind] != null),
    'page',
  );
  const tab = (kind: Kind) => (
    <Loaded query={query(resultCalls[kind].read, { c: id }) as never} skeleton={<RowSkeletons />}>
      {(answer: Parameters<typeof ResultSettingsEditor>[0]['answer']) => (
        <ResultSettingsEditor
          kind={kind}
          answer={answer}
          edit={edits[kind] ?? null}
          setEdit={(edit) => setEdits((all) => ({ ...all, [kind]: edit }))}
          {...(kind === 'autocomplete' && { above: (editor) => <PanelLayout editor={editor} /> })}
          sample={(editor) => <QuerySample editor={editor} />}
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

function Help() {
  const own = useOfCollection(readExample);
  return (
    <Sentences
      of={[
        t('Autocomplete is what appears under the search box while a customer types. Search is what comes after Enter.'),
        t(
          'Your shop gets the shown fields alone, in this order. What it doesn’t need is better hidden: answers get smaller, and prices from your supplier stay at home.',
        ),
        ...(own
          ? [
              t(
                'An example: type “{word}” into the sample and move a field. The sample answers as your shop would get it, before anything is saved.',
                { word: own.word },
              ),
            ]
          : []),
        t('Saving makes a release of its own, which can be taken back under Releases.'),
      ]}
    />
  );
}
