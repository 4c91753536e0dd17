import { Box, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  CornerDownRight,
  Keyboard,
  ListOrdered,
  type LucideIcon,
  Pin,
  SearchX,
  Sparkles,
  SpellCheck,
  UnfoldVertical,
} from 'lucide-react';
import { type ReactNode, useDeferredValue, useRef } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { maximumQueryLength } from '#contract/limits.ts';
import type { SearchData } from '#contract/search.ts';
import { testQuery } from '#contract/test-query.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { CollectionPage, type PageFrame } from '#ui/collection/collection-page.tsx';
import { useCollection } from '#ui/collection/collection.ts';
import { useListAddress } from '#ui/list/list.ts';
import { SearchInput } from '#ui/list/search-input.tsx';
import { later } from '#ui/page/later.tsx';
import { Page, Sentences } from '#ui/page/page.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { formats, resultsText } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Curated, curatedIn } from '#features/search-settings/curations/screen/curated.panel.tsx';
import { Replaced, replacedIn } from '#features/search-settings/fixit/screen/replaced.panel.tsx';
import { QueryTrace } from './query-trace.tsx';
import { NothingMatches, ResultsTable } from './results-table.tsx';
import { FilterChips, useTesterFilters } from './tester-filters.tsx';
import { SearchedWith, triedInput, TriedFrame, type TriedSearch, useTriedSearch } from './tried-search.panel.tsx';
import classes from './query-tester.module.css';

const WhyDrawer = later(async () => (await import('./item-explanation.tsx')).WhyDrawer);
const MissingDrawer = later(async () => (await import('./missing-item.tsx')).MissingDrawer);

const itemKeys = ['filters', 'why', 'missing'];

export default function QueryTesterPage() {
  const frame = {
    title: t('Query tester'),
    purpose: t('See what a query finds, and why.'),
    isWide: true,
    help: (
      <Sentences
        of={[
          t('Queries are searched as in your shop, but aren’t counted in statistics.'),
          t('Select an item to see why it ranks there. “Why is it missing?” explains the others.'),
          t('Try a draft, an earlier release, or a rule turned off.'),
        ]}
      />
    ),
  };
  return (
    <CollectionPage keys={itemKeys} frame={frame}>
      {({ id }) => <Tester c={id} frame={frame} />}
    </CollectionPage>
  );
}

type Results = OutputOf<typeof testQuery>;

function Tester({ c, frame }: { readonly c: number; readonly frame: PageFrame }) {
  const [{ q = '', dialog, why }, change] = useAddress();
  const filters = useTesterFilters();
  const tried = useTriedSearch();
  const address = useListAddress();
  const { page } = address;
  const input = { c, q, page, filters: filters.text, debug: '1' as const, ...triedInput(tried) };
  const { data: newest, error, isFetching, isPlaceholderData, refetch } = useQuery(followingQuery(testQuery, input));
  // Typing never waits for rows to render.
  const answer = useDeferredValue(newest);
  const firstPlace = firstPlaceOf(answer, page);
  const list = {
    ...address,
    rows: answer?.items,
    isEmpty: answer?.total_count === 0 && q === '' && filters.text === '',
    totalCount: answer?.total_count ?? 0,
    totalPages: answer?.total_pages ?? 1,
    isFetching,
    isOther: isPlaceholderData,
    error,
    retry: () => void refetch(),
    search: q,
    setSearch: (text: string) => change({ q: text, page: undefined }, { isReplacing: true }),
    sort: undefined,
    setSort: () => undefined,
  };
  const found = useRef<HTMLDivElement>(null);
  const compare = useCompare(q, filters.text, tried);
  return (
    <Page
      {...frame}
      secondary={
        <Button
          variant="default"
          leftSection={<SearchX size={16} aria-hidden />}
          disabled={!answer}
          onClick={() => change({ dialog: 'missing' })}
        >
          {t('Why is it missing?')}
        </Button>
      }
      toolbar={
        <>
          <SearchInput
            list={list}
            label={t('Type a query')}
            most={maximumQueryLength}
            isFirst
            onDown={() => found.current?.querySelector<HTMLElement>('[data-row-name]')?.focus()}
          />
          <SearchedWith tried={tried} />
          {answer && (
            <Text size="sm" c="dimmed" aria-live="polite">
              {resultsText(answer)} · {t('{time} ms', { time: formats.number(Math.ceil(answer.took)) })}
            </Text>
          )}
        </>
      }
    >
      <TriedFrame tried={tried} rows={answer?.without ?? []}>
        {!answer && <Box h={traceHeightPx} mb={16} />}
        {answer && (
          <Stack gap={8} mb={16}>
            <FilterChips facets={answer.facets} filters={filters} />
            {q.trim() === '' && filters.text === '' && <Notice icon={ListOrdered} text={allItemsText(answer)} />}
            <QueryNotices answer={answer} />
            <QueryTrace trace={answer.trace ?? []} turnOff={tried.turnOff} />
          </Stack>
        )}
        <div ref={found}>
          <ResultsTable
            list={list}
            missingWords={answer?.missing_words ?? {}}
            compare={compare}
            firstPlace={firstPlace}
            nothing={<NothingMatches q={q} c={c} filters={filters} />}
          />
        </div>
      </TriedFrame>
      <WhyDrawer
        isOpen={why !== undefined}
        q={q}
        filters={filters.text}
        tried={tried}
        rows={answer?.items ?? []}
        firstPlace={firstPlace}
        total={list.totalCount}
      />
      <MissingDrawer
        isOpen={dialog === 'missing'}
        q={q}
        filters={filters.text}
        tried={tried}
        firstId={answer?.items[0]?.id}
        compare={compare}
      />
    </Page>
  );
}

