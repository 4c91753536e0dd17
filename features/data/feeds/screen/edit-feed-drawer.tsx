import { useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { useCall } from '#console-kit/calls/queries.ts';
import { SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { FeedForm } from './feed-form.tsx';
import { inputOf } from './feed-input.tsx';
import { listFeeds, readFeed, updateFeed, type Feed } from '#features/data/feeds/feeds.contract.ts';

/** Its address is `?edit=settings`. Saving imports the feed again. */
export function EditFeedDrawer({ feed }: { readonly feed: Feed }) {
  const [address, change] = useAddress();
  const update = useCall(updateFeed, { refreshes: [readFeed, listFeeds] });
  const close = () => change({ edit: undefined });
  return (
    <SideDrawer isOpen={address['edit'] === 'settings'} title={t('Edit feed')} onClose={close}>
      <FeedForm
        initial={inputOf(feed)}
        feedId={feed.id}
        saveLabel={t('Save and import')}
        save={(input) => update.mutateAsync({ ...input, id: feed.id })}
        onClose={close}
      />
    </SideDrawer>
  );
}
