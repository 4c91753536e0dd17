import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { Panel } from '#ui/page/panel.tsx';
import { useAction } from '#ui/calls/queries.ts';
import { inputOf } from './feed-input.tsx';
import { listFeeds, readFeed, updateFeed, type Feed } from '#features/data/feeds/feeds.contract.ts';
import { TagCandidates } from './tag-candidates.picker.tsx';

/** What one item of a feed is, where it can't be told. */
export function TagNameChoice({ feed }: { readonly feed: Feed }) {
  const [tagName, setTagName] = useState(feed.tag_candidates[0]?.tag_name ?? '');
  const update = useAction(updateFeed, { refreshes: [readFeed, listFeeds] });
  return (
    <Panel
      title={t('What is one item?')}
      text={t('The format of this feed is not one that Aisle knows. Choose the element that is repeated for every item.')}
    >
      <Stack gap={16} align="flex-start">
        <TagCandidates candidates={feed.tag_candidates} value={tagName} onChange={setTagName} />
        <Button
          disabled={tagName === ''}
          loading={update.isPending}
          onClick={() => update.mutate({ ...inputOf(feed), id: feed.id, tag_name: tagName })}
        >
          {t('Import with this element')}
        </Button>
      </Stack>
    </Panel>
  );
}
