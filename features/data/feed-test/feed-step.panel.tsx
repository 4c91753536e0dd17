import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useUnsaved } from '#console-kit/dialog/unsaved.ts';
import { WebsiteInput } from '#console-kit/form/website-input.tsx';
import { t } from '#console-kit/text/i18n.ts';
import { FileDrop } from '#features/data/feeds/screen/file-drop.panel.tsx';
import { TagCandidates } from '#features/data/feeds/screen/tag-candidates.picker.tsx';
import type { FoundFeed } from './feed-test.contract.ts';
import { type Asked, useFeedTest } from './use-feed-test.tsx';

/** A feed that was looked into. `found` is null where its host didn't answer and the person goes on nevertheless. */
export interface TestedFeed extends Asked {
  readonly found: FoundFeed | null;
}

interface FeedStepProps {
  readonly chosen: Asked | null;
  readonly onTested: (feed: TestedFeed) => void;
}

const nothing: Asked = { feed_url: '', file_name: null, tag_name: '' };

/** Asks where a feed is, as an address or a file, and looks into it. */
export function FeedStep({ chosen, onTested }: FeedStepProps) {
  const [feed, setFeed] = useState(chosen ?? nothing);
  const [isUploading, setIsUploading] = useState(false);
  const { state, run, refuse, cancel } = useFeedTest((asked, found) => onTested({ ...asked, found }));
  const isFile = feed.file_name !== null;
  useUnsaved(feed.feed_url !== '');

  const choose = (next: Asked) => {
    cancel();
    setFeed(next);
  };
  const test = (next: Asked) => {
    setFeed(next);
    if (next.feed_url === '') refuse(t('Paste the address of a feed, or drop a file.'));
    else if (next.file_name === null && !/^https?:/i.test(next.feed_url)) refuse(t('Only http:// and https:// work here.'));
    else run(next);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (state.kind !== 'reading' && !isUploading) test({ ...feed, feed_url: feed.feed_url.trim() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        <WebsiteInput
          field={{
            label: t('Feed URL'),
            description: t(
              'The one you have for Google, Heureka or another site will do. XML, CSV or JSON; we detect the format.',
            ),
          }}
          value={isFile ? '' : feed.feed_url}
          change={(feed_url) => choose({ ...nothing, feed_url })}
          isFirst
        />
        <FileDrop
          fileName={feed.file_name}
          onUploading={setIsUploading}
          onUploaded={({ feed_url, file_name }) => test({ ...nothing, feed_url, file_name })}
        />
        {state.kind === 'refused' && (
          <Alert color="red" variant="light" role="alert" py={8}>
            {state.text}
          </Alert>
        )}
        {state.kind === 'ambiguous' && (
          <TagCandidates
            candidates={state.candidates}
            value={feed.tag_name}
            onChange={(tag_name) => setFeed({ ...feed, tag_name })}
          />
        )}
        <Group justify="flex-end" gap={8}>
          {state.kind === 'reading' && (
            <Text size="sm" c="dimmed" role="status" mr="auto">
              {t('Reading the feed…')}
            </Text>
          )}
          {state.kind === 'reading' && (
            <Button variant="default" onClick={cancel}>
              {t('Cancel')}
            </Button>
          )}
          {state.kind === 'refused' && state.mayPass && (
            <Button variant="default" onClick={() => onTested({ ...feed, found: null })}>
              {t('Add anyway')}
            </Button>
          )}
          <Button type="submit" loading={state.kind === 'reading'}>
            {t('Continue')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
