import { Sentences, Page } from '#ui/page/page.tsx';
import { Text, ActionIcon, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Scale, X } from 'lucide-react';
import { maximumQueryLength } from '#contract/limits.ts';
import { useAddress } from '#ui/state/address.ts';
import { inGeneral } from '#ui/calls/api.ts';
import { useLinkedCollection, useNeedsCollection } from '#ui/collection/collection.ts';
import { t } from '#ui/text/i18n.ts';
import { shownItemOf, ItemCell } from '#ui/item/item-cell.tsx';
import { NoCollection, NoItems } from '#ui/collection/collection-page.tsx';
import { followingQuery } from '#ui/calls/queries.ts';
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
import { FactorTable, ComparisonVerdict } from './comparison.tsx';
import classes from './compare-results.module.css';
import { formats } from '#ui/text/format.ts';
import { Status } from '#ui/page/status.tsx';
import { FoundItemPicker } from '#ui/item/item-picker.tsx';

interface ComparedSideProps {
  readonly label: string;
  readonly letter: 'A' | 'B';
  readonly c: number;
  readonly q: string;
  /** null until an item is chosen. */
  readonly side: ComparedItem | null;
  /** The ID of a chosen item that the collection hasn't; null for others. */
  readonly goneId: string | null;
  readonly wordCount: number;
  readonly pick: (id: string | undefined) => void;
}

function ComparedSide({ label, letter, c, q, side, goneId, wordCount, pick }: ComparedSideProps) {
  return (
    <section className={classes.side} aria-label={label}>
      <span className={classes.letter} aria-hidden>
        {letter}
      </span>
      {side ? (
        <>
          <div className={classes.item}>
            <ItemCell item={shownItemOf(side.item)} isCompact />
            <div className={classes.facts}>
              {side.is_found ? (
                <Text size="sm">
                  {[
                    side.position !== null && t('Place {position}', { position: side.position }),
                    t('Score {score}', { score: formats.score(side.score) }),
                    wordCount > 0 && t('Words: {matched} of {total}', { matched: side.matched_count, total: wordCount }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              ) : (
                <Status kind="error" label={t('Not found')} />
              )}
              {side.is_promoted && <Status kind="promoted" label={t('Promoted')} />}
            </div>
          </div>
          <Tooltip label={t('Choose another item')}>
            <ActionIcon variant="subtle" color="gray" aria-label={t('Choose another item')} onClick={() => pick(undefined)}>
              <X size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </>
      ) : (
        <div className={classes.item}>
          <FoundItemPicker label={label} c={c} q={q} pick={pick} />
          {goneId !== null && (
            <Text size="sm" c="red" role="alert" mt={4}>
              {t('“{id}” is not in the catalogue.', { id: goneId })}
            </Text>
          )}
        </div>
      )}
    </section>
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
      help={<Help />}
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
              {(['a', 'b'] as const).map((name) => {
                const id = name === 'a' ? a : b;
                return (
                  <ComparedSide
                    key={name}
                    label={name === 'a' ? t('First item') : t('Second item')}
                    letter={name === 'a' ? 'A' : 'B'}
                    c={c}
                    q={q}
                    wordCount={data?.word_count ?? 0}
                    side={id === '' ? null : (data?.[name] ?? null)}
                    goneId={id !== '' && data?.gone.includes(name) ? id : null}
                    pick={(next) => change({ [name]: next })}
                  />
                );
              })}
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
    return <Empty icon={Scale} title={t('The comparison will be here')} text={t('Type a query and choose two items.')} />;
  return (
    <>
      <ComparisonVerdict comparison={comparison} q={q} />
      <FactorTable comparison={comparison} />
    </>
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('An item scores for each word of the query in each field, for adjacent words and by boosts.'),
        t('Promoted items come first whatever their score.'),
      ]}
    />
  );
}
