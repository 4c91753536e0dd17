import { Text, Button, Group } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import type { InputOf } from '#contract/endpoint.ts';
import {
  type PreviewEndpoint,
  type PreviewBeside,
  previewedItems,
  type PreviewedItem,
  readExampleQueries,
} from '#contract/preview.ts';
import { call, inGeneral } from '#ui/calls/api.ts';
import { useSettledAnswer, query } from '#ui/calls/queries.ts';
import { Autocomplete } from '#ui/page/later-choices.tsx';
import { AfterWait, LoadError, RowSkeletons, RefetchBar } from '#ui/page/states.tsx';
import { t } from '#ui/text/i18n.ts';
import classes from './preview-panel.module.css';
import { formats } from '#ui/text/format.ts';
import { fieldLabel, valueWord } from './field-words.ts';
import { shownItemOf } from './item-cell.tsx';
import { ResultPreview } from './result-preview.tsx';
import { useAddress } from '#ui/state/address.ts';
import { readStored, writeStored } from '#ui/state/stored.ts';

interface PreviewColumnsProps {
  readonly items: readonly PreviewedItem[];
  readonly beside: Omit<PreviewBeside, 'res'> & Partial<Pick<PreviewBeside, 'res'>>;
  readonly q: string;
  readonly titles?: { readonly live: string; readonly tried: string };
  readonly isLive?: boolean;
}

/** Live beside draft; on narrow screens the draft alone, with its moves. */
export function PreviewColumns({ items, beside, q, titles, isLive = false }: PreviewColumnsProps) {
  const { gone, redirect, total_count: count, live_total_count: liveCount, res } = beside;
  if (redirect !== null)
    return (
      <Text size="sm" mt={16}>
        {t('This query sends customers to {address}.', { address: hostOf(redirect) })}
      </Text>
    );
  const goneIds = new Set(gone.map(({ id }) => id));
  const live = [...items, ...gone]
    .filter(({ live_position: place }) => place !== null && place <= previewedItems)
    .toSorted((a, b) => (a.live_position ?? 0) - (b.live_position ?? 0));
  const isSame = !isLive && count === liveCount && !items.some(({ position, live_position: place }) => position !== place);
  const took = res && t('{time} ms', { time: formats.number(Math.round(res.took.final)) });
  const tried = titles?.tried ?? (isLive ? t('Live') : t('Draft'));
  return (
    <div className={classes.columns} data-one={isLive}>
      {!isLive && (
        <div className={classes.live}>
          <Head title={titles?.live ?? t('Live')} facts={t('{count} results', { count: liveCount })} />
          <ResultPreview
            items={live.map((item, at) => ({ ...previewed(item, at + 1), hasLeft: goneIds.has(item.id) }))}
            gone={[]}
            newLabel=""
            goneLabel=""
          />
        </div>
      )}
      <div>
        <Head
          title={tried}
          facts={[t('{count} results', { count }), isSame && t('nothing changes'), took].filter(Boolean).join(' · ')}
        />
        {items.length === 0 && (
          <Text size="sm" mt={12}>
            {titles || isLive ? t('Nothing found for “{q}”.', { q }) : t('Draft finds nothing for “{q}”.', { q })}
          </Text>
        )}
        <ResultPreview
          items={items.map((item) => previewed(item, item.live_position))}
          gone={gone.map((item) => previewed(item, item.live_position))}
          newLabel={t('New')}
          goneLabel={t('Gone ({n})', { n: gone.length })}
        />
      </div>
    </div>
  );
}

export const previewed = (item: PreviewedItem, before: number | null) => ({
  id: item.id,
  item: shownItemOf(item),
  before,
  facts: Object.entries(item.values ?? {}).map(factOf),
});

function factOf([field, value]: readonly [string, unknown]): string {
  const words = (Array.isArray(value) ? value : [value]).map((one) => valueWord(field, one as string)).join(', ');
  return field === 'availability' ? words : `${fieldLabel(field)}: ${words}`;
}

export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

const Head = ({ title, facts }: { readonly title: string; readonly facts: string }) => (
  <div className={classes.head}>
    <span className={classes.title}>{title}</span>
    <span className={classes.facts} aria-live="polite">
      {facts}
    </span>
  </div>
);

const keptQueries = 5;
const keptCollections = 20;

type Kept = readonly { readonly c: number; readonly queries: readonly string[] }[];

const isKept = (one: unknown): one is Kept[number] =>
  typeof one === 'object' && one !== null && 'c' in one && 'queries' in one && Array.isArray(one.queries);

