import { PlainTable } from '#ui/list/table.tsx';
import { Text } from '@mantine/core';
import { t, type Translate, msg } from '#ui/text/i18n.ts';
import { shownItemOf } from '#ui/item/item-cell.tsx';
import { Curated } from '#features/search-settings/curations/screen/curated.panel.tsx';
import { reasonTexts } from '#ui/text/reasons-not-found.ts';
import { formats } from '#ui/text/format.ts';
import type {
  ComparedItem,
  Comparison,
  Factor,
  Share,
  Verdict,
} from '#features/developer/compare-results/compare-results.contract.ts';
import classes from './compare-results.module.css';
import { matchKindTexts } from '#ui/text/refusal.ts';
import { Status } from '#ui/page/status.tsx';
import { ShareBar } from '#ui/charts/share-bar.tsx';
import { BoostLink } from '#features/search-settings/boost-manager/screen/boost-link.panel.tsx';

export function ComparisonVerdict({ comparison, q }: { readonly comparison: Comparison; readonly q: string }) {
  const { a, b, verdict, word_count: total, minimum_count: needed } = comparison;
  const lost = [a, b].filter((side): side is ComparedItem => side !== null && !side.is_found);
  return (
    <section className={classes.verdict} aria-live="polite" aria-label={t('Which one is ahead?')}>
      {verdict && a && b ? (
        <>
          <Text fw={600}>{headline(t, verdict, a, b, q)}</Text>
          <Text size="sm">{decisive(t, comparison, formats.number)}</Text>
          {verdict.reason === 'promoted' && <CuratedText side={verdict.ahead === 'a' ? a : b} />}
          {verdict.are_variants && verdict.reason !== 'sameItem' && (
            <Text size="sm" c="dimmed">
              {t('They are variants of one item: only the best one is shown.')}
            </Text>
          )}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t('Choose the other item to compare with.')}
        </Text>
      )}
      {lost.map((side) => (
        <Text key={side.item.id} size="sm">
          {t('“{name}” is not found:', { name: nameOf(side) })}{' '}
          {side.reasons_not_found
            .filter((reason) => reason !== 'hidden' || side.curation?.does !== 'hidden')
            .map((reason) => t(reasonTexts[reason]))
            .join(' ')}{' '}
          {side.curation?.does === 'hidden' && <Curated by={side.curation} />}{' '}
          {side.missing_words.length > 0 &&
            t('Matched words: {matched} of {total}; needed: {needed}.', {
              matched: side.matched_count,
              total,
              needed,
            })}{' '}
          {side.missing_words.length > 0 && t('It does not have: {words}', { words: side.missing_words.join(', ') })}
        </Text>
      ))}
    </section>
  );
}

const CuratedText = ({ side: { curation } }: { readonly side: ComparedItem }) =>
  curation && (
    <Text size="sm">
      <Curated by={curation} />
    </Text>
  );

const nameOf = ({ item }: ComparedItem): string => shownItemOf(item).name;

function headline(t: Translate, { ahead, reason }: Verdict, a: ComparedItem, b: ComparedItem, q: string): string {
  if (reason === 'sameItem') return t('This is one and the same item.');
  if (reason === 'neitherFound') return t('Neither of them is found.');
  if (ahead === null) return t('Both have the same score.');
  const name = nameOf(ahead === 'a' ? a : b);
  return q.trim() === '' ? t('“{name}” is ahead.', { name }) : t('“{name}” is ahead for “{query}”.', { name, query: q });
}

function decisive(t: Translate, { verdict, factors, a, b }: Comparison, number: (value: number) => string): string {
  if (!verdict || !a || !b) return '';
  if (verdict.reason === 'notFound') return t('Decisive: the other one is not in the results.');
  if (verdict.reason === 'promoted') return t('Decisive: a rule promotes it for this query.');
  if (verdict.reason === 'tie') return t('Items with equal scores are sorted by id.');
  const factor = verdict.factor === null ? undefined : factors[verdict.factor];
  if (!factor || !verdict.ahead) return '';
  const [first, second] = verdict.ahead === 'a' ? [factor.a, factor.b] : [factor.b, factor.a];
  const lead = number((first?.score ?? 0) - (second?.score ?? 0));
  const whole = number(Math.abs(a.score - b.score));
  const what = t('Decisive: {factor}, {lead} more.', { factor: factorText(t, factor), lead });
  return `${what} ${cause(t, verdict, first, second)} ${t('Together it leads by {whole}.', { whole })}`;
}

