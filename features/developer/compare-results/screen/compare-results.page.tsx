import { Sentences, Page } from '#ui/page/page.tsx';
import { Group, Button, Text, ActionIcon, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Scale, X } from 'lucide-react';
import { useId } from 'react';
import { maximumQueryLength } from '#contract/limits.ts';
import { readTrialQueries } from '#contract/preview.ts';
import { testQuery } from '#contract/test-query.ts';
import { useAddress } from '#ui/state/address.ts';
import { inGeneral } from '#ui/calls/api.ts';
import { useLinkedCollection, useNeedsCollection } from '#ui/collection/collection.ts';
import { t } from '#ui/text/i18n.ts';
import { shownItemOf, ItemCell } from '#ui/item/item-cell.tsx';
import { NoCollection, NoItems } from '#ui/collection/collection-page.tsx';
import { followingQuery, query } from '#ui/calls/queries.ts';
import { RefetchBar, Empty, LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { SearchInput } from '#ui/list/search-input.tsx';
import {
  TriedFrame,
  SearchedWith,
  triedInput,
  useTriedSearch,
} from '#features/developer/query-tester/screen/tried-search.panel.tsx';
import { Replaced } from '#features/search-settings/fixit/screen/replaced.panel.tsx';
import {
  compareResults,
  type Comparison,
  type ComparedItem,
} from '#features/developer/compare-results/compare-results.contract.ts';
import { ComparisonOutcome } from './comparison.tsx';
import classes from './compare-results.module.css';
import { formats } from '#ui/text/format.ts';
import { Status } from '#ui/page/status.tsx';
import { FoundItemPicker } from '#ui/item/item-picker.tsx';

interface ComparedSideProps {
  readonly side: 'a' | 'b';
  readonly id: string;
  readonly c: number;
  readonly q: string;
  readonly comparison: Comparison | undefined;
}

function ComparedSide({ side, id, c, q, comparison }: ComparedSideProps) {
  const [, change] = useAddress();
  const label = side === 'a' ? t('First item') : t('Second item');
  const pick = (next: string | undefined) => change({ [side]: next });
  const compared = id === '' ? null : comparison?.[side];
  return (
    <section className={classes.side} aria-label={label}>
      <span className={classes.letter} aria-hidden>
        {side.toUpperCase()}
      </span>
      <div className={classes.item}>
        {compared ? (
          <>
            <ItemCell item={shownItemOf(compared.item)} isCompact />
            <ItemFacts item={compared} wordCount={comparison?.word_count ?? 0} />
          </>
        ) : (
          <FoundItemPicker label={label} c={c} q={q} pick={pick} />
        )}
        {id !== '' && comparison?.gone.includes(side) && (
          <Text size="sm" c="red" role="alert" mt={4}>
            {t('“{id}” is not in the catalogue.', { id })}
          </Text>
        )}
      </div>
      {compared && (
        <Tooltip label={t('Choose another item')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('Choose another item')} onClick={() => pick(undefined)}>
            <X size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </section>
  );
}

function ItemFacts({ item, wordCount: total }: { readonly item: ComparedItem; readonly wordCount: number }) {
  const { is_found: isFound, position, score, missing_words: missing } = item;
  const facts = [
    position !== null && t('Place {position}', { position }),
    t('Score {score}', { score: formats.score(score) }),
    total > 0 && t('Words: {matched} of {total}', { matched: total - missing.length, total }),
  ];
  return (
    <div className={classes.facts}>
      {isFound ? <Text size="sm">{facts.filter(Boolean).join(' · ')}</Text> : <Status kind="error" label={t('Not found')} />}
      {item.is_promoted && <Status kind="promoted" label={t('Promoted')} />}
    </div>
  );
}

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
      purpose={t('See which of two items is ahead for a query, and why.')}
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
      help={
        <Sentences
          of={[
            t('An item scores for each word of the query in each field, for adjacent words and by boosts.'),
            t('Promoted items come first whatever their score.'),
          ]}
        />
      }
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
            {`${q}${a}${b}` !== '' && (
              <div className={classes.sides}>
                <ComparedSide side="a" id={a} c={c} q={q} comparison={data} />
                <ComparedSide side="b" id={b} c={c} q={q} comparison={data} />
              </div>
            )}
            {data && <Outcome comparison={data} c={c} q={q} />}
          </>
        )}
      </TriedFrame>
    </Page>
  );
}

function Outcome({ comparison, c, q }: { readonly comparison: Comparison; readonly c: number; readonly q: string }) {
  const { a, b, redirect, replaced } = comparison;
  if (redirect !== null)
    return (
      <Text size="sm">
        {replaced ? <Replaced by={replaced} /> : t('This query sends customers to {address}.', { address: redirect })}
      </Text>
    );
  if (!a && !b)
    return (
      <Empty
        icon={Scale}
        {...(q === '' && { text: t('Type a query, then choose two of its results.') })}
        title={q === '' ? t('Why is one item above another?') : t('Choose two items to compare.')}
        action={<Beginnings c={c} typed={q} />}
      />
    );
  return <ComparisonOutcome comparison={comparison} q={q} />;
}

function Beginnings({ c, typed }: { readonly c: number; readonly typed: string }) {
  const labelId = useId();
  const { data: proposed = [] } = useQuery({ ...query(readTrialQueries, { c }), enabled: typed === '' });
  if (typed !== '') return <FirstTwo c={c} q={typed} label={t('Compare the first two results')} />;
  return (
    <Group gap={6} justify="center" role="group" aria-labelledby={labelId}>
      <Text id={labelId} size="sm" c="dimmed" w="100%" ta="center">
        {t('Or compare the first two results for')}
      </Text>
      {proposed.map((q) => (
        <FirstTwo key={q} c={c} q={q} label={q} />
      ))}
    </Group>
  );
}

function FirstTwo({ c, q, label }: { readonly c: number; readonly q: string; readonly label: string }) {
  const [, change] = useAddress();
  const { data: found } = useQuery(query(testQuery, { c, q, per_page: 2 }));
  const [a, b] = found?.items ?? [];
  if (!a || !b) return null;
  return (
    <Button variant="default" size="compact-sm" onClick={() => change({ q, a: a.id, b: b.id })}>
      {label}
    </Button>
  );
}
