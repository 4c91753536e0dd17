import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { type CrudState, inputOf } from '#ui/crud/crud.ts';
import { useAddress } from '#ui/state/address.ts';
import { type Curation, type CurationQuery, curations } from '#features/search-settings/curations/curations.contract.ts';
import { QueriesDialog } from './queries.picker.tsx';
import { toast } from '#ui/calls/toast.ts';
import { savedText, saveText } from '#ui/page/goes-live.ts';
import { t } from '#ui/text/i18n.ts';
import { useHeldMark, useTellWaiting } from '#features/search-settings/releases/screen/make-live.panel.tsx';

export function useTellSaved(): (saved: Curation) => void {
  const tellWaiting = useTellWaiting();
  const held = useHeldMark('curations');
  return (saved) => {
    if (saved.state === 'live') toast({ text: savedText('atOnce') });
    else
      tellWaiting('atMidnight', held(saved) === null ? undefined : t('Saved. The scheduled release keeps the version before.'));
  };
}

interface SavedQueriesProps {
  readonly crud: CrudState<typeof curations>;
}

/** Opened by `?queries=3`. */
export function SavedQueries({ crud }: SavedQueriesProps) {
  const [{ queries: id }] = useAddress();
  // Each opening reads the newest version.
  const { data } = useQuery({ ...query(curations.read, { id: id ?? 0 }), enabled: id !== undefined, gcTime: 0 });
  if (id === undefined || data?.id !== id) return null;
  return <OpenedQueries key={id} opened={data} crud={crud} />;
}

function OpenedQueries({ opened, crud }: SavedQueriesProps & { readonly opened: Curation }) {
  const [, change] = useAddress();
  const tellSaved = useTellSaved();
  const [from] = useState(opened);
  const save = async (queries: CurationQuery[]) => {
    const saved = await call(curations.update, {
      ...inputOf(curations, from),
      queries,
      id: from.id,
      updated_at: from.updated_at,
    });
    await crud.renew();
    tellSaved(saved);
  };
  return (
    <QueriesDialog
      name={from.name}
      queries={from.queries}
      save={save}
      close={() => change({ queries: undefined })}
      saveLabel={saveText('atMidnight')}
    />
  );
}
