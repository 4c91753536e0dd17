import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { asCallError } from '#console-kit/calls/call-error.ts';
import { query } from '#console-kit/calls/queries.ts';
import { CollectionPage } from '#console-kit/collection/collection-page.tsx';
import { RecordGone } from '#console-kit/form/record-gone.tsx';
import { RowStateMark } from '#console-kit/list/row-state.tsx';
import { Page } from '#console-kit/page/page.tsx';
import { SaveBar } from '#console-kit/page/save-bar.tsx';
import { AfterWait, LoadError } from '#console-kit/page/states.tsx';
import { linkTo, useAddress } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { type Curation, curations } from './curations.contract.ts';
import { EditorColumns } from './editor-columns.tsx';
import { EditorHelp } from './editor-help.tsx';
import { EditorHead } from './editor-head.tsx';
import { EditorRefusal } from './editor-refusal.tsx';
import { isEmpty, nameOf } from './editor-draft.ts';
import classes from './editor.module.css';
import { useCurationEditor } from './use-curation-editor.tsx';

const listPath = '/search-settings/curations';
const itemKeys: readonly string[] = [];

/** A curation by its id in the address, or a new one: `?id=new&query=boots`. */
export default function CurationEditorPage() {
  const [{ id: text, query: firstQuery = '' }] = useAddress();
  const id = Number(text);
  const frame = useFrame(text === 'new');
  if (text === 'new')
    return (
      <CollectionPage keys={itemKeys} frame={frame}>
        {({ id: collectionId }) => <Editor collectionId={collectionId} opened={null} firstQuery={firstQuery} />}
      </CollectionPage>
    );
  if (!Number.isInteger(id) || id < 1) return <Navigate to={listPath} replace />;
  return <Opened key={id} id={id} firstQuery={firstQuery} />;
}

function useFrame(isNew: boolean) {
  const t = useText();
  return {
    title: isNew ? t('Add curation') : t('Edit curation'),
    purpose: t('Choose which items come first for a query, and which never.'),
    isWide: true,
    help: <EditorHelp />,
  };
}

function Frame({
  isNew = false,
  state,
  children,
}: {
  readonly isNew?: boolean;
  readonly state?: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useText();
  return (
    <Page
      {...useFrame(isNew)}
      secondary={
        <>
          {state}
          <Button variant="default" component={Link} {...linkTo(listPath)} leftSection={<ArrowLeft size={16} aria-hidden />}>
            {t('Curations')}
          </Button>
        </>
      }
    >
      {children}
    </Page>
  );
}

/** The collection that screens are about becomes that of the curation. */
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
  if (data) return <Editor collectionId={data.collection_id} opened={data} firstQuery={firstQuery} />;
  if (!error)
    return (
      <Frame>
        <AfterWait>
          <Skeleton height={420} aria-hidden />
        </AfterWait>
      </Frame>
    );
  const isGone = asCallError(error).code === 'notFound';
  return (
    <Frame>
      {isGone ? (
        <RecordGone close={() => void navigate(linkTo(listPath))} />
      ) : (
        <LoadError error={error} retry={() => void refetch()} />
      )}
    </Frame>
  );
}

interface EditorProps {
  readonly collectionId: number;
  readonly opened: Curation | null;
  readonly firstQuery: string;
}

function Editor({ collectionId, opened, firstQuery }: EditorProps) {
  const t = useText();
  const editor = useCurationEditor(collectionId, opened, firstQuery);
  const { saved, draft, isDirty, isSaving, discard } = editor;
  const [chosen, choose] = useState(() =>
    Math.max(
      0,
      draft.queries.findIndex(({ query: text }) => text === firstQuery),
    ),
  );
  const [isChecked, setIsChecked] = useState(false);
  const active = Math.min(chosen, draft.queries.length - 1);
  const isWrong = nameOf(draft).trim() === '' || draft.queries.some(({ query: text }) => text.trim() === '');
  const save = () => {
    setIsChecked(true);
    if (!isWrong) editor.save();
  };
  return (
    <Frame isNew={saved === null} state={saved && <RowStateMark state={saved.state} />}>
      <EditorHead editor={editor} active={active} choose={choose} editQueries={() => undefined} isChecked={isChecked} />
      {isChecked && isWrong && (
        <Alert color="red" variant="light" role="alert" py={8} mb={12}>
          {t('Please, provide correct data!')}
        </Alert>
      )}
      <EditorRefusal editor={editor} />
      <div className={classes.whole}>
        <EditorColumns editor={editor} q={draft.queries[active]?.query ?? ''} />
      </div>
      <SaveBar
        isDirty={isDirty}
        isSaving={isSaving}
        saveLabel={t('Save curation')}
        save={save}
        discard={discard}
        reason={isEmpty(draft) ? t('Promote or hide an item.') : undefined}
      />
    </Frame>
  );
}
