import { Button, Group, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { CircleCheck } from 'lucide-react';
import { useUnsaved } from '#ui/state/unsaved.ts';
import { WebsiteInput } from '#ui/form/text-inputs.tsx';
import { t } from '#ui/text/i18n.ts';
import { FileDrop } from '#features/data/feeds/screen/feed-source.picker.tsx';
import { sources } from '#features/data/feeds/screen/of-feed.panel.tsx';
import { TagCandidates } from '#features/data/feeds/screen/tag-candidates.picker.tsx';
import { type FeedTestInput, type FoundFeed, testFeed } from '#features/data/feed-test/feed-test.contract.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { call } from '#ui/calls/api.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { useDetailedText } from '#ui/text/refusal.ts';
import { importFailures, type FeedFailureCode } from '#features/data/imports/import-texts.contract.ts';
import { formats } from '#ui/text/format.ts';
import { ItemCell } from '#ui/item/item-cell.tsx';
import classes from './found-feed.module.css';

type Candidates = OutputOf<typeof testFeed>['candidates'];

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading' }
  /** `mayPass`: the host may answer later. */
  | { readonly kind: 'refused'; readonly text: string; readonly mayPass: boolean }
  | { readonly kind: 'ambiguous'; readonly candidates: Candidates };

const passing: ReadonlySet<string> = new Set<FeedFailureCode>([
  'unknownHost',
  'connectionFailed',
  'accessDenied',
  'hostBusy',
  'unexpectedStatus',
  'timeout',
  'connectionCut',
]);

type Asked = Pick<FeedTestInput, 'feed_url' | 'file_name' | 'tag_name'>;

function useFeedTest(onFound: (asked: Asked, found: NonNullable<OutputOf<typeof testFeed>['found']>) => void) {
  const say = useDetailedText();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);

  const run = async (asked: Asked) => {
    current.current?.abort();
    const abort = new AbortController();
    current.current = abort;
    setState({ kind: 'reading' });
    try {
      const { found, failure, candidates } = await call(testFeed, asked, { signal: abort.signal });
      if (abort.signal.aborted) return;
      if (failure !== null)
        setState({
          kind: 'refused',
          text: say(importFailures[failure.code], failure.details),
          mayPass: passing.has(failure.code),
        });
      else if (found === null) setState({ kind: 'ambiguous', candidates });
      else {
        setState({ kind: 'idle' });
        onFound(asked, found);
      }
    } catch (error) {
      if (!abort.signal.aborted) setState({ kind: 'refused', text: errorText(error), mayPass: false });
    }
  };
  const cancel = () => {
    current.current?.abort();
    setState({ kind: 'idle' });
  };
  const refuse = (text: string) => setState({ kind: 'refused', text, mayPass: false });
  return { state, run: (asked: Asked) => void run(asked), refuse, cancel };
}

/** `found` is null when the host didn't answer and the person goes on. */
export interface TestedFeed extends Asked {
  readonly found: FoundFeed | null;
}

interface FeedStepProps {
  readonly chosen: Asked | null;
  readonly onTested: (feed: TestedFeed) => void;
}

const nothing: Asked = { feed_url: '', file_name: null, tag_name: '' };

export function FeedStep({ chosen, onTested }: FeedStepProps) {
  const [feed, setFeed] = useState(chosen ?? nothing);
  const [isUploading, setIsUploading] = useState(false);
  const { state, run, refuse, cancel } = useFeedTest((asked, found) => onTested({ ...asked, found }));
  const isFile = feed.file_name !== null;
  const refusal = state.kind === 'refused' && <span role="alert">{state.text}</span>;
  useUnsaved(feed.feed_url !== '');

  const choose = (next: Asked) => {
    cancel();
    setFeed(next);
  };
  const test = (next: Asked) => {
    setFeed(next);
    if (next.feed_url === '') refuse(t('Paste the address of a feed, or drop a file.'));
    else if (next.file_name === null && !/^https?:/i.test(next.feed_url)) refuse(t('Use an address with http:// or https://.'));
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
            description: t('Use your feed for Google, Heureka or another site: XML, CSV or JSON.'),
            error: !isFile && refusal,
          }}
          value={isFile ? '' : feed.feed_url}
          change={(feed_url) => choose({ ...nothing, feed_url })}
          isFirst
        />
        <FileDrop
          fileName={feed.file_name}
          error={isFile && refusal}
          onUploading={setIsUploading}
          onUploaded={({ feed_url, file_name }) => test({ ...nothing, feed_url, file_name })}
        />
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
              {t('Add project')}
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

export function FoundFeedSummary({ found }: { readonly found: FoundFeed }) {
  const source = found.source === 'custom' ? undefined : sources[found.source];
  const count = found.read_count;
  const facts = [
    source === undefined ? found.type.toUpperCase() : t(source),
    found.is_whole ? t('{count} items', { count }) : t('{count} items so far', { count }),
    found.encoding.toUpperCase(),
    ...(found.language === null ? [] : [formats.language(found.language)]),
  ];
  return (
    <section className={classes.found} aria-label={t('The feed')}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <CircleCheck size={18} aria-hidden className={classes.mark} />
        <Text size="sm" fw={600}>
          {facts.join(' · ')}
        </Text>
      </Group>
      {found.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('Unknown field names. Map them once the project is added.')}
        </Text>
      ) : (
        <ul className={classes.items}>
          {found.items.map(({ id, name, image, price, currency }) => (
            <li key={id}>
              <ItemCell
                isNarrow
                item={{ name: name || id, image: image ?? undefined, price: price ?? undefined, currency: currency || undefined }}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
