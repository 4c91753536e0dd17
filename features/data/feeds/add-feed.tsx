import { Button, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { maximumPageSize } from '#contract/page.ts';
import { useAddress } from '#console-kit/address.ts';
import { useText } from '#console-kit/i18n.ts';
import { query, useCall } from '#console-kit/queries.ts';
import { FormSkeleton, SideDrawer } from '#console-kit/side-drawer.tsx';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { FeedForm } from './feed-form.tsx';
import { blankFeed } from './feed-input.tsx';
import { createFeed, listFeeds } from './feeds.contract.ts';

/** The first collection that no feed fills: undefined until it is known, null when all are filled. */
function useFreeCollection(): number | null | undefined {
  const { data: collections } = useQuery(query(listCollections, {}));
  const { data: feeds } = useQuery(query(listFeeds, { per_page: maximumPageSize }));
  if (!collections || !feeds) return undefined;
  return collections.find(({ id }) => feeds.items.every((feed) => feed.collection_id !== id))?.id ?? null;
}

/** The primary action of the list. It needs a collection that no other feed fills. */
export function AddFeedButton() {
  const t = useText();
  const [, change] = useAddress();
  const isFull = useFreeCollection() === null;
  return (
    <Tooltip
      label={t('A collection is filled by one feed, and every collection has its own. Change that feed, or delete it first.')}
      disabled={!isFull}
      multiline
      w={280}
    >
      <Button
        leftSection={<Plus size={16} aria-hidden />}
        onClick={() => !isFull && change({ edit: 'new' })}
        aria-disabled={isFull}
        {...(isFull && { 'data-disabled': true })}
      >
        {t('Add feed')}
      </Button>
    </Tooltip>
  );
}

/** Its address is `?edit=new`. A new feed is shown with the progress of its first import. */
export function AddFeedDrawer() {
  const t = useText();
  const [address, change] = useAddress();
  const navigate = useNavigate();
  const collectionId = useFreeCollection();
  const create = useCall(createFeed, { refreshes: [listFeeds] });
  const createdId = useRef<number>(null);
  const isOpen = address['edit'] === 'new';
  const showCreated = () => {
    if (createdId.current !== null)
      void navigate({ to: '/data/import/edit', search: { id: String(createdId.current) } as never });
  };
  return (
    <SideDrawer isOpen={isOpen} title={t('Add feed')} onClose={() => change({ edit: undefined })}>
      {collectionId === undefined ? (
        <FormSkeleton />
      ) : (
        <FeedForm
          initial={blankFeed(collectionId ?? 0)}
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
