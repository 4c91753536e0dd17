import { Button, Skeleton, Stack, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw, Settings2 } from 'lucide-react';
import { useAddress } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { Page } from '#console-kit/page/page.tsx';
import { query, useAction } from '#console-kit/calls/queries.ts';
import { SchedulePanel } from '#features/data/schedules/schedule.panel.tsx';
import { EditFeedDrawer } from './edit-feed-drawer.tsx';
import { FeedFacts } from './feed-facts.tsx';
import { FieldMappings } from './field-mappings.tsx';
import { FeedImports } from '#features/data/imports/feed-imports.panel.tsx';
import { listFeeds, readFeed, reloadFeed, type Feed } from './feeds.contract.ts';
import { listImports } from '#features/data/imports/import-history.contract.ts';
import { useImportWatch } from './import-watch.tsx';
import { OfFeed } from './of-feed.panel.tsx';
import { useReloadBlock } from './reload-block.tsx';
import { TagNameChoice } from './tag-name-choice.tsx';

export default function FeedPage() {
  return <OfFeed>{(id) => <KnownFeed id={id} />}</OfFeed>;
}

function KnownFeed({ id }: { readonly id: number }) {
  const t = useText();
  const [, change] = useAddress();
  const { data: feed, dataUpdatedAt: answeredAt } = useQuery(query(readFeed, { id }));
  useImportWatch(feed ? [feed] : []);
  return (
    <Page
      title={feed?.name ?? t('Feed')}
      purpose={t('How this feed is read, and how its last import went.')}
      secondary={
        feed && (
          <Button
            variant="default"
            leftSection={<Settings2 size={16} aria-hidden />}
            onClick={() => change({ edit: 'settings' })}
          >
            {t('Edit feed')}
          </Button>
        )
      }
      primary={feed && <ReloadButton feed={feed} />}
    >
      <Loaded query={query(readFeed, { id })} skeleton={<FeedSkeleton />}>
        {(known) => <FeedDetails feed={known} answeredAt={answeredAt} />}
      </Loaded>
      {feed && <EditFeedDrawer feed={feed} />}
    </Page>
  );
}

function ReloadButton({ feed }: { readonly feed: Feed }) {
  const t = useText();
  const reload = useAction(reloadFeed, { refreshes: [readFeed, listFeeds, listImports] });
  const block = useReloadBlock()(feed);
  return (
    <Tooltip label={block} disabled={block === undefined}>
      <Button
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

function FeedDetails({ feed, answeredAt }: { readonly feed: Feed; readonly answeredAt: number }) {
  return (
    <Stack gap={32}>
      {feed.need_tag_name && <TagNameChoice feed={feed} />}
      <FeedImports feed={feed} answeredAt={answeredAt} />
      <SchedulePanel feedId={feed.id} />
      <FeedFacts feed={feed} />
      <FieldMappings feed={feed} />
    </Stack>
  );
}

const FeedSkeleton = () => (
  <Stack gap={32} aria-hidden>
    <Skeleton height={148} />
    <Skeleton height={220} />
  </Stack>
);
