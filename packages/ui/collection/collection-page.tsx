import { Fragment, type ReactNode } from 'react';
import { Page, type PageProps } from '#ui/page/page.tsx';
import { RowSkeletons } from '#ui/page/states.tsx';
import { useCollections, useLinkedCollection, type CollectionChoice } from './collection.ts';
import { NoCollection } from './no-collection.tsx';

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
