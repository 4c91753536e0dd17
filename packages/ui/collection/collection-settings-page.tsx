import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallError } from '#ui/calls/call-error.ts';
import { Page } from '#ui/page/page.tsx';
import { AfterWait, LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { CollectionPage, type PageFrame } from './collection-page.tsx';
import type { CollectionChoice } from './collection.ts';

interface CollectionSettingsPageProps<Data> {
  readonly keys: readonly string[];
  readonly frame: PageFrame;
  readonly query: (collection: CollectionChoice) => UseQueryOptions<Data, CallError>;
  readonly told?: (error: CallError) => CallError;
  readonly children: (loaded: Loaded<Data>) => ReactNode;
}

interface Loaded<Data> {
  readonly data: Data;
  readonly isFetching: boolean;
  readonly collection: CollectionChoice;
}

export function CollectionSettingsPage<Data>({ keys, frame, ...props }: CollectionSettingsPageProps<Data>) {
  return (
    <CollectionPage keys={keys} frame={frame}>
      {(collection) => <OfCollection collection={collection} frame={frame} {...props} />}
    </CollectionPage>
  );
}

type OfCollectionProps<Data> = Omit<CollectionSettingsPageProps<Data>, 'keys'> & { readonly collection: CollectionChoice };

function OfCollection<Data>({ query, told = (error) => error, collection, frame, children }: OfCollectionProps<Data>) {
  const { data, error, isFetching, refetch } = useQuery(query(collection));
  if (data !== undefined) return children({ data, isFetching, collection });
  return (
    <Page {...frame}>
      {error ? (
        <LoadError error={told(error)} retry={() => void refetch()} />
      ) : (
        <AfterWait>
          <RowSkeletons />
        </AfterWait>
      )}
    </Page>
  );
}
