import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { asCallError } from '#ui/calls/call-error.ts';
import { query } from '#ui/calls/queries.ts';
import { CollectionPage } from '#ui/collection/collection-page.tsx';
import { RecordGone } from '#ui/form/record-gone.tsx';
import { AfterWait, LoadError } from '#ui/page/states.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { listPath } from './paths.ts';
import { type Curation, curations } from '#features/search-settings/curations/curations.contract.ts';
import { EditorFrame, useEditorFrame } from './frame.tsx';
import { useDisclosure } from '@mantine/hooks';
import { RowStateMark } from '#ui/crud/rule-state.tsx';
import { useIdleMark } from '#ui/crud/rule-state.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { t } from '#ui/text/i18n.ts';
import { EditorColumns } from './columns.tsx';
import { isEmpty, nameOf } from './draft.ts';
import { InView } from '#ui/form/refused-save.tsx';
import { EditorHead } from './head.tsx';
import { EditorRefusal } from './refusal.tsx';
import classes from './editor.module.css';
import { RegenerationGate } from '#features/search-settings/releases/screen/waiting.panel.tsx';
import { QueriesDialog } from '#features/search-settings/curations/screen/queries/queries.picker.tsx';
import { useCurationEditor } from './use-curation-editor.tsx';

const itemKeys: readonly string[] = [];

/** A curation by its id in the address, or a new one: `?id=new&query=boots`, with a first item by `&promote=<id>`. */
export default function CurationEditorPage() {
  const [{ id: text, query: firstQuery = '', promote: firstItem }] = useAddress();
  const id = Number(text);
  const frame = useEditorFrame(text === 'new');
  if (text === 'new')
    return (
      <CollectionPage keys={itemKeys} frame={frame}>
        {({ id: collectionId }) => (
          <CurationEditor collectionId={collectionId} opened={null} firstQuery={firstQuery} firstItem={firstItem} />
        )}
      </CollectionPage>
    );
  if (!Number.isInteger(id) || id < 1) return <Navigate to={listPath} replace />;
  return <Opened key={id} id={id} firstQuery={firstQuery} />;
}

/** Selects the collection of the curation. Leaves for the list when another collection is chosen. */
function Opened({ id, firstQuery }: { readonly id: number; readonly firstQuery: string }) {
  const navigate = useNavigate();
  const [{ c }, change] = useAddress();
  const { data, error, refetch } = useQuery(query(curations.read, { id }));
  const linked = useRef<string>(undefined);
  const own = data && String(data.collection_id);
  useEffect(() => {
    if (own === undefined) return;
    if (linked.current === undefined) change({ c: own }, { isReplacing: true });
    else if (c !== own && linked.current === own) void navigate(linkTo(listPath, { c }));
    linked.current = linked.current === undefined && c !== own ? '' : c;
  }, [own, c, change, navigate]);
  if (data) return <CurationEditor collectionId={data.collection_id} opened={data} firstQuery={firstQuery} />;
  if (!error)
    return (
      <EditorFrame>
        <AfterWait>
          <Skeleton height={420} aria-hidden />
        </AfterWait>
      </EditorFrame>
    );
  const isGone = asCallError(error).code === 'notFound';
  return (
    <EditorFrame>
      {isGone ? (
        <RecordGone close={() => void navigate(linkTo(listPath))} />
      ) : (
        <LoadError error={error} retry={() => void refetch()} />
      )}
    </EditorFrame>
  );
}

interface EditorProps {
  readonly collectionId: number;
  readonly opened: Curation | null;
  readonly firstQuery: string;
  readonly firstItem?: string | undefined;
}

/** The whole editor of a curation; `opened` is null for a new one. */
function CurationEditor({ collectionId, opened, firstQuery, firstItem }: EditorProps) {
  const idleMark = useIdleMark();
  const editor = useCurationEditor(collectionId, opened, firstQuery, firstItem);
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
  const isWrong = nameOf(draft).trim() === '' || draft.queries.some(({ query: text }) => text.trim() === '');
  const save = () => {
    setIsChecked(true);
    if (!isWrong) editor.save();
  };
  return (
    <EditorFrame isNew={saved === null} state={saved && (idleMark(saved) ?? <RowStateMark state={saved.state} />)}>
      <EditorHead editor={editor} active={active} choose={choose} editQueries={dialog.open} isChecked={isChecked} />
      {isChecked && isWrong && (
        <Alert color="red" variant="light" role="alert" py={8} mb={12}>
          {t('Please, provide correct data!')}
        </Alert>
      )}
      {editor.refusal && (
        <InView of={editor.refusal}>
          <EditorRefusal editor={editor} />
        </InView>
      )}
      <div className={classes.whole}>
        <EditorColumns editor={editor} query={draft.queries[active]!} />
      </div>
      {isEditingQueries && (
        <QueriesDialog
          name={nameOf(draft)}
          c={collectionId}
          id={saved?.id}
          queries={draft.queries}
          save={async (queries) => editor.change({ queries })}
          close={dialog.close}
        />
      )}
      <RegenerationGate />
      <SaveBar
        isDirty={isDirty}
        isSaving={isSaving}
        saveLabel={t('Save curation')}
        save={save}
        discard={discard}
        reason={isEmpty(draft) ? t('Promote or hide an item.') : undefined}
      />
    </EditorFrame>
  );
}
