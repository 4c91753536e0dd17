import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { ConflictAlert } from '#ui/crud/conflict-alert.tsx';
import { type CrudState, inputOf } from '#ui/crud/crud.ts';
import { useAddress } from '#ui/state/address.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Curation, type CurationQuery, curations } from '#features/search-settings/curations/curations.contract.ts';
import { useTellSaved } from '#features/search-settings/curations/screen/saved-toast.panel.tsx';
import { QueriesDialog } from './queries.picker.tsx';

/** Opened by `?queries=3`. */
export function SavedQueries({ crud }: { readonly crud: CrudState<typeof curations> }) {
  const [{ queries: text }, change] = useAddress();
  const id = Number(text);
  const { data } = useQuery({ ...query(curations.read, { id }), enabled: Number.isInteger(id) && id > 0 });
  if (text === undefined || data?.id !== id) return null;
  return <OpenedQueries key={id} opened={data} crud={crud} close={() => change({ queries: undefined })} />;
}

interface OpenedQueriesProps {
  readonly opened: Curation;
  readonly crud: CrudState<typeof curations>;
  readonly close: () => void;
}

function OpenedQueries({ opened, crud, close }: OpenedQueriesProps) {
  const tellSaved = useTellSaved();
  const [from, setFrom] = useState(opened);
  const says = (_name: string, value: unknown) =>
    (value as CurationQuery[]).map(({ query: text, match }) => (match === 'is' ? text : `… ${text} …`)).join(', ');
  const write = async (queries: CurationQuery[], of: Curation) => {
    const saved = await call(curations.update, { ...inputOf(curations, of), queries, id: of.id, updated_at: of.updated_at });
    await crud.renew();
    tellSaved(saved);
  };
  return (
    <QueriesDialog
      key={from.updated_at}
      name={from.name}
      c={from.collection_id}
      id={from.id}
      queries={from.queries}
      close={close}
      save={(queries) => write(queries, from)}
      refused={(error, form) =>
        error.code === 'changedMeanwhile' ? (
          <ConflictAlert
            crud={{ endpoints: curations, close }}
            id={from.id}
            error={error}
            names={{ queries: t('Queries') }}
            mine={form.values}
            says={says}
            load={setFrom}
            replace={(theirs) => void replace(theirs, form.values.queries as CurationQuery[])}
            saveAsNew={close}
          />
        ) : null
      }
    />
  );

  async function replace(theirs: Curation, queries: CurationQuery[]): Promise<void> {
    try {
      await write(queries, theirs);
      close();
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    }
  }
}