export function factorText(t: Translate, { kind, word, field }: Factor): string {
  if (kind === 'base') return t('the score that every item starts with');
  if (kind === 'phrase') return t('“{words}” adjacent in {field}', { words: word, field });
  if (kind === 'spelling') return t('spelling of “{words}”; the other has different diacritics', { words: word });
  if (kind === 'unwanted') return t('excluded “{word}”, which the other one has', { word });
  if (kind === 'boost') return t('the boost of {field} ({values})', { field, values: word });
  return field === '' ? t('the word “{word}”', { word }) : t('the word “{word}” in the field {field}', { word, field });
}

function cause(t: Translate, { cause: name }: Verdict, first: Share | null, second: Share | null): string {
  if (name === 'onlyOne') return t('The other gets nothing for it.');
  if (!first || !second) return '';
  if (name === 'repetition')
    return t('Occurs {own}×, in the other {other}×.', {
      own: first.term_frequency,
      other: second.term_frequency,
    });
  if (name === 'length')
    return t('Its text is shorter ({own} words against {other}), so the word counts more.', {
      own: first.field_length,
      other: second.field_length,
    });
  if (name === 'form')
    return t('Has a form that counts more (“{own}” against “{other}”).', { own: first.term, other: second.term });
  return '';
}

/** The sums are the scores. */
export function FactorTable({ comparison: { a, b, factors, verdict } }: { readonly comparison: Comparison }) {
  if (factors.length === 0) return null;
  const largest = Math.max(...factors.flatMap((factor) => [Math.abs(factor.a?.score ?? 0), Math.abs(factor.b?.score ?? 0)]));
  const side = (name: 'a' | 'b', item: ComparedItem | null) => ({
    name,
    title: [name.toUpperCase(), item && nameOf(item)].filter(Boolean).join(' '),
    cell: ({ factor }: { readonly factor: Factor }) =>
      item && <ShareOf share={factor[name]} kind={factor.kind} largest={largest} />,
    isTitledOnCard: true,
  });
  return (
    <PlainTable
      label={t('Factors of the scores')}
      rows={factors.map((factor, place) => ({ factor, place }))}
      keyOf={({ place }) => place}
      columns={[
        {
          name: 'factor',
          title: t('Factor'),
          cell: ({ factor, place }) => <FactorName factor={factor} isDecisive={verdict?.factor === place} />,
        },
        side('a', a),
        side('b', b),
      ]}
    />
  );
}

const curveNames: Readonly<Record<string, string>> = {
  logarithmic: msg('logarithmic'),
  exponential: msg('exponential'),
  linear: msg('linear'),
};

interface FactorNameProps {
  readonly factor: Factor;
  readonly isDecisive: boolean;
}

function FactorName({ factor: { kind, word, field, boost_id: boostId }, isDecisive }: FactorNameProps) {
  const curve = curveNames[word];
  const [name, detail] = {
    base: [t('Start'), ''],
    word: [word, field],
    phrase: [word, field && t('{field}, next to each other', { field })],
    boost: [t('Boost of {field}', { field }), curve === undefined ? word : t(curve)],
    unwanted: [word, t('not wanted')],
    spelling: [word, t('with other diacritics than typed')],
  }[kind];
  return (
    <>
      <BoostLink id={boostId}>{name}</BoostLink>
      {detail && <Detail text={detail} />}
      {isDecisive && <Status kind="promoted" label={t('Decisive')} />}
    </>
  );
}

const Detail = ({ text }: { readonly text: string }) => (
  <Text size="xs" c="dimmed">
    {text}
  </Text>
);

interface ShareOfProps {
  readonly share: Share | null;
  readonly kind: Factor['kind'];
  /** The score whose bar is full. */
  readonly largest: number;
}

const ShareOf = ({ share, kind, largest }: ShareOfProps) => (
  <>
    {formats.number(share?.score ?? 0)}
    <ShareBar value={share?.score ?? 0} largest={largest} />
    <Detail text={shareDetail(t, share, kind, formats.number)} />
  </>
);

function shareDetail(t: Translate, share: Share | null, kind: Factor['kind'], number: (value: number) => string): string {
  if (kind === 'spelling') return '';
  if (!share) return t('does not have it');
  if (kind === 'boost' || kind === 'unwanted') return t('amount {amount}', { amount: number(share.amount) });
  if (kind !== 'word') return '';
  const how = matchKindTexts[share.match_kind];
  const found = how === undefined || share.match_kind === 'exact' ? '' : t(how, { term: share.term });
  const counts =
    share.field_length > 0 && t('{times}× among {length} words', { times: share.term_frequency, length: share.field_length });
  return [counts, found].filter(Boolean).join(', ');
}
