import { Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ShareBar } from '#ui/charts/share-bar.tsx';
import { formats } from '#ui/text/format.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import { Loaded } from '#ui/page/states.tsx';
import { matchKindTexts } from '#ui/text/refusal.ts';
import { query } from '#ui/calls/queries.ts';
import { reasonTexts } from '#ui/text/reasons-not-found.ts';
import { Curated } from '#features/search-settings/curations/screen/curated.panel.tsx';
import { type BoostShare, explainItem, type ItemExplanation } from '#features/developer/query-tester/query-tester.contract.ts';
import { BoostLink } from '#features/search-settings/boost-manager/screen/boost-link.panel.tsx';
import classes from './query-tester.module.css';
import { triedInput, type TriedSearch } from './tried-search.panel.tsx';
import type { FoundItem } from '#contract/search.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';

interface AskedItemProps {
  /** undefined for one of another page. */
  readonly item: FoundItem | undefined;
  readonly place: number | null;
  readonly total: number;
}

export function AskedItem({ item, place, total }: AskedItemProps) {
  if (item === undefined) return null;
  return (
    <div>
      <ItemCell item={shownItemOf(item)} isNarrow />
      {place !== null && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('Place {place} of {count} results', { place, count: total })}
        </Text>
      )}
    </div>
  );
}

type Match = ItemExplanation['matches'][number];

interface ItemExplanationProps {
  readonly collectionId: number;
  readonly q: string;
  readonly filters: string;
  readonly itemId: string;
  readonly tried: TriedSearch;
}

export function ExplainedItem({ collectionId, q, filters, itemId, tried }: ItemExplanationProps) {
  return (
    <Loaded
      query={query(explainItem, { c: collectionId, q, filters, id: itemId, ...triedInput(tried) })}
      skeleton={<Skeleton height={240} aria-hidden />}
    >
      {(explanation) => <Explanation explanation={explanation} />}
    </Loaded>
  );
}

function Explanation({ explanation }: { readonly explanation: ItemExplanation }) {
  const { matches, phrases, boosts, base, spelling, missing_words: missing, reasons_not_found: reasons } = explanation;
  const { curation } = explanation;

  const told = reasons.filter((reason) => reason !== 'hidden' || curation?.does !== 'hidden');
  const largest = Math.max(
    base,
    ...matches.flatMap((match) => (match.fields.length > 0 ? match.fields : [match]).map((one) => one.score)),
    ...phrases.map((one) => one.score),
    ...boosts.map((one) => Math.abs(one.score)),
  );
  return (
    <Stack gap={24}>
      {curation !== null && curation.does !== null && (
        <Text size="sm">
          <Curated by={curation} {...(curation.does === 'promoted' && { so: t('Its place doesn’t depend on its score.') })} />
        </Text>
      )}
      {!(curation?.does === 'promoted' && matches.length === 0) && <Text size="sm">{summary(t, explanation)}</Text>}
      {told.map((reason) => (
        <Text key={reason} size="sm">
          {t(reasonTexts[reason])}
        </Text>
      ))}
      {missing.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('It does not have: {words}', { words: missing.join(', ') })}
        </Text>
      )}
      <UnwantedWords words={explanation.unwanted_words} />
      {matches.map((match) => (
        <MatchBars key={`${match.word} ${match.term}`} match={match} largest={largest} />
      ))}
      {phrases.length > 0 && (
        <Stack gap={8}>
          <Title order={3} size="sm">
            {t('Words next to each other')}
          </Title>
          {phrases.map(({ field, words, score: value }) => (
            <ScoreBar
              key={`${field} ${words.join(' ')}`}
              label={`${words.join(' ')} · ${field}`}
              score={value}
              largest={largest}
            />
          ))}
        </Stack>
      )}
      {base > 0 && (
        <ScoreBar label={t('Start')} detail={t('Every item has this before boosts.')} score={base} largest={largest} />
      )}
      {boosts.length > 0 && (
        <Stack gap={8}>
          <Title order={3} size="sm">
            {t('Boosts')}
          </Title>
          {boosts.map((boost, place) => (
            <ScoreBar
              // oxlint-disable-next-line react/no-array-index-key -- Two boosts may be equal.
              key={place}
              label={<BoostLink id={boost.id}>{[boost.field, boost.values.join(', ')].filter(Boolean).join(' · ')}</BoostLink>}
              detail={boostDetail(boost)}
              score={boost.score}
              largest={largest}
            />
          ))}
        </Stack>
      )}
      {spelling && (
        <Text size="sm">
          {t('Different diacritics: {words}. Score −{score}.', {
            words: spelling.words.join(', '),
            score: formats.number(-spelling.score),
          })}
        </Text>
      )}
      {explanation.score !== 0 && (
        <div className={classes.barTexts} data-total>
          <span>{t('Total')}</span>
          <span className={classes.score}>{formats.number(explanation.score)}</span>
        </div>
      )}
    </Stack>
  );
}

