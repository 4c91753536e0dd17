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
import { personOf, SavedMeanwhile } from '#ui/form/saved-meanwhile.tsx';
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

const keys = ['edit', 'like', 'gate', 'q'];

export default function BoostManagerPage() {
  const frame = {
    title: t('Boost manager'),
    purpose: t('Rank products by stock, price, popularity or any field.'),
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
        conflict={(error) => (
          <SavedMeanwhile
            person={personOf(error)}
            at={undefined}
            differing={[]}
            load={() => editor.reload()}
            replace={() => void saveDraft(true)}
          />
        )}
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
      {publishing.drawer}
    </Page>
  );
}

function Wrong() {
  return (
    <Text size="sm" c="dimmed" mt={16}>
      {t('Correct the marked boosts to see their effect.')}
    </Text>
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('A boost multiplies the score of items: in stock ×2 moves them up, a brand ×0.5 moves it down.'),
        t('By number, use logarithmic for sales or margin, and linear for ratings.'),
        t('Drafts have no effect until you publish. Boosts don’t apply when customers sort by price or name.'),
      ]}
    />
  );
}

interface BoostFilesMenuProps {
  readonly editor: BoostEditor;
  readonly collectionId: number;
}

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
