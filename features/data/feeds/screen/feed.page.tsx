import { Button, Skeleton, Stack, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw, ScanSearch, Settings2 } from 'lucide-react';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { Loaded } from '#ui/page/states.tsx';
import { Page } from '#ui/page/page.tsx';
import { query, useAction, useCall } from '#ui/calls/queries.ts';
import { SchedulePanel } from '#features/data/schedules/screen/schedule.panel.tsx';
import { FeedImports, ImportHistory } from '#features/data/imports/screen/feed-imports.panel.tsx';
import { isSample } from '#features/data/feed-settings/feed.contract.ts';
import { type Feed, listFeeds, readFeed, reloadFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';
import { listImports } from '#features/data/imports/imports.contract.ts';
import { FeedGone, MappingButton, OfFeed, useReloadBlock, sourceName } from './of-feed.panel.tsx';
import { TagNameChoice } from './tag-candidates.picker.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { FeedForm, inputOf } from './feed-form.tsx';
import { AllowedButton } from '#ui/page/allowed-button.tsx';
import { testerPath } from '#features/analytics/statistics/screen/statistics.panel.tsx';

export default function FeedPage() {
  return <OfFeed>{(id) => <KnownFeed id={id} />}</OfFeed>;
}

function KnownFeed({ id }: { readonly id: number }) {
  const [, change] = useAddress();
  const { data: feed } = useQuery(query(readFeed, { id }));
  const isLive = feed?.last_import?.state === 'done' || feed?.last_import?.state === 'unchanged';
  const purpose = feed && [t(sourceName(feed)), feed.collection_name].filter(Boolean).join(' · ');
  return (
    <Page
      parent={{ title: t('Feeds'), link: linkTo('/data/import') }}
      title={feed?.name ?? t('Feed')}
      {...(purpose && { purpose })}
      secondary={
        feed && (
          <>
            <Button
              variant="default"
              leftSection={<Settings2 size={16} aria-hidden />}
              onClick={() => change({ edit: 'settings' })}
            >
              {t('Edit feed')}
            </Button>
            {feed.fields.length > 0 && <MappingButton id={id} />}
            {isLive && <ReloadButton feed={feed} />}
          </>
        )
      }
      primary={
        feed &&
        (isLive ? (
          <AllowedButton needs="preview" to={linkTo(testerPath, { c: feed.collection_id })} icon={ScanSearch} isPrimary>
            {t('Query tester')}
          </AllowedButton>
        ) : (
          <ReloadButton feed={feed} isPrimary={feed.last_import?.state !== 'onHold'} />
        ))
      }
    >
      <Loaded query={query(readFeed, { id })} skeleton={<FeedSkeleton />} gone={<FeedGone />}>
        {(known) => (
          <Stack gap={16}>
            {known.need_tag_name && <TagNameChoice feed={known} />}
            <FeedImports feed={known} afterFailure={<AfterFailure feed={known} />} />
            <SchedulePanel feedId={id} isSample={isSample(known)} />
            {known.last_import && <ImportHistory key={id} feedId={id} />}
          </Stack>
        )}
      </Loaded>
      {feed && <EditFeedDrawer feed={feed} />}
    </Page>
  );
}

function ReloadButton({ feed, isPrimary = false }: { readonly feed: Feed; readonly isPrimary?: boolean }) {
  const reload = useAction(reloadFeed, { refreshes: [readFeed, listFeeds, listImports] });
  const block = useReloadBlock()(feed);
  return (
    <Tooltip label={block} disabled={block === undefined}>
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        leftSection={<RefreshCw size={16} aria-hidden />}
        loading={reload.isPending}
        onClick={() => block === undefined && reload.mutate({ id: feed.id })}
        aria-disabled={block !== undefined}
        {...(block !== undefined && { 'data-disabled': true })}
      >
        {t('Import again')}
      </Button>
    </Tooltip>
  );
}

function AfterFailure({ feed: { id } }: { readonly feed: Feed }) {
  const [, change] = useAddress();
  const reload = useAction(reloadFeed, { refreshes: [readFeed, listFeeds, listImports] });
  return (
    <>
      <Button size="xs" variant="default" loading={reload.isPending} onClick={() => reload.mutate({ id })}>
        {t('Try again')}
      </Button>
      <Button size="xs" variant="default" onClick={() => change({ edit: 'settings' })}>
        {t('Edit feed')}
      </Button>
    </>
  );
}

const FeedSkeleton = () => (
  <Stack gap={16} aria-hidden>
    <Skeleton height={148} />
    <Skeleton height={220} />
  </Stack>
);

/** Address: `?edit=settings`. */
function EditFeedDrawer({ feed }: { readonly feed: Feed }) {
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