function UnwantedWords({ words }: { readonly words: ItemExplanation['unwanted_words'] }) {
  const said = ({ word, is_in_item: isInItem, score }: ItemExplanation['unwanted_words'][number]): string => {
    if (!isInItem) return t('“{word}” is excluded, and the item doesn’t have it.', { word });
    if (score === null) return t('It has the excluded word “{word}”.', { word });
    return t('Has the excluded word “{word}”: score −{score}.', { word, score: formats.number(-score) });
  };
  return words.map((one) => (
    <Text key={one.word} size="sm" {...(!one.is_in_item && { c: 'dimmed' })}>
      {said(one)}
    </Text>
  ));
}

function summary(t: Translate, { matches, boosts, missing_words: missing, is_found: isFound, score }: ItemExplanation): string {
  if (!isFound) return t('This item is not in the results.');
  const best = matches
    .flatMap(({ word, fields }) => fields.map((one) => ({ ...one, word })))
    .toSorted((a, b) => b.score - a.score)[0];
  if (!best && boosts.length > 0) return t('No words to score: boosts decide.');
  if (!best) return t('No words to score: items are sorted by id.');
  if (best.score === 0) return t('All items have these words: sorted by id.');
  const count = matches.length + missing.length;
  const values = { matched: matches.length, word: best.word, field: best.field };
  const isMost = best.score > score / 2;
  return isMost
    ? t('It has {matched} of {count} words. Most of its score comes from “{word}” in the field {field}.', { ...values, count })
    : t('It has {matched} of {count} words. The largest part of its score comes from “{word}” in the field {field}.', {
        ...values,
        count,
      });
}

function MatchBars({ match: { word, kind, term, fields, score }, largest }: { readonly match: Match; readonly largest: number }) {
  const text = matchKindTexts[kind];
  return (
    <Stack gap={8}>
      <div>
        <Title order={3} size="sm">
          {word} · {formats.number(score)}
        </Title>
        <Text size="xs" c="dimmed">
          {text === undefined ? term : t(text, { term })}
        </Text>
      </div>
      {fields.length === 0 && <ScoreBar label={t('In neighbouring words')} score={score} largest={largest} />}
      {fields.map((one) => (
        <ScoreBar
          key={one.field}
          label={one.field}
          detail={t('{count} times among {length} words, weight {weight}', {
            count: one.term_frequency,
            length: one.field_length,
            weight: one.weight,
          })}
          score={one.score}
          largest={largest}
        />
      ))}
    </Stack>
  );
}

/** `12 days old: multiplies by 1.5` */
function boostDetail({ number, is_age: isAge, is_added: isAdded, amount }: BoostShare): string {
  const shown = formats.number(amount);
  const effect = isAdded ? t('adds {amount}', { amount: shown }) : t('multiplies by {amount}', { amount: shown });
  if (number === null) return effect;
  return `${isAge ? t('{count} days old', { count: number }) : formats.number(number)}: ${effect}`;
}

interface ScoreBarProps {
  readonly label: ReactNode;
  readonly detail?: string;
  /** Negative for a boost that lowers the score. */
  readonly score: number;
  /** The score of a full bar. */
  readonly largest: number;
}

function ScoreBar({ label, detail, score, largest }: ScoreBarProps) {
  return (
    <div>
      <div className={classes.barTexts}>
        <span>{label}</span>
        <span className={classes.score}>{formats.number(score)}</span>
      </div>
      <ShareBar value={score} largest={largest} />
      {detail !== undefined && (
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      )}
    </div>
  );
}
