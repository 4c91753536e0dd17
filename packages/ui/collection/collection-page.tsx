import { Fragment, type ReactNode } from 'react';
import { Page, type PageProps } from '#ui/page/page.tsx';
import { RowSkeletons } from '#ui/page/states.tsx';
import { useCollections, useLinkedCollection, type CollectionChoice } from './collection.ts';
import { NoCollection } from './no-collection.tsx';

/** What of a page stands there before its collection is known. */
export type PageFrame = Pick<PageProps, 'title' | 'purpose' | 'help' | 'isWide'>;

interface CollectionPageProps {
  /** What the address says of the items of the collection, so that it leaves with it; one array for all renderings. */
  readonly keys: readonly string[];
  readonly frame: PageFrame;
  /** The page with its frame, once the collection is known. Another collection remounts it. */
  readonly children: (collection: CollectionChoice) => ReactNode;
}

/** A page about one collection: the address names it, and a project without any says so. */
export function CollectionPage({ keys, frame, children }: CollectionPageProps) {
  const collection = useLinkedCollection(keys);
  const { collections } = useCollections();
  if (collection) return <Fragment key={collection.id}>{children(collection)}</Fragment>;
  return <Page {...frame}>{collections ? <NoCollection /> : <RowSkeletons />}</Page>;
}
