import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { maximumQueryLength } from '#contract/limits.ts';
import { useAddress } from '#ui/state/address.ts';
import { inGeneral } from '#ui/calls/call-error.ts';
import { useLinkedCollection, useNeedsCollection } from '#ui/collection/collection.ts';
import { t } from '#ui/text/i18n.ts';
import { shownItemOf } from '#ui/item/item-cell.tsx';
import { NoCollection } from '#ui/collection/no-collection.tsx';
import { NoItems } from '#ui/collection/no-items.tsx';
import { Page } from '#ui/page/page.tsx';
import { followingQuery, query } from '#ui/calls/queries.ts';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { SearchInput } from '#ui/list/search-input.tsx';
import { Empty, LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { testQuery } from '#contract/test-query.ts';
import { TriedFrame } from '#features/developer/query-tester/screen/tried-frame.panel.tsx';
import { SearchedWith, triedInput, useTriedSearch } from '#features/developer/query-tester/screen/tried-search.picker.tsx';
import { Replaced } from '#features/search-settings/fixit/screen/replaced.panel.tsx';
import { compareResults, type Comparison } from '#features/developer/compare-results/compare-results.contract.ts';
import { FactorTable } from './factor-table.tsx';
import { ComparedSide } from './compared-side.tsx';
import { ComparisonVerdict } from './comparison-verdict.tsx';
import classes from './compare-results.module.css';

const itemKeys = ['a', 'b', 'filters'];

export default function CompareResultsPage() {
  const [{ q = '', a = '', b = '', filters = '' }, change] = useAddress();
  const collection = useLinkedCollection(itemKeys);
  const needsCollection = useNeedsCollection();
  const c = collection?.id ?? 0;
  const tried = useTriedSearch();
  const answer = useQuery({
    ...followingQuery(compareResults, { c, q, a, b, filters, ...triedInput(tried) }),
    enabled: collection !== null,
  });
  const { data } = answer;
  return (
    <Page
      title={t('Compare results')}
      purpose={t('Two items side by side: which one is ahead for a query, and what decides it.')}
      toolbar={
        <>
          <SearchInput
            label={t('Type a query')}
            most={maximumQueryLength}
            list={{ search: q, setSearch: (text) => change({ q: text }, { isReplacing: true }) }}
          />
          <SearchedWith tried={tried} />
        </>
      }
      help={<Help c={collection?.id} q={q} />}
    >
      <TriedFrame tried={tried}>
        {answer.error && (
          <LoadError error={tried.isLive ? inGeneral(answer.error) : answer.error} retry={() => void answer.refetch()} />
        )}
        {!data && !answer.error && collection !== null && <RowSkeletons />}
        {needsCollection && <NoCollection />}
        {collection?.item_count === 0 && <NoItems />}
        {collection !== null && collection.item_count > 0 && (data || answer.error) && (
          <>
            <RefetchBar isMoving={answer.isFetching} />
            <div className={classes.sides}>
              <ComparedSide
                label={t('First item')}
                letter="A"
                c={c}
                q={q}
                wordCount={data?.word_count ?? 0}
                side={a === '' ? null : (data?.a ?? null)}
                goneId={a !== '' && data?.gone.includes('a') ? a : null}
                pick={(id) => change({ a: id })}
              />
              <ComparedSide
                label={t('Second item')}
                letter="B"
                c={c}
                q={q}
                wordCount={data?.word_count ?? 0}
                side={b === '' ? null : (data?.b ?? null)}
                goneId={b !== '' && data?.gone.includes('b') ? b : null}
                pick={(id) => change({ b: id })}
              />
            </div>
            {data && <Outcome comparison={data} q={q} />}
          </>
        )}
      </TriedFrame>
    </Page>
  );
}

function Outcome({ comparison, q }: { readonly comparison: Comparison; readonly q: string }) {
  const { a, b, redirect, replaced } = comparison;
  if (redirect !== null && replaced)
    return (
      <Text size="sm">
        <Replaced by={replaced} />
      </Text>
    );
  if (redirect !== null) return <Text size="sm">{t('The shop redirects visitors to {address}.', { address: redirect })}</Text>;
  if (!a && !b)
    return (
      <Empty
        icon={Scale}
        title={t('The comparison will be here')}
        text={t('Type a query and choose two items: you will see what each word, field and boost gives them.')}
      />
    );
  return (
    <>
      <ComparisonVerdict comparison={comparison} q={q} />
      <FactorTable comparison={comparison} />
    </>
  );
}

function Help({ c, q }: { readonly c: number | undefined; readonly q: string }) {
  const { data } = useQuery({ ...query(testQuery, { c: c ?? 0, q, per_page: 2 }), enabled: c !== undefined });
  const [first, second] = (data?.items ?? []).map((item) => shownItemOf(item).name);
  return (
    <>
      <Text size="sm">
        {t(
          'An item gets points for each word of the query in each of its fields, for words next to each other and by boosts. All points together are its score; the higher score stands first.',
        )}
      </Text>
      <Text size="sm">
        {t(
          'The decisive factor is the one that gives the item ahead most of its lead. Promoted items stand before all others whatever their score.',
        )}
      </Text>
      {first !== undefined && second !== undefined && (
        <Text size="sm">
          {t('An example from your shop: choose “{first}” and “{second}”, and the table says where the first one gets more.', {
            first,
            second,
          })}
        </Text>
      )}
    </>
  );
}
