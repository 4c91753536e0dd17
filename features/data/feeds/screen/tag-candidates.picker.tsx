import { Radio, Stack, Button } from '@mantine/core';
import type * as z from 'zod/mini';
import { t } from '#ui/text/i18n.ts';
import type { TagCandidate } from '#features/data/feed-settings/feed.contract.ts';
import { useState } from 'react';
import { Panel } from '#ui/page/panel.tsx';
import { useAction } from '#ui/calls/queries.ts';
import { inputOf } from './feed-form.tsx';
import { listFeeds, readFeed, updateFeed, type Feed } from '#features/data/feeds/feeds.contract.ts';

interface TagCandidatesProps {
  readonly candidates: readonly z.output<typeof TagCandidate>[];
  readonly value: string;
  readonly onChange: (tagName: string) => void;
}

export function TagCandidates({ candidates, value, onChange }: TagCandidatesProps) {
  return (
    <Radio.Group value={value} onChange={onChange} label={t('Element of one item')}>
      <Stack gap={12} mt={8}>
        {candidates.map(({ tag_name: name, count, sample_fields: fields }) => (
          <Radio
            key={name}
            value={name}
            label={`${name} · ${t('found {count} times', { count })}`}
            description={fields.length > 0 && t('With {fields}', { fields: fields.join(', ') })}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

export function TagNameChoice({ feed }: { readonly feed: Feed }) {
  const [tagName, setTagName] = useState(feed.tag_candidates[0]?.tag_name ?? '');
  const update = useAction(updateFeed, { refreshes: [readFeed, listFeeds] });
  return (
    <Panel title={t('What is one item?')} text={t('Unknown feed format. Choose the element that repeats for every item.')}>
      <Stack gap={16} align="flex-start">
        <TagCandidates candidates={feed.tag_candidates} value={tagName} onChange={setTagName} />
        <Button
          disabled={tagName === ''}
          loading={update.isPending}
          onClick={() => update.mutate({ ...inputOf(feed), id: feed.id, tag_name: tagName })}
        >
          {t('Import')}
        </Button>
      </Stack>
    </Panel>
  );
}