function kept(): Kept {
  try {
    const stored: unknown = JSON.parse(readStored('previewQueries') ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return [];
  }
}

const triedQueries = (collectionId: number): readonly string[] => kept().find(({ c }) => c === collectionId)?.queries ?? [];

function noteTriedQuery(collectionId: number, q: string): void {
  if (q === '') return;
  const queries = [q, ...triedQueries(collectionId).filter((other) => other !== q)].slice(0, keptQueries);
  const all = [{ c: collectionId, queries }, ...kept().filter(({ c }) => c !== collectionId)];
  writeStored('previewQueries', JSON.stringify(all.slice(0, keptCollections)));
}

/** `isChosen`: by the address, or typed. */
export function usePreviewedQuery(collectionId: number): [q: string, setQ: (q: string) => void, isChosen: boolean] {
  const [{ q: inAddress }, change] = useAddress();
  const [typed, setTyped] = useState<string | undefined>(inAddress);
  const examples = useExamples(collectionId);
  const setQ = (q: string) => {
    setTyped(q);
    change({ q }, { isReplacing: true });
  };
  return [typed ?? triedQueries(collectionId)[0] ?? examples?.queries[0] ?? '', setQ, typed !== undefined];
}

export const useExamples = (collectionId: number) => useQuery(query(readExampleQueries, { c: collectionId })).data;

interface QueryBoxProps {
  readonly collectionId: number;
  readonly q: string;
  readonly setQ: (q: string) => void;
}

export function QueryBox({ collectionId, q, setQ }: QueryBoxProps) {
  const examples = useExamples(collectionId);
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
        <QueryChips
          label={examples.is_tracked ? t('Visitors search:') : t('Names of items:')}
          queries={examples.queries}
          q={q}
          setQ={setQ}
        />
      )}
    </>
  );
}

interface QueryChipsProps extends Pick<QueryBoxProps, 'q' | 'setQ'> {
  readonly label: string;
  readonly queries: readonly string[];
}

export function QueryChips({ label, queries, q, setQ }: QueryChipsProps) {
  const labelId = useId();
  return (
    <Group gap={6} mt={8} role="group" aria-labelledby={labelId}>
      <Text id={labelId} size="xs" c="dimmed">
        {label}
      </Text>
      {queries.map((query) => (
        <Button
          key={query}
          size="compact-xs"
          variant={query === q.trim() ? 'light' : 'default'}
          aria-pressed={query === q.trim()}
          className={classes.example}
          onClick={() => setQ(query)}
        >
          {query}
        </Button>
      ))}
    </Group>
  );
}

const shownRows = 6;
const lookedForAfterMs = 250;

interface PreviewPanelProps<E extends PreviewEndpoint> {
  readonly collectionId: number;
  readonly endpoint: E;
  readonly input: (q: string) => InputOf<E>;
  /** Why settings can't be previewed. */
  readonly paused?: ReactNode;
  readonly isLive?: boolean;
}

/** Looked for when settings differ from what is live, until a query is found that they change. */
function useMostChanged<E extends PreviewEndpoint>(
  { collectionId, endpoint, input }: PreviewPanelProps<E>,
  isWanted: boolean,
): { readonly most: string | undefined; readonly isLooking: boolean } {
  const examples = useExamples(collectionId);
  const [most, setMost] = useState<string>();
  const [settled] = useDebouncedValue(JSON.stringify(input('')), lookedForAfterMs);
  if (!isWanted && most !== undefined) setMost(undefined);
  const changesOf = async (q: string) => {
    const items: readonly PreviewedItem[] = await call(endpoint as PreviewEndpoint, { ...(JSON.parse(settled) as object), q });
    return items.filter(({ position, live_position: before }) => position !== before).length;
  };
  const { data, isLoading } = useQuery({
    queryKey: ['most changed', endpoint.path, collectionId, settled],
    enabled: isWanted && most === undefined && examples !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    async queryFn() {
      const { queries: usual = [], further = [] } = examples ?? {};
      for (const queries of [[...new Set([...triedQueries(collectionId), ...usual])], further]) {
        const counts = await Promise.all(queries.map(changesOf));
        const best = Math.max(0, ...counts);
        if (best > 0) return queries[counts.indexOf(best)]!;
      }
      return null;
    },
  });
  if (isWanted && data != null && most === undefined) setMost(data);
  return { most, isLooking: isLoading };
}

/** The query is kept in the address as `q`. */
export function PreviewPanel<E extends PreviewEndpoint>(props: PreviewPanelProps<E>) {
  const { collectionId, endpoint, input, paused, isLive = false } = props;
  const [usual, setQ, isChosen] = usePreviewedQuery(collectionId);
  const { most, isLooking } = useMostChanged(props, !isChosen && !isLive && !paused);
  const q = isChosen ? usual : isLooking ? '' : (most ?? usual);
  const wanted = q.trim();
  return (
    <section className={classes.panel} aria-label={t('Preview')}>
      <QueryBox collectionId={collectionId} q={q} setQ={setQ} />
      {isLooking && <RowSkeletons count={shownRows} />}
      {!isChosen && !isLooking && most !== undefined && most !== usual && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('This query changes more than “{query}”.', { query: usual })}
        </Text>
      )}
      {wanted === '' && !isLooking && (
        <Text size="sm" c="dimmed" mt={16}>
          {t('Type a query to see its items.')}
        </Text>
      )}
      {wanted !== '' && paused}
      {wanted !== '' && !paused && <Answered {...{ endpoint, isLive }} input={input(wanted)} q={wanted} />}
    </section>
  );
}

interface AnsweredProps<E extends PreviewEndpoint> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  readonly q: string;
  readonly isLive: boolean;
}

function Answered<E extends PreviewEndpoint>({ endpoint, input, q, isLive }: AnsweredProps<E>) {
  const { data, error, isFetching, isOld, refetch } = useSettledAnswer(endpoint, input);
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
