import { Fragment, type ReactNode } from 'react';
import { Layers, PackageOpen } from 'lucide-react';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Page, type PageProps } from '#ui/page/page.tsx';
import { RowSkeletons, Empty, AfterWait, LoadError } from '#ui/page/states.tsx';
import { useCollections, useLinkedCollection, type CollectionChoice } from './collection.ts';
import { linkTo } from '#ui/state/address.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { t } from '#ui/text/i18n.ts';
import type { CallError } from '#ui/calls/api.ts';

export function NoCollection() {
  return (
    <Empty
      icon={Layers}
      title={t('This project has no collection yet.')}
      text={t('A collection holds one kind of items, such as products. Feeds fill it; your shop searches it.')}
      action={
        <AllowedLink needs="data" to={linkTo('/data/collections', { edit: 'new' })}>
          {t('Add collection')}
        </AllowedLink>
      }
    />
  );
}

export type PageFrame = Pick<PageProps, 'title' | 'purpose' | 'help' | 'isWide'>;

interface CollectionPageProps {
  /** Address parameters that are dropped with the collection. Pass one array for all renders. */
  readonly keys: readonly string[];
  readonly frame: PageFrame;
  /** Remounted for another collection. */
  readonly children: (collection: CollectionChoice) => ReactNode;
}

export function CollectionPage({ keys, frame, children }: CollectionPageProps) {
  const collection = useLinkedCollection(keys);
  const { collections } = useCollections();
  if (collection) return <Fragment key={collection.id}>{children(collection)}</Fragment>;
  return <Page {...frame}>{collections ? <NoCollection /> : <RowSkeletons />}</Page>;
}

export function NoItems() {
  return (
    <Empty
      icon={PackageOpen}
      title={t('No items yet')}
      text={t('Import a feed to try your search here.')}
      action={
        <Anchor component={Link} to="/data/import">
          {t('Feeds')}
        </Anchor>
      }
    />
  );
}

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
