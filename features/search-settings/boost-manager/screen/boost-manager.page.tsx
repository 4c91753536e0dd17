import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { laterCode, query } from '#ui/calls/queries.ts';
import { type PageFrame, CollectionSettingsPage, NoItems } from '#ui/collection/collection-page.tsx';
import type { CollectionChoice } from '#ui/collection/collection.ts';
import { conflictReason, RefusedSave, DraftConflict } from '#ui/form/conflict.tsx';
import { PreviewPanel } from '#ui/item/preview-panel.tsx';
import { Beside } from '#ui/page/beside.tsx';
import { whenIdle } from '#ui/page/later.tsx';
import { saveText } from '#ui/page/goes-live.ts';
import { Page, Sentences } from '#ui/page/page.tsx';
import { Loaded, RowSkeletons } from '#ui/page/states.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { formats } from '#ui/text/format.ts';
import { fieldLabel, valueWord } from '#ui/item/field-words.ts';
import { t } from '#ui/text/i18n.ts';
import { useAddress } from '#ui/state/address.ts';
import { useProjectTimeZone } from '#ui/state/session.ts';
import {
  type Boost,
  type BoostRule,
  type Boosts,
  previewBoosts,
  readBoosts,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { BoostSettings } from './boost-list.tsx';
import { useProposals } from './boost-proposals.tsx';
import { type BoostEditor, problemsByBoost, useBoostEditor } from './use-boost-editor.tsx';
import classes from './boost-manager.module.css';
import { Status } from '#ui/page/status.tsx';
import { Moment } from '#ui/text/moment.tsx';
import { toast } from '#ui/calls/toast.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import type { ReleasedField } from '#ui/releases/released-kind.ts';
import { boostFieldWords, boostSentence } from './boost-words.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { useMakeLive, useTellWaiting } from '#features/search-settings/releases/screen/make-live.panel.tsx';

const boostForm = laterCode('boost form', async () => (await import('./boost-form.tsx')).BoostFormPanel);

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
  const timeZone = useProjectTimeZone();
  const tellWaiting = useTellWaiting();
  const saveDraft = async (over?: Boosts) => {
    if (await editor.save(over)) tellWaiting('onPublish');
  };
  const [{ edit }] = useAddress<'/search-settings/boost-manager'>();
  const [tried, tryBoost] = useState<Boost | null>(null);
  const makeLive = useMakeLive();
  const publish = async () => {
    if (await editor.save()) makeLive();
  };
  const client = useQueryClient();
  useEffect(() => whenIdle(() => void client.prefetchQuery(boostForm)), [client]);
  const proposals = useProposals(editor, data);
  const draftCount = data.change_count;
  return (
    <Page {...frame} secondary={draftCount > 0 && <DiscardDraft editor={editor} draftCount={draftCount} />}>
      <DraftLine data={data} unsavedCount={editor.changeCount} />
      <RefusedSave
        failure={editor.failure}
        conflict={(error) => (
          <DraftConflict
            editor={editor}
            error={error}
            versionOf={({ updated_at: at }) => at}
            nameOf={(path) => conflictName(editor, path)}
            says={(value, path) => conflictText(timeZone, value, path)}
            keep={(theirs) => void saveDraft(theirs)}
          />
        )}
        say={problemsByBoost(editor).size > 0 ? () => t('Correct the marked fields first.') : undefined}
      />
      <Beside
        label={t('Part of the screen')}
        settings={{
          title: t('Boosts'),
          content:
            edit === undefined ? (
              <BoostSettings editor={editor} data={data} proposals={proposals} />
            ) : (
              <Loaded query={boostForm} skeleton={<RowSkeletons count={4} />}>
                {(BoostFormPanel) => (
                  <BoostFormPanel editor={editor} collectionId={collection.id} fields={data.fields} tryBoost={tryBoost} />
                )}
              </Loaded>
            ),
        }}
        preview={{
          title: t('Preview'),
          content:
            collection.item_count === 0 ? (
              <NoItems />
            ) : (
              <PreviewPanel
                collectionId={collection.id}
                endpoint={previewBoosts}
                input={(q) => ({ ...editor.sentWith(tried), collection_id: collection.id, q })}
                isLive={draftCount === 0 && !editor.isDirty && tried === null}
                paused={problemsByBoost(editor).size > 0 && <Wrong />}
              />
            ),
        }}
      />
      <SaveBar
        isDirty={editor.isDirty}
        isSaving={editor.isSaving}
        saveLabel={saveText('onPublish')}
        publish={() => void publish()}
        reason={conflictReason(editor.failure)}
        save={() => void saveDraft()}
        discard={editor.discard}
      />
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
        t('In stock ×2 moves items up, a brand ×0.5 moves its items down.'),
        t('Boosts don’t apply when customers sort by price or name.'),
      ]}
    />
  );
}

interface DraftProps {
  readonly editor: BoostEditor;
  readonly draftCount: number;
}

function DiscardDraft({ editor, draftCount }: DraftProps) {
  const block = useSavingBlock();
  const discard = async () => {
    const isSure = await confirm({
      title: t('Discard the draft?'),
      text: t('{count} saved changes are lost, live boosts stay.', { count: draftCount }),
      confirmLabel: t('Discard'),
      isDanger: true,
    });
    if (isSure && (await editor.discardDraft())) toast({ text: t('Draft discarded.') });
  };
  return (
    <Button variant="default" onClick={() => void discard()} disabled={editor.isSaving || block !== undefined} title={block}>
      {t('Discard')}
    </Button>
  );
}

/** `path` is that of a value in the draft: `overrides_relevance`, or `boosts`, an id and a field. */
function conflictName({ draft, began }: BoostEditor, [, id, name]: readonly string[]): string {
  if (id === undefined) return t('Boosts override the preset relevance weight');
  const boost = draft.boosts[id] ?? began.boosts.find((one) => String(one.id) === id);
  const words: Readonly<Record<string, ReleasedField>> = {
    ...boostFieldWords(t),
    is_active: { label: t('Active') },
    valid_from: { label: t('From') },
    valid_to: { label: t('To') },
  };
  return [boost ? fieldLabel(boost.field) : t('Boost'), ...(name === undefined ? [] : [words[name]?.label ?? name])].join(': ');
}

function conflictText(timeZone: string, value: unknown, [, , name]: readonly string[]): string {
  if (value === undefined || value === null) return '–';
  if (name === undefined && typeof value === 'object') return boostSentence(t, value as BoostRule);
  if (Array.isArray(value)) return value.map((one: BoostRule['value'][number]) => valueWord('', one)).join(', ');
  if (typeof value === 'boolean') return value ? t('On') : t('Off');
  const words: Readonly<Record<string, ReleasedField>> = boostFieldWords(t);
  const leaf = value as string | number;
  if (name?.startsWith('valid_')) return formats.momentIn(Number(leaf), timeZone);
  return words[name ?? '']?.choices?.[leaf]?.name ?? String(leaf);
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
      {unsavedCount > 0 && <span>{t('{count} changes not saved', { count: unsavedCount })}</span>}
      {at !== null && (
        <span>
          {t('Last saved')}: <Moment at={at} /> {by !== null && `· ${by}`}
        </span>
      )}
    </p>
  );
}
