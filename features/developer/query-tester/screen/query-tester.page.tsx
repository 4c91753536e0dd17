import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Braces, SearchX, SlidersHorizontal } from 'lucide-react';
import { maximumQueryLength } from '#contract/limits.ts';
import { useRef } from 'react';
import type { FoundItem, SearchData } from '#contract/search.ts';
import { useAddress, linkTo } from '#ui/state/address.ts';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { useOfCollection } from '#ui/collection/collection-query.ts';
import { CollectionPage, type PageFrame } from '#ui/collection/collection-page.tsx';
import { useCollection } from '#ui/collection/collection.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Page } from '#ui/page/page.tsx';
import { SearchInput } from '#ui/list/search-input.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { readExample } from '#features/data/collections/collections.contract.ts';
import { AskedItem } from './missing-item/asked-item.panel.tsx';
import { ExplainedItem } from './item-explanation.tsx';
import { MissingDrawer } from './missing-item/missing-drawer.panel.tsx';
import { NothingMatches } from './nothing-matches.tsx';
import { QueryNotices } from './query-notices.tsx';
import { QueryTrace } from './query-trace.tsx';
import { ResultOrder, useResultOrder } from './result-order.tsx';
import { ResultsGrid } from './results-grid.tsx';
import { ResultView, useResultView } from './result-view.tsx';
import { ResultsTable } from './results-table.tsx';
import { TesterFacets } from './tester-facets.tsx';
import { useTesterFilters } from './tester-filters.tsx';
import { itemKeys, useTesterResults } from './tester-results.tsx';
import { TriedFrame } from './tried-frame.panel.tsx';
import { TriedMoves } from './tried-moves.tsx';
import { SearchedWith, type TriedSearch, useTriedSearch } from './tried-search.picker.tsx';
import { useWeakMatches } from './weak-matches.tsx';
import classes from './query-tester.module.css';

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
    purpose: t('See what a query finds, in which order and why.'),
    isWide: true,
    help: <Help />,
  };
}

function Tester({ collectionId, frame }: { readonly collectionId: number; readonly frame: PageFrame }) {
  const [, change] = useAddress();
  const [isFiltering, filterPanel] = useDisclosure();
  const filters = useTesterFilters();
  const tried = useTriedSearch();
  const { answer, list, firstPlace } = useTesterResults(collectionId, filters, tried);
  const order = useResultOrder(answer);
  const found = useRef<HTMLDivElement>(null);
  const isByScore = list.search !== '' && order.isByRelevance;
  const weak = useWeakMatches(collectionId, list, filters.text, tried, isByScore);
  const placeOf = (id: string) => {
    const at = list.rows?.findIndex((row) => row.id === id) ?? -1;
    return at < 0 ? null : firstPlace + at;
  };
  const compare = useCompare(list.search, filters.text, tried);
  const view = useResultView();
  const isGrid = view.isGrid && list.rows !== undefined && list.rows.length > 0;
  const results = isGrid ? (
    <ResultsGrid list={list} rows={list.rows ?? []} firstPlace={firstPlace} weak={weak} />
  ) : (
    <ResultsTable
      list={list}
      explain={({ id }) => change({ why: id })}
      compare={({ id }) => compare(id)}
      firstPlace={firstPlace}
      hasScores={isByScore}
      weak={weak}
      nothing={<NothingMatches q={list.search} c={collectionId} filters={filters} />}
    />
  );
  const shown = tried.isBeside ? <TriedMoves c={collectionId} q={list.search} filters={filters.text} tried={tried} /> : results;
  return (
    <Page
      {...frame}
      secondary={
        <>
          <Button
            variant="default"
            leftSection={<SearchX size={16} aria-hidden />}
            disabled={!answer}
            onClick={() => change({ dialog: 'missing' })}
          >
            {t('Why is it missing?')}
          </Button>
          <RawAnswer answer={answer} />
        </>
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
          <ResultView view={view} />
          <Button
            className={classes.filterToggle}
            variant="default"
            leftSection={<SlidersHorizontal size={16} aria-hidden />}
            aria-expanded={isFiltering}
            onClick={filterPanel.toggle}
          >
            {t('Filters')}
          </Button>
          {answer && <Found answer={answer} />}
        </>
      }
    >
      <TriedFrame tried={tried} rows={answer?.without ?? []} hasBeside>
        {answer ? (
          <>
            <Stack gap={8} mb={16}>
              <QueryNotices answer={answer} />
              <QueryTrace trace={answer.trace ?? []} turnOff={tried.turnOff} />
            </Stack>
            <div className={classes.columns}>
              <aside className={classes.facets} data-open={isFiltering} aria-label={t('Filters')}>
                <TesterFacets facets={answer.facets} filters={filters} />
              </aside>
              <div className={classes.results} ref={found}>
                {shown}
              </div>
            </div>
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
      c: String(collection?.id),
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

/** The item whose place is explained is in the address, so that the explanation can be shared. */
interface WhyDrawerProps {
  readonly q: string;
  readonly filters: string;
  readonly tried: TriedSearch;
  readonly rows: readonly FoundItem[];
  /** null for an item of another page. */
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

/** Stands there before the first answer comes, so that nothing moves when it does. */
function RawAnswer({ answer }: { readonly answer: SearchData | undefined }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<Braces size={16} aria-hidden />} disabled={!answer} onClick={open}>
        {t('Show raw answer')}
      </Button>
      <SideDrawer isOpen={isOpen} title={t('Raw answer')} onClose={close}>
        <CodeBlock code={JSON.stringify(answer, null, 2)} copyLabel={t('Copy answer')} />
      </SideDrawer>
    </>
  );
}

function Help() {
  const own = useOfCollection(readExample);
  return (
    <>
      <Text size="sm">
        {t(
          'Queries go the same way here as from your shop, with the same rules and the same order, but they do not count in statistics.',
        )}
      </Text>
      <Text size="sm">
        {t(
          'Type a query as a customer would. Above the items you see what was made of it, and a click on an item tells which words and fields brought it there.',
        )}
      </Text>
      {own && (
        <Text size="sm">
          {t('An example: type “{word}”. It finds {count} items, and “{item}” tells at a click why it is the first.', {
            ...own,
            count: own.count,
          })}
        </Text>
      )}
      <Text size="sm">
        {t('An item you expected is not there? “Why is it missing?” tells what keeps it out and what would bring it back.')}
      </Text>
      <Text size="sm">
        {t(
          'Choose the draft or an earlier release to search by its rules, and compare that with now. “Turn off” beside a step shows what a single rule does.',
        )}
      </Text>
      <Text size="sm">{t('Query, filters and page are in the address: copy it to show a colleague what you see.')}</Text>
    </>
  );
}
