import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { asCallError } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { CollectionPage } from '#ui/collection/collection-page.tsx';
import { RecordGone } from '#ui/form/conflict.tsx';
import { AfterWait, LoadError } from '#ui/page/states.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { Page, Sentences } from '#ui/page/page.tsx';
import { type Curation, curations, curationsPath } from '#features/search-settings/curations/curations.contract.ts';
import { useDisclosure } from '@mantine/hooks';
import { RowStateMark, useIdleMark } from '#ui/crud/rule-state.tsx';
import { conflictReason } from '#ui/form/conflict.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { saveText } from '#ui/page/goes-live.ts';
import { t } from '#ui/text/i18n.ts';
import { EditorColumns } from './columns.tsx';
import { nameOf, newDraft } from './draft.ts';
import { EditorHead } from './head.tsx';
import { EditorRefusal } from './refusal.tsx';
import classes from './editor.module.css';
import { useHeldMark } from '#features/search-settings/releases/screen/make-live.panel.tsx';
import { QueriesDialog } from '#features/search-settings/curations/screen/queries/queries.picker.tsx';
import { useCurationEditor } from './use-curation-editor.tsx';

const itemKeys: readonly string[] = [];

function frameOf(isNew: boolean) {
  return {
    parent: { title: t('Curations'), link: linkTo(curationsPath) },
    title: isNew ? t('Add curation') : t('Edit curation'),
    purpose: t('Choose what comes first for a query, and what is hidden.'),
    isWide: true,
    help: (
      <Sentences
        of={[
          t('A query matches in all forms of its words. One curation acts on a query.'),
          t('Keys: arrows select, P promotes, H hides, X resets, Alt+arrows move, Ctrl+S saves.'),
          t('“Publish” makes all saved changes live. These also go live by themselves at midnight.'),
        ]}
      />
    ),
  };
}

/** `?id=3`, or a new one: `?id=new&query=boots&promote=<item ids, a line each>`, with `category` instead of `query` for its page. */
export default function CurationEditorPage() {
  const [{ id, query: firstQuery = '', category = null, promote: firstItems }] = useAddress<'/search-settings/curations/edit'>();
  const frame = frameOf(id === 'new');
  if (id === 'new')
    return (
      <CollectionPage keys={itemKeys} frame={frame}>
        {({ id: collectionId }) => (
          <CurationEditor
            collectionId={collectionId}
            opened={null}
            firstQuery={firstQuery}
            firstCategory={category}
            firstItems={firstItems}
          />
        )}
      </CollectionPage>
    );
  if (id === undefined) return <Navigate to={curationsPath} replace />;
  return <Opened key={id} id={id} firstQuery={firstQuery} />;
}

/** Selects the collection of the curation, and leaves for the list when another one is chosen. */
function Opened({ id, firstQuery }: { readonly id: number; readonly firstQuery: string }) {
  const navigate = useNavigate();
  const [{ c }, change] = useAddress();
  const { data, error, refetch } = useQuery(query(curations.read, { id }));
  const linked = useRef<number | null>(undefined);
  const own = data?.collection_id;
  useEffect(() => {
    if (own === undefined) return;
    if (linked.current === undefined) change({ c: own }, { isReplacing: true });
    else if (c !== own && linked.current === own) void navigate(linkTo(curationsPath, { c }));
    linked.current = linked.current === undefined && c !== own ? null : (c ?? null);
  }, [own, c, change, navigate]);
  if (data) return <CurationEditor collectionId={data.collection_id} opened={data} firstQuery={firstQuery} />;
  if (!error)
    return (
      <Page {...frameOf(false)}>
        <AfterWait>
          <Skeleton height={420} aria-hidden />
        </AfterWait>
      </Page>
    );
  const isGone = asCallError(error).code === 'notFound';
  return (
    <Page {...frameOf(false)}>
      {isGone ? (
        <RecordGone close={() => void navigate(linkTo(curationsPath))} />
      ) : (
        <LoadError error={error} retry={() => void refetch()} />
      )}
    </Page>
  );
}

interface EditorProps {
  readonly collectionId: number;
  /** null for a new curation. */
  readonly opened: Curation | null;
  readonly firstQuery: string;
  readonly firstCategory?: string | null;
  readonly firstItems?: string | undefined;
}

function CurationEditor({ collectionId, opened, firstQuery, firstCategory = null, firstItems }: EditorProps) {
  const idleMark = useIdleMark();
  const held = useHeldMark('curations');
  const editor = useCurationEditor(collectionId, opened, newDraft(firstQuery, firstCategory), firstItems);
  const { saved, draft, isDirty, isSaving, discard } = editor;
  const [chosen, choose] = useState(() =>
    Math.max(
      0,
      draft.queries.findIndex(({ query: text }) => text === firstQuery),
    ),
  );
  const [isChecked, setIsChecked] = useState(false);
  const [isEditingQueries, dialog] = useDisclosure();
  const active = Math.min(chosen, draft.queries.length - 1);
  const isForNothing =
    draft.category === null ? draft.queries.some(({ query: text }) => text.trim() === '') : draft.category === '';
  const isWrong = nameOf(draft).trim() === '' || isForNothing;
  const unlessWrong = (work: () => Promise<unknown>) => () => {
    setIsChecked(true);
    if (!isWrong) void work();
  };
  return (
    <Page
      {...frameOf(saved === null)}
      secondary={saved && (idleMark(saved) ?? held(saved) ?? <RowStateMark state={saved.state} />)}
    >
      <EditorHead editor={editor} active={active} choose={choose} editQueries={dialog.open} isChecked={isChecked} />
      {isChecked && isWrong && <VisuallyHidden role="alert">{t('Please, provide correct data!')}</VisuallyHidden>}
      <EditorRefusal editor={editor} />
      <div className={classes.whole}>
        <EditorColumns editor={editor} q={draft.queries[active]!.query} />
      </div>
      {isEditingQueries && (
        <QueriesDialog
          name={nameOf(draft)}
          queries={draft.queries}
          save={async (queries) => editor.change({ queries })}
          close={dialog.close}
        />
      )}
      <SaveBar
        isDirty={isDirty}
        isSaving={isSaving}
        saveLabel={saveText('atMidnight')}
        save={unlessWrong(editor.save)}
        publish={unlessWrong(editor.publish)}
        discard={discard}
        reason={
          conflictReason(editor.failure) ??
          (draft.promoted.length + draft.hidden.length === 0 ? t('Promote or hide at least one item to save.') : undefined)
        }
      />
    </Page>
  );
}
