import { Text } from '@mantine/core';
import { useState } from 'react';
import { query, refresh } from '#ui/calls/queries.ts';
import type { PageFrame } from '#ui/collection/collection-page.tsx';
import { CollectionSettingsPage } from '#ui/collection/collection-settings-page.tsx';
import { NoItems } from '#ui/collection/no-items.tsx';
import type { CollectionChoice } from '#ui/collection/collection.ts';
import { RefusedSave } from '#ui/form/refused-save.tsx';
import { PreviewPanel } from '#ui/item/preview-panel.tsx';
import { Beside } from '#ui/page/beside.tsx';
import { Page } from '#ui/page/page.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { t } from '#ui/text/i18n.ts';
import { BoostChanges } from './boost-changes.tsx';
import { BoostConflict } from './boost-conflict.tsx';
import { BoostDrawer } from './boost-drawer.tsx';
import {
  boostFiles,
  type Boosts,
  previewBoosts,
  readBoosts,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { BoostSettings } from './boost-settings.tsx';
import { DiscardButton, useSaveDraft, WideButtons } from './boost-toolbar.tsx';
import { PublishButton, usePublishBoosts } from './publish-boosts.tsx';
import { DraftLine } from './draft-line.tsx';
import { useFirstBoost } from './no-boosts.tsx';
import { type BoostEditor, problemsByBoost, sentBoosts, useBoostEditor } from './use-boost-editor.tsx';
import classes from './boost-manager.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { FilesMenu } from '#ui/files/files-menu.tsx';
import { readWaiting } from '#features/search-settings/releases/releases.contract.ts';

const keys = ['edit', 'like', 'changes', 'gate', 'q'];

export default function BoostManagerPage() {
  const frame = {
    title: t('Boost manager'),
    purpose: t('Move items up or down by what they are.'),
    help: <Help />,
    isWide: true,
  };
  return (
    <CollectionSettingsPage keys={keys} frame={frame} query={({ id }) => query(readBoosts, { c: id })}>
      {({ data, collection }) => <Editor data={data} collection={collection} frame={frame} />}
    </CollectionSettingsPage>
  );
}

interface EditorProps {
  readonly data: Boosts;
  readonly collection: CollectionChoice;
  readonly frame: PageFrame;
}

function Editor({ data, collection, frame }: EditorProps) {
  const editor = useBoostEditor(data);
  const saveDraft = useSaveDraft(editor);
  const [isFailing, setFailing] = useState(false);
  const publishing = usePublishBoosts(editor, data);
  const first = useFirstBoost(collection.id, data.fields, editor.now.boosts.length === 0);
  const draftCount = data.change_count;
  return (
    <Page
      {...frame}
      secondary={
        <>
          <BoostFilesMenu editor={editor} collectionId={collection.id} />
          <WideButtons editor={editor} draftCount={draftCount} />
        </>
      }
      primary={<PublishButton editor={editor} draftCount={draftCount} isFailing={isFailing} publish={publishing.start} />}
    >
      <DraftLine data={data} unsavedCount={editor.changeCount} />
      <RefusedSave
        failure={editor.failure}
        conflict={(error) => <BoostConflict editor={editor} error={error} collectionId={collection.id} />}
        say={problemsByBoost(editor).size > 0 ? () => t('Please, provide correct data!') : undefined}
      />
      <Beside
        label={t('Part of the screen')}
        settings={{ title: t('Boosts'), content: <BoostSettings editor={editor} data={data} first={first} /> }}
        preview={{
          title: t('Preview'),
          content:
            collection.item_count === 0 ? (
              <NoItems />
            ) : (
              <PreviewPanel
                collectionId={collection.id}
                endpoint={previewBoosts}
                input={(q) => ({ ...sentBoosts(editor.now), collection_id: collection.id, q })}
                isLive={draftCount === 0 && !editor.isDirty}
                onFailing={setFailing}
                paused={problemsByBoost(editor).size > 0 && <Wrong />}
              />
            ),
        }}
      />
      <div className={classes.narrowBar}>
        <SaveBar
          isDirty={editor.isDirty}
          isSaving={editor.isSaving}
          saveLabel={t('Save')}
          save={() => void saveDraft()}
          discard={editor.discard}
        />
        {!editor.isDirty && draftCount > 0 && (
          <div className={classes.narrowDiscard}>
            <DiscardButton editor={editor} draftCount={draftCount} />
          </div>
        )}
      </div>
      <BoostDrawer editor={editor} collectionId={collection.id} fields={data.fields} proposed={first.proposed} />
      <BoostChanges now={editor.now} data={data} />
      {publishing.drawer}
    </Page>
  );
}

function Wrong() {
  return (
    <Text size="sm" c="dimmed" mt={16}>
      {t('Correct what is marked, and you see here what it does.')}
    </Text>
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('A boost multiplies the score of items that have a value, or makes the score grow with a number.'),
        t('An example: what is in stock ×2 comes before what is as good and not in stock. A brand ×0.5 goes down.'),
        t('By number: logarithmic for what grows far apart, such as sales or margin; linear for ratings.'),
        t('By age: newer items first, by the day on which they came.'),
        t('A field that customers never see, such as the margin, can boost, too.'),
        t('The draft acts on nothing until you publish it. Beside it you see what it would do.'),
        t('Where visitors sort by price or name, boosts have no effect.'),
      ]}
    />
  );
}

interface BoostFilesMenuProps {
  readonly editor: BoostEditor;
  readonly collectionId: number;
}

/** The saved draft as a file, out and in. What isn't saved would be in neither, so it is saved or discarded first. */
function BoostFilesMenu({ editor, collectionId }: BoostFilesMenuProps) {
  const client = useQueryClient();
  const files = {
    endpoints: boostFiles,
    scope: { c: collectionId },
    renew: () => refresh(client, [readBoosts, previewBoosts, readWaiting]),
  };
  const block = editor.isDirty ? t('Save or discard your changes first.') : undefined;
  const isEmpty = editor.saved.boosts.length === 0 || editor.isDirty;
  return <FilesMenu of={files} isEmpty={isEmpty} block={block} />;
}
