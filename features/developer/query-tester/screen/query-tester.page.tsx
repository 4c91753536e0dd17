import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { CornerDownRight, Keyboard, type LucideIcon, Pin, SearchX, SpellCheck, UnfoldVertical } from 'lucide-react';
import { maximumQueryLength } from '#contract/limits.ts';
import { type ReactNode, useRef } from 'react';
import type { FoundItem, SearchData } from '#contract/search.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { CollectionPage, type PageFrame } from '#ui/collection/collection-page.tsx';
import { useCollection } from '#ui/collection/collection.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Page, Sentences } from '#ui/page/page.tsx';
import { SearchInput } from '#ui/list/search-input.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { AskedItem, ExplainedItem } from './item-explanation.tsx';
import { MissingDrawer } from './missing-item.tsx';
import { NothingMatches, ResultOrder, useResultOrder, ResultsTable } from './results-table.tsx';
import { QueryTrace } from './query-trace.tsx';
import { FilterChips, useTesterFilters, itemKeys, useTesterResults } from './tester-filters.tsx';
import { TriedFrame, SearchedWith, type TriedSearch, useTriedSearch } from './tried-search.panel.tsx';
import { Curated, curatedIn } from '#features/search-settings/curations/screen/curated.panel.tsx';
import { Replaced, replacedIn } from '#features/search-settings/fixit/screen/replaced.panel.tsx';
import classes from './query-tester.module.css';

function QueryNotices({ answer }: { readonly answer: SearchData }) {
  const { corrected_query: corrected, is_relaxed: isRelaxed, redirect, trace } = answer;
  const replaced = replacedIn(trace);
  const curated = curatedIn(trace);
  const isRescued = trace?.some(({ step }) => step === 'keyboard') ?? false;
  return (
    <>
      {replaced && <Notice icon={CornerDownRight} text={<Replaced by={replaced} />} />}
      {redirect !== null && !replaced && (
        <Notice icon={CornerDownRight} text={t('The shop redirects visitors to {address}.', { address: redirect })} />
      )}
      {curated && <Notice icon={Pin} text={<Curated by={curated} />} />}
      {corrected !== null && isRescued && (
        <Notice
          icon={Keyboard}
          text={t('Nothing found. Searched as on another keyboard: {query}', {
            query: corrected,
          })}
        />
      )}
      {corrected !== null && !isRescued && (
        <Notice icon={SpellCheck} text={t('Some words are in no item. Also searched: {query}', { query: corrected })} />
      )}
      {isRelaxed && <Notice icon={UnfoldVertical} text={t('Few exact matches, so weaker ones are included.')} />}
    </>
  );
}

const Notice = ({ icon: Icon, text }: { readonly icon: LucideIcon; readonly text: ReactNode }) => (
  <p className={classes.notice}>
    <Icon size={16} aria-hidden className={classes.noticeIcon} />
    <span>{text}</span>
  </p>
);

export default function QueryTesterPage() {
  const frame = useFrame();
  return (
    <CollectionPage keys={itemKeys} frame={frame}>
      {({ id }) => <Tester collectionId={id} frame={frame} />}
    </CollectionPage>
  );
}

function useFrame(): PageFrame {
  return {
    title: t('Query tester'),
    purpose: t('See what a query finds, and why.'),
    isWide: true,
    help: <Help />,
  };
}

function Tester({ collectionId, frame }: { readonly collectionId: number; readonly frame: PageFrame }) {
  const [, change] = useAddress();
  const filters = useTesterFilters();
  const tried = useTriedSearch();
  const { answer, list, firstPlace } = useTesterResults(collectionId, filters, tried);
  const order = useResultOrder(answer);
  const found = useRef<HTMLDivElement>(null);
  const isByScore = list.search !== '' && order.isByRelevance;
  const placeOf = (id: string) => {
    const at = list.rows?.findIndex((row) => row.id === id) ?? -1;
    return at < 0 ? null : firstPlace + at;
  };
  const compare = useCompare(list.search, filters.text, tried);
  const results = (
    <ResultsTable
      list={list}
      explain={({ id }) => change({ why: id })}
      compare={({ id }) => compare(id)}
      firstPlace={firstPlace}
      hasScores={isByScore}
      nothing={<NothingMatches q={list.search} c={collectionId} filters={filters} />}
    />
  );
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
          <ResultOrder order={order} />
          {answer && <Found answer={answer} />}
        </>
      }
    >
      <TriedFrame tried={tried} rows={answer?.without ?? []}>
        {answer ? (
          <>
            <Stack gap={8} mb={16}>
              <FilterChips facets={answer.facets} filters={filters} />
              <QueryNotices answer={answer} />
              <QueryTrace trace={answer.trace ?? []} turnOff={tried.turnOff} />
            </Stack>
            <div ref={found}>{results}</div>
          </>
        ) : (
          results
        )}
      </TriedFrame>
      <WhyDrawer
        q={list.search}
        filters={filters.text}
        tried={tried}
        rows={list.rows ?? []}
        placeOf={placeOf}
        total={list.totalCount ?? 0}
      />
      <MissingDrawer q={list.search} filters={filters.text} tried={tried} firstId={list.rows?.[0]?.id} compare={compare} />
    </Page>
  );
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

function Found({ answer: { total_count: count, took } }: { readonly answer: SearchData }) {
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {t('{count} results', { count })} · {t('{time} ms', { time: formats.number(Math.ceil(took)) })}
    </Text>
  );
}

interface WhyDrawerProps {
  readonly q: string;
  readonly filters: string;
  readonly tried: TriedSearch;
  readonly rows: readonly FoundItem[];
  /** null on another page. */
  readonly placeOf: (id: string) => number | null;
  readonly total: number;
}

function WhyDrawer({ q, filters, tried, rows, placeOf, total }: WhyDrawerProps) {
  const [{ why }, change] = useAddress();
  const collection = useCollection();
  return (
    <SideDrawer isOpen={why !== undefined} title={t('Why is it here?')} onClose={() => change({ why: undefined })}>
      {why !== undefined && collection && (
        <Stack gap={16}>
          <AskedItem item={rows.find(({ id }) => id === why)} place={placeOf(why)} total={total} />
          <ExplainedItem collectionId={collection.id} q={q} filters={filters} itemId={why} tried={tried} />
        </Stack>
      )}
    </SideDrawer>
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('Queries are searched as in your shop, but aren’t counted in statistics.'),
        t('Select an item to see why it ranks there. “Why is it missing?” explains the others.'),
        t('Try a draft, an earlier release, or a rule turned off.'),
      ]}
    />
  );
}
