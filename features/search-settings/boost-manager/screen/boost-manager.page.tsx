import { Button, Text } from '@mantine/core';
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
  checkBoostQueries,
  previewBoosts,
  readBoosts,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { BoostSettings } from './boost-settings.tsx';
import { DiscardButton, useSaveDraft, WideButtons } from './boost-toolbar.tsx';
import { useFirstBoost } from './no-boosts.tsx';
import { type BoostEditor, problemsByBoost, sentBoosts, useBoostEditor } from './use-boost-editor.tsx';
import classes from './boost-manager.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { FilesMenu } from '#ui/files/files-menu.tsx';
import { readWaiting } from '#features/search-settings/releases/releases.contract.ts';
import { Status } from '#ui/page/status.tsx';
import { Moment } from '#ui/text/moment.tsx';
import { call } from '#ui/calls/api.ts';
import { toast } from '#ui/calls/toast.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { usePublishGate } from '#features/search-settings/publish-gate/screen/publish-gate.panel.tsx';

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

interface DraftLineProps {
  readonly data: Pick<Boosts, 'change_count' | 'updated_at' | 'updated_by'>;
  readonly unsavedCount: number;
}

function DraftLine({ data, unsavedCount }: DraftLineProps) {
  const { change_count: count, updated_at: at, updated_by: by } = data;
  if (at === null && unsavedCount === 0) return null;
  const isDraft = count > 0 || unsavedCount > 0;
  return (
    <p className={classes.draftLine} role="status">
      {isDraft ? <Status kind="waiting" label={t('Draft')} /> : <Status kind="live" label={t('Live')} />}
      {count > 0 && <span>{t('{count} changes not live', { count })}</span>}
      {unsavedCount > 0 && <span>{t('{count} changes not saved', { count: unsavedCount })}</span>}
      {at !== null && (
        <span>
          {t('saved')} <Moment at={at} /> {by !== null && t('by {person}', { person: by })}
        </span>
      )}
    </p>
  );
}

/** A check, which asks where visitors would notice much, and then all of the draft is live. Unsaved changes are saved with it. */
function usePublishBoosts(editor: BoostEditor, { collection_id: collectionId }: Boosts) {
  const publish = async () => {
    if (await editor.save(true)) toast({ text: t('Saved. Customers see the new boost.') });
  };
  const sent = sentBoosts(editor.now);
  return usePublishGate({
    name: 'boosts',
    collectionId,
    check: (part, signal) => call(checkBoostQueries, { ...sent, ...part }, { signal }),
    draft: JSON.stringify(sent),
    publishLabel: t('Publish boosts'),
    publish: () => void publish(),
  });
}

interface PublishButtonProps {
  readonly editor: BoostEditor;
  readonly draftCount: number;
  readonly isFailing: boolean;
  readonly publish: () => void;
}

function PublishButton({ editor, draftCount, isFailing, publish }: PublishButtonProps) {
  const block = useSavingBlock();
  const isNothing = !editor.isDirty && draftCount === 0;
  const reason =
    block ??
    (isNothing ? t('Nothing to publish') : isFailing ? t('The preview fails, so nobody knows what this would do.') : undefined);
  return (
    <Button onClick={publish} loading={editor.isSaving} disabled={reason !== undefined} title={reason}>
      {t('Publish boosts')}
    </Button>
  );
}
