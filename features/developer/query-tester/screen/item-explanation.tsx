import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { Pin, Replace, SlidersHorizontal } from 'lucide-react';
import type { FoundItem } from '#contract/search.ts';
import { query } from '#ui/calls/queries.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { AllowedButton } from '#ui/page/allowed-button.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { fieldLabel } from '#ui/item/field-words.ts';
import { t } from '#ui/text/i18n.ts';
import { Curated } from '#features/search-settings/curations/screen/curated.panel.tsx';
import { explainItem, type ItemExplanation } from '#features/developer/query-tester/query-tester.contract.ts';
import { type Factor, factorsOf, factorWords, ReasonsNotFound, ScoreTable } from './factors.panel.tsx';
import { triedInput, type TriedSearch } from './tried-search.panel.tsx';

interface WhyDrawerProps {
  readonly q: string;
  readonly filters: string;
  readonly tried: TriedSearch;
  readonly rows: readonly FoundItem[];
  /** The first row's, from 1. */
  readonly firstPlace: number;
  readonly total: number;
}

export function WhyDrawer({ q, filters, tried, rows, firstPlace, total }: WhyDrawerProps) {
  const [{ why: id = '' }, change] = useAddress();
  const collection = useCollection();
  const at = rows.findIndex((row) => row.id === id);
  return (
    <SideDrawer isOpen={id !== ''} title={t('Why is it here?')} onClose={() => change({ why: undefined })}>
      {id !== '' && collection && (
        <Stack gap={16}>
          {rows[at] && (
            <div>
              <ItemCell item={shownItemOf(rows[at])} isNarrow />
              <Text size="sm" c="dimmed" mt={8}>
                {t('Place {place} of {count} results', { place: firstPlace + at, count: total })}
              </Text>
            </div>
          )}
          <Loaded
            query={query(explainItem, { c: collection.id, q, filters, id, ...triedInput(tried) })}
            skeleton={<Skeleton height={240} aria-hidden />}
          >
            {(explanation) => <Explanation explanation={explanation} />}
          </Loaded>
          {q.trim() !== '' && <Actions q={q.trim()} id={id} />}
        </Stack>
      )}
    </SideDrawer>
  );
}

function Actions({ q, id }: { readonly q: string; readonly id: string }) {
  const collection = useCollection();
  const curation = { id: 'new', query: q, promote: id, c: collection?.id } as const;
  return (
    <Group gap={8}>
      <AllowedButton needs="search" to={linkTo('/search-settings/curations/edit', curation)} icon={Pin}>
        {t('Promote here')}
      </AllowedButton>
      <AllowedButton needs="search" to={linkTo('/search-settings/synonyms', { edit: 'new', term: q })} icon={Replace}>
        {t('Add synonym')}
      </AllowedButton>
      <AllowedButton needs="search" to={linkTo('/search-settings/relevance-tuning', { q })} icon={SlidersHorizontal}>
        {t('Relevance tuning')}
      </AllowedButton>
    </Group>
  );
}

function Explanation({ explanation }: { readonly explanation: ItemExplanation }) {
  const { curation, is_found: isFound, matches, missing_words: missing, unwanted_words: unwanted } = explanation;
  const isPromoted = curation?.does === 'promoted';
  return (
    <Stack gap={16}>
      {isPromoted && (
        <Text size="sm">
          <Curated by={curation} so={t('Its place doesn’t depend on its score.')} />
        </Text>
      )}
      {!(isPromoted && matches.length === 0) && <Text size="sm">{summary(explanation)}</Text>}
      {(!isFound || missing.length > 0) && (
        <Text size="sm">
          <ReasonsNotFound explanation={explanation} />
        </Text>
      )}
      {unwanted.map(({ word, is_in_item: isInItem, score }) => (
        <Text key={word} size="sm" {...(!isInItem && { c: 'dimmed' })}>
          {!isInItem && t('“{word}” is excluded, and the item doesn’t have it.', { word })}
          {isInItem && score === null && t('It has the excluded word “{word}”.', { word })}
          {score !== null && t('Has the excluded word “{word}”: score −{score}.', { word, score: formats.number(-score) })}
        </Text>
      ))}
      <ScoreTable explanation={explanation} />
    </Stack>
  );
}

export function summary(explanation: ItemExplanation): string {
  const { matches, boosts, nearness, learned, ranks, is_found: isFound } = explanation;
  if (!isFound) return t('This item is not in the results.');
  if (ranks !== null)
    return [
      t('Words and meaning rank together.'),
      ranks.words !== null && t('Place by words: {place}.', { place: formats.number(ranks.words) }),
      ranks.meaning !== null && t('Place by meaning: {place}.', { place: formats.number(ranks.meaning) }),
    ]
      .filter(Boolean)
      .join(' ');
  if (matches.length === 0 && nearness === 0 && learned !== null)
    return boosts.length > 0
      ? t('No words to score: boosts and visitors’ choices decide.')
      : t('No words to score: visitors’ choices decide.');
  if (matches.length === 0 && nearness === 0)
    return boosts.length > 0 ? t('No words to score: boosts decide.') : t('No words to score: items are sorted by id.');
  const scoreOf = ({ shares: [share] }: Factor): number => share?.score ?? 0;
  const best = factorsOf([explanation]).toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
  if (!best || scoreOf(best) <= 0) return t('All items have these words: sorted by id.');
  const [name] = factorWords(best);
  if (best.kind === 'word' && best.field !== '')
    return t('The largest part of its score comes from “{word}” in the field {field}.', {
      word: name,
      field: fieldLabel(best.field),
    });
  return t('The largest part of its score comes from “{factor}”.', {
    factor: name,
  });
}
