import { Anchor, Button, Stack, Text, Radio } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { FileUp, Plus, RefreshCw, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { useNeedsCollection } from '#ui/collection/collection.ts';
import { NoCollection } from '#ui/collection/collection-page.tsx';
import { formats } from '#ui/text/format.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import { useList } from '#ui/list/list.ts';
import { later } from '#ui/page/later.tsx';
import { Page, Sentences } from '#ui/page/page.tsx';
import { useAction } from '#ui/calls/queries.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { SearchInput } from '#ui/list/search-input.tsx';
import { Empty } from '#ui/page/states.tsx';
import { Table } from '#ui/list/table.tsx';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { NextImport } from '#features/data/schedules/screen/next-import.panel.tsx';
import { sourceName, useReloadBlock } from './of-feed.panel.tsx';
import { type Feed, listFeeds, readFeed, reloadFeed, removeFeed } from '#features/data/feeds/feeds.contract.ts';
import { Status } from '#ui/page/status.tsx';
import { useFailureText } from '#features/data/imports/screen/import-failure.panel.tsx';
import { ImportState } from '#features/data/imports/screen/import-state.panel.tsx';
import { confirm } from '#ui/dialog/confirm.tsx';

interface Removal {
  readonly withItems: boolean;
}

/** null when cancelled. */
async function askRemoval(t: Translate, name: string, count: number): Promise<Removal | null> {
  let withItems = false;
  const isSure = await confirm({
    title: t('Delete “{name}”?', { name }),
    text: <Choice count={count} onChange={(chosen) => (withItems = chosen)} />,
    confirmLabel: t('Delete'),
    isDanger: true,
    ...(count > 0 && { typed: name }),
  });
  return isSure ? { withItems } : null;
}

interface ChoiceProps {
  readonly count: number;
  readonly onChange: (withItems: boolean) => void;
}

function Choice({ count, onChange }: ChoiceProps) {
  const [value, setValue] = useState('stay');
  if (count === 0) return t('The feed has no items in search.');
  const choose = (chosen: string) => {
    setValue(chosen);
    onChange(chosen === 'go');
  };
  return (
    <Stack gap={16} component="span">
      <Text size="sm" component="span">
        {t('What should become of the feed’s {count} items?', { count })}
      </Text>
      <Radio.Group value={value} onChange={choose} aria-label={t('Items of the feed')}>
        <Stack gap={8}>
          <Radio value="stay" label={t('They stay searchable but are no longer updated.')} />
          <Radio value="go" label={t('They are removed from your search.')} />
        </Stack>
      </Radio.Group>
    </Stack>
  );
}

const AddFeedDrawer = later(async () => (await import('./feed-form.tsx')).AddFeedDrawer);

function AddFeedButton() {
  const [, change] = useAddress();
  return (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => change({ edit: 'new' })}>
      {t('Add feed')}
    </Button>
  );
}

export default function FeedsPage() {
  const [{ edit }] = useAddress();
  const list = useList(listFeeds, {});
  const frame = { title: t('Feeds'), purpose: t('Where your shop’s items come from.'), help: <Help /> };
  const actionsOf = useFeedActions();
  if (useNeedsCollection())
    return (
      <Page {...frame}>
        <NoCollection />
      </Page>
    );
  return (
    <Page
      {...frame}
      primary={!list.isEmpty && <AddFeedButton />}
      toolbar={!list.isEmpty && <SearchInput list={list} label={t('Search the list')} />}
    >
      <Table
        label={t('Feeds')}
        list={list}
        columns={[
          { name: 'name', title: t('Name'), cell: (feed) => <FeedLink feed={feed} />, isSortable: true },
          { name: 'source', title: t('Source'), cell: (feed) => t(sourceName(feed)) },
          { name: 'collection', title: t('Collection'), cell: (feed) => feed.collection_name, isSortable: true },
          { name: 'items', title: t('Items'), cell: (feed) => formats.number(feed.item_count), isNumber: true, isSortable: true },
          { name: 'import', title: t('Last import'), cell: (feed) => <LastImport feed={feed} /> },
          { name: 'next', title: t('Next import'), cell: (feed) => <NextImport feedId={feed.id} /> },
        ]}
        keyOf={({ id }) => id}
        actions={actionsOf}
        empty={
          <Empty
            icon={FileUp}
            title={t('No feeds yet')}
            text={t('A feed is a file that lists your shop’s items. Aisle detects its format and makes it searchable.')}
            action={<FirstItems />}
          />
        }
      />
      <AddFeedDrawer isOpen={edit === 'new'} />
    </Page>
  );
}

function FirstItems() {
  return (
    <Stack align="center" gap={12}>
      <AddFeedButton />
      <Text size="sm" c="dimmed" ta="center">
        {t('No feed? Your server can send items.')}{' '}
        <Anchor component={Link} to="/developer/credentials">
          {t('Send items by API')}
        </Anchor>
      </Text>
    </Stack>
  );
}

const FeedLink = ({ feed }: { readonly feed: Feed }) => (
  <Anchor component={Link} {...linkTo('/data/import/edit', { id: feed.id })} underline="hover" c="inherit" data-row-name>
    {feed.name}
  </Anchor>
);

function useFeedActions(): (feed: Feed) => readonly RowAction[] {
  const blockOf = useReloadBlock();
  const navigate = useNavigate();
  const reload = useAction(reloadFeed, { refreshes: [listFeeds, readFeed] });
  const remove = useAction(removeFeed, { refreshes: [listFeeds, readFeed, listCollections], done: t('Deleted.') });
  const askAndRemove = async ({ id, name, item_count: count }: Feed) => {
    const removal = await askRemoval(t, name, count);
    if (removal !== null) remove.mutate({ id, with_items: removal.withItems ? '1' : '0' });
  };
  const seeErrors = ({ id }: Feed) => void navigate(linkTo('/data/import/error-data', { id }));
  return (feed) => [
    { label: t('Import again'), icon: RefreshCw, run: () => reload.mutate({ id: feed.id }), disabledReason: blockOf(feed) },
    ...(feed.last_import !== null && feed.last_import.error_count > 0
      ? [{ label: t('Error data'), icon: TriangleAlert, run: () => seeErrors(feed) }]
      : []),
    { label: t('Delete'), icon: Trash2, run: () => void askAndRemove(feed) },
  ];
}

function Help() {
  return <Sentences of={[t('Paste the feed you have for Google or Heureka: XML, CSV or JSON, also gzipped.')]} />;
}

export function LastImport({ feed: { last_import: last, need_import: isBehind } }: { readonly feed: Feed }) {
  const isLive = last?.state === 'done' || last?.state === 'unchanged';
  const failure = last?.failure ?? null;
  const sayFailure = useFailureText([failure]);
  if (failure === null && (!isLive || !isBehind)) return <ImportState last={last} />;
  return (
    <Stack gap={4} align="flex-start">
      <ImportState last={last} />
      {failure === null ? (
        <Status kind="waiting" label={t('Changed since then')} />
      ) : (
        <Text size="xs" c="dimmed">
          {sayFailure(failure)}
        </Text>
      )}
    </Stack>
  );
}