/** Without words, only boosts and stock tell items apart. */
const allItemsText = ({ items }: SearchData): string =>
  new Set(items.map(({ score }) => score)).size > 1 ? t('All items, best first') : t('All items, in order of their IDs');

/** Facets and steps of a usual query. */
const traceHeightPx = 119;

function firstPlaceOf(answer: Results | undefined, page: number): number {
  if (answer === undefined || page === 1) return 1;
  const { items, total_count: total, total_pages: pages } = answer;
  return page < pages ? (page - 1) * items.length + 1 : total - items.length + 1;
}

function useCompare(q: string, filters: string, { release, without, isLive }: TriedSearch): (a: string, b?: string) => void {
  const navigate = useNavigate();
  const collection = useCollection();
  return (a, b) => {
    const search = {
      c: collection?.id,
      q,
      a,
      ...(b !== undefined && { b }),
      ...(filters !== '' && { filters }),
      ...(!isLive && { release, without }),
    };
    void navigate(linkTo('/developer/compare-results', search));
  };
}

function QueryNotices({ answer }: { readonly answer: SearchData }) {
  const { corrected_query: query, is_relaxed: isRelaxed, semantic_count: semantic = 0, redirect, trace = [] } = answer;
  const replaced = replacedIn(trace);
  const curated = curatedIn(trace);
  const isRescued = trace.some(({ step }) => step === 'keyboard');
  return (
    <>
      {replaced && <Notice icon={CornerDownRight} text={<Replaced by={replaced} />} />}
      {redirect !== null && !replaced && (
        <Notice icon={CornerDownRight} text={t('This query sends customers to {address}.', { address: redirect })} />
      )}
      {curated && <Notice icon={Pin} text={<Curated by={curated} />} />}
      {query !== null && isRescued && (
        <Notice icon={Keyboard} text={t('Nothing found. Searched as on another keyboard: {query}', { query })} />
      )}
      {query !== null && !isRescued && (
        <Notice icon={SpellCheck} text={t('Some words are in no item. Also searched: {query}', { query })} />
      )}
      {semantic > 0 && (
        <Notice
          icon={Sparkles}
          text={
            isRelaxed
              ? t('Few exact matches. Found by meaning: {number}', { number: formats.number(semantic) })
              : t('Also found by meaning: {number}', { number: formats.number(semantic) })
          }
        />
      )}
      {isRelaxed && semantic === 0 && (
        <Notice icon={UnfoldVertical} text={t('Few exact matches, so weaker ones are included.')} />
      )}
    </>
  );
}

const Notice = ({ icon: Icon, text }: { readonly icon: LucideIcon; readonly text: ReactNode }) => (
  <p className={classes.notice}>
    <Icon size={16} aria-hidden className={classes.noticeIcon} />
    <span>{text}</span>
  </p>
);
