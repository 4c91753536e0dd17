import { Autocomplete, Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { InputOf } from '#contract/endpoint.ts';
import { type PreviewEndpoint, readExampleQueries } from '#contract/preview.ts';
import { inGeneral } from '#console-kit/calls/call-error.ts';
import { followingAnswer, query } from '#console-kit/calls/queries.ts';
import { AfterWait, LoadError, RowSkeletons } from '#console-kit/page/states.tsx';
import { RefetchBar } from '#console-kit/page/refetch-bar.tsx';
import { useAddress } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { PreviewColumns } from './preview-columns.tsx';
import { noteTriedQuery, triedQueries } from './preview-queries.ts';
import classes from './preview-panel.module.css';

/** After the last change of query or settings. */
const previewAfterMs = 250;
const shownRows = 6;

interface PreviewPanelProps<E extends PreviewEndpoint> {
  readonly collectionId: number;
  readonly endpoint: E;
  /** What is asked about a query; all that isn't saved goes in. */
  readonly input: (q: string) => InputOf<E>;
  /** Why nothing can be asked, while settings make no sense. */
  readonly paused?: ReactNode;
  /** Nothing differs from what is live, so that there is no draft to see. */
  readonly isLive?: boolean;
  /** Told whether asking failed: nobody should publish what can't be seen. */
  readonly onFailing?: (isFailing: boolean) => void;
}

/** A query box, and what the query would find beside what it finds now. The address keeps the query as `q`. */
export function PreviewPanel<E extends PreviewEndpoint>({
  collectionId,
  endpoint,
  input,
  paused,
  isLive = false,
  onFailing,
}: PreviewPanelProps<E>) {
  const t = useText();
  const [q, setQ] = usePreviewedQuery(collectionId);
  const wanted = q.trim();
  return (
    <section className={classes.panel} aria-label={t('Preview')}>
      <QueryBox collectionId={collectionId} q={q} setQ={setQ} />
      {wanted === '' && (
        <Text size="sm" c="dimmed" mt={16}>
          {t('Type a query to see its items.')}
        </Text>
      )}
      {wanted !== '' && paused}
      {wanted !== '' && !paused && <Answered {...{ endpoint, isLive, onFailing }} input={input(wanted)} q={wanted} />}
    </section>
  );
}

/** As the address has it; otherwise what was tried last, or the first example. */
function usePreviewedQuery(collectionId: number): [string, (q: string) => void] {
  const [{ q: inAddress }, change] = useAddress();
  const [typed, setTyped] = useState<string | undefined>(inAddress);
  const examples = useExamples(collectionId);
  const setQ = (q: string) => {
    setTyped(q);
    change({ q }, { isReplacing: true });
  };
  return [typed ?? triedQueries(collectionId)[0] ?? examples?.queries[0] ?? '', setQ];
}

const useExamples = (collectionId: number) => useQuery(query(readExampleQueries, { c: collectionId })).data;

interface QueryBoxProps {
  readonly collectionId: number;
  readonly q: string;
  readonly setQ: (q: string) => void;
}

/** Offers the last queries while it is open, and the most frequent ones below. */
function QueryBox({ collectionId, q, setQ }: QueryBoxProps) {
  const t = useText();
  const examples = useExamples(collectionId);
  const labelId = useId();
  const [tried, setTried] = useState(() => triedQueries(collectionId));
  const note = () => {
    noteTriedQuery(collectionId, q.trim());
    setTried(triedQueries(collectionId));
  };
  return (
    <>
      <Autocomplete
        aria-label={t('Type a query')}
        placeholder={t('Type a query')}
        leftSection={<Search size={16} aria-hidden />}
        value={q}
        onChange={setQ}
        onBlur={note}
        data={[...tried]}
        filter={({ options }) => options}
        comboboxProps={{ withinPortal: true }}
        maxLength={200}
      />
      {examples && examples.queries.length > 0 && (
        <Group gap={6} mt={8} role="group" aria-labelledby={labelId}>
          <Text id={labelId} size="xs" c="dimmed">
            {examples.is_tracked ? t('Visitors search:') : t('Names of items:')}
          </Text>
          {examples.queries.map((example) => (
            <Button
              key={example}
              size="compact-xs"
              variant={example === q.trim() ? 'light' : 'default'}
              aria-pressed={example === q.trim()}
              className={classes.example}
              onClick={() => setQ(example)}
            >
              {example}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}

interface AnsweredProps<E extends PreviewEndpoint> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  readonly q: string;
  readonly isLive: boolean;
  readonly onFailing: PreviewPanelProps<E>['onFailing'];
}

/** Late answers are dropped: only that of the newest question is shown. */
function Answered<E extends PreviewEndpoint>({ endpoint, input, q, isLive, onFailing }: AnsweredProps<E>) {
  const sent = JSON.stringify(input);
  const [settled] = useDebouncedValue(sent, previewAfterMs);
  const asked = followingAnswer(endpoint, JSON.parse(settled) as InputOf<E>);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(asked);
  const isOld = settled !== sent || isPlaceholderData;
  const isFailing = error !== null;
  useEffect(() => {
    onFailing?.(isFailing);
    return () => onFailing?.(false);
  }, [onFailing, isFailing]);
  // Whatever went wrong, these calls say the same of it.
  if (error) return <LoadError error={inGeneral(error)} retry={() => void refetch()} />;
  if (!data)
    return (
      <AfterWait>
        <RowSkeletons count={shownRows} />
      </AfterWait>
    );
  return (
    <>
      <RefetchBar isMoving={isFetching} />
      <div className={classes.answer} data-old={isOld}>
        <PreviewColumns items={data.data} beside={data.beside} q={q} isLive={isLive} />
      </div>
    </>
  );
}
