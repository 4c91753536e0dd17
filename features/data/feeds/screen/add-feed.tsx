import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { maximumPageSize } from '#contract/page.ts';
import { useAddress, linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { query, useCall } from '#ui/calls/queries.ts';
import { NoCollection } from '#ui/collection/no-collection.tsx';
import { FormSkeleton } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { FeedForm, blankFeed } from './feed-form.tsx';
import { createFeed, listFeeds } from '#features/data/feeds/feeds.contract.ts';

/** The first collection without a feed, otherwise the first one. Undefined while loading, null without collections. */
function useNextCollection(): number | null | undefined {
  const { data: collections } = useQuery(query(listCollections, {}));
  const { data: feeds } = useQuery(query(listFeeds, { per_page: maximumPageSize }));
  if (!collections || !feeds) return undefined;
  const free = collections.find(({ id }) => feeds.items.every((feed) => feed.collection_id !== id));
  return (free ?? collections[0])?.id ?? null;
}

export function AddFeedButton() {
  const [, change] = useAddress();
  return (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => change({ edit: 'new' })}>
      {t('Add feed')}
    </Button>
  );
}

/** Address: `?edit=new`. */
export function AddFeedDrawer() {
  const [address, change] = useAddress();
  const navigate = useNavigate();
  const collectionId = useNextCollection();
  const create = useCall(createFeed, { refreshes: [listFeeds] });
  const createdId = useRef<number>(null);
  const isOpen = address['edit'] === 'new';
  const showCreated = () => {
    if (createdId.current !== null) void navigate(linkTo('/data/import/edit', { id: createdId.current }));
  };
  return (
    <SideDrawer isOpen={isOpen} title={t('Add feed')} onClose={() => change({ edit: undefined })}>
      {collectionId === undefined && <FormSkeleton />}
      {collectionId === null && <NoCollection />}
      {collectionId != null && (
        <FeedForm
          initial={blankFeed(collectionId)}
          feedId={null}
          saveLabel={t('Add feed')}
          save={async (input) => (createdId.current = (await create.mutateAsync(input)).id)}
          onSaved={showCreated}
          onClose={() => createdId.current === null && change({ edit: undefined })}
        />
      )}
    </SideDrawer>
  );
}
