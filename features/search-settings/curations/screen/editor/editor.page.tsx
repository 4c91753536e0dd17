import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { asCallError } from '#console-kit/calls/call-error.ts';
import { query } from '#console-kit/calls/queries.ts';
import { CollectionPage } from '#console-kit/collection/collection-page.tsx';
import { RecordGone } from '#console-kit/form/record-gone.tsx';
import { AfterWait, LoadError } from '#console-kit/page/states.tsx';
import { linkTo, useAddress } from '#console-kit/state/address.ts';
import { CurationEditor } from './curation-editor.tsx';
import { listPath } from './paths.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { EditorFrame, useEditorFrame } from './frame.tsx';

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
