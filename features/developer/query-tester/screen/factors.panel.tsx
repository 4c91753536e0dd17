import { Table, Text } from '@mantine/core';
import { ShareBar } from '#ui/charts/share-bar.tsx';
import { PlainTable } from '#ui/list/table.tsx';
import { Status } from '#ui/page/status.tsx';
import { categoryText, formats } from '#ui/text/format.ts';
import { fieldLabel, valueWord } from '#ui/item/field-words.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { reasonTexts } from '#ui/text/reasons-not-found.ts';
import { matchKindTexts } from '#ui/text/refusal.ts';
import { BoostLink } from '#features/search-settings/boost-manager/screen/boost-link.panel.tsx';
import { Curated } from '#features/search-settings/curations/screen/curated.panel.tsx';
import type { BoostShare, ItemExplanation } from '#features/developer/query-tester/query-tester.contract.ts';

type Match = ItemExplanation['matches'][number];

interface Share {
  readonly score: number;
  readonly match?: Match;
  readonly field?: Match['fields'][number];
  readonly boost?: BoostShare;
  readonly learned?: NonNullable<ItemExplanation['learned']>;
}

const kinds = ['base', 'meaning', 'word', 'phrase', 'boost', 'unwanted', 'spelling', 'learned'] as const;

export interface Factor {
  readonly kind: (typeof kinds)[number];
  readonly word: string;
  /** Empty for words found across fields. */
  readonly field: string;
  /** By item; null if it gets nothing. */
  readonly shares: readonly (Share | null)[];
}

interface Part extends Omit<Factor, 'shares'> {
  readonly share: Share;
}

/** They add up to the score. */
function partsOf(explanation: ItemExplanation): Part[] {
  const { base, nearness, matches, phrases, boosts, unwanted_words: unwanted, spelling, learned } = explanation;
  const part = (kind: Factor['kind'], word: string, field: string, share: Share): Part => ({ kind, word, field, share });
  return [
    ...(base === 0 ? [] : [part('base', '', '', { score: base })]),
    ...(nearness === 0 ? [] : [part('meaning', '', '', { score: nearness })]),
    ...matches.flatMap((match) =>
      match.fields.length === 0
        ? [part('word', match.word, '', { score: match.score, match })]
        : match.fields.map((field) => part('word', match.word, field.field, { score: field.score, match, field })),
    ),
    ...phrases.map(({ field, words, score }) => part('phrase', words.join(' '), field, { score })),
    ...boosts.map((boost) => part('boost', boostText(boost), boost.field, { score: boost.score, boost })),
    ...unwanted.flatMap(({ word, score }) => (score === null ? [] : [part('unwanted', word, '', { score })])),
    ...(spelling ? [part('spelling', spelling.words.join(', '), '', { score: spelling.score })] : []),
    ...(learned ? [part('learned', '', '', { score: learned.score, learned })] : []),
  ];
}

const curveNames = {
  logarithmic: msg('Logarithmic'),
  exponential: msg('Exponential'),
  linear: msg('Linear'),
};

const boostText = ({ field, values, curve }: BoostShare): string =>
  curve === '' ? values.map((value) => valueWord(field, value)).join(', ') : t(curveNames[curve]);

/** A word typed twice is one factor; two boosts of a field are two. */
const keyOf = ({ kind, word, field, share: { boost } }: Part): string =>
  JSON.stringify([kind, word, field, boost && [boost.id, boost.curve === '' && boost.amount]]);

export function factorsOf(explanations: readonly (ItemExplanation | null)[]): Factor[] {
  const parts = explanations.flatMap((one, side) => (one ? partsOf(one).map((part) => ({ ...part, side })) : []));
  const shareOf = (group: typeof parts, side: number): Share | null => {
    const [first, ...others] = group.filter((part) => part.side === side).map(({ share }) => share);
    return first ? { ...first, score: others.reduce((sum, { score }) => sum + score, first.score) } : null;
  };
  return [...Map.groupBy(parts, keyOf).values()]
    .map((group) => ({ ...group[0]!, shares: explanations.map((_, side) => shareOf(group, side)) }))
    .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
}

interface FactorTableProps {
  readonly factors: readonly Factor[];
  readonly sides: readonly { readonly title: string; readonly explanation: ItemExplanation | null }[];
  readonly decisive?: Factor | undefined;
}

export function FactorTable({ factors, sides, decisive }: FactorTableProps) {
  if (factors.length === 0) return null;
  const largest = Math.max(...factors.flatMap(({ shares }) => shares.map((share) => Math.abs(share?.score ?? 0))));
  return (
    <PlainTable
      label={t('Factors of the scores')}
      rows={[...factors, null]}
      keyOf={(factor) => factors.indexOf(factor!)}
      columns={[
        {
          name: 'factor',
          title: t('Factor'),
          cell: (factor) => (factor ? <FactorName factor={factor} isDecisive={factor === decisive} /> : t('Total')),
        },
        ...sides.map(({ title, explanation }, side) => ({
          name: String(side),
          title,
          width: '38%',
          isTitledOnCard: true,
          cell: (factor: Factor | null) =>
            explanation &&
            (factor ? <ShareOf factor={factor} side={side} largest={largest} /> : formats.score(explanation.score)),
        })),
      ]}
    />
  );
}

/** Parts of one score, a line each. */
export function ScoreTable({ explanation }: { readonly explanation: ItemExplanation }) {
  const factors = factorsOf([explanation]);
  if (factors.length === 0) return null;
  return (
    <Table aria-label={t('Factors of the scores')} verticalSpacing={6} horizontalSpacing={8} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Word')}</Table.Th>
          <Table.Th>{t('Field')}</Table.Th>
          <Table.Th ta="right">{t('Score')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {factors.map((factor) => {
          const [name, detail] = factorWords(factor);
          const [share] = factor.shares;
          return (
            <Table.Tr key={factors.indexOf(factor)} title={share ? shareDetail(share) : undefined}>
              <Table.Td>
                <BoostLink id={share?.boost?.id ?? null}>{name}</BoostLink>
              </Table.Td>
              <Table.Td c="dimmed">{detail}</Table.Td>
              <Table.Td ta="right">{formats.score(share?.score ?? 0)}</Table.Td>
            </Table.Tr>
          );
        })}
        <Table.Tr fw={600}>
          <Table.Td colSpan={2}>{t('Total')}</Table.Td>
          <Table.Td ta="right">{formats.score(explanation.score)}</Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}

/** Its name, and what tells it from others of that name. */
export function factorWords({ kind, word, field, shares }: Factor): readonly [name: string, detail: string] {
  const boostId = shares.find((share) => share?.boost)?.boost?.id ?? null;
  const label = fieldLabel(field);
  const words = {
    base: [t('Start'), ''],
    meaning: [t('Similar meaning'), ''],
    word: [word, field === '' ? t('In neighbouring words') : label],
    phrase: [word, field && t('{field}, next to each other', { field: label })],
    boost: [boostId === null ? t('Lower items out of stock') : t('Boost of {field}', { field: label }), word],
    unwanted: [word, t('not wanted')],
    spelling: [word, t('with other diacritics than typed')],
    learned: [t('Visitors’ choices'), learnedWords(shares)],
  } as const;
  return words[kind];
}

/** Empty for several items, each of which has its own. */
function learnedWords(shares: Factor['shares']): string {
  const learned = shares.length === 1 ? shares[0]?.learned : undefined;
  return learned === undefined ? '' : learnedText(learned);
}

function learnedText({ query, chosen, from, to }: NonNullable<Share['learned']>): string {
  const places = t('place {from} → {to}', { from, to });
  if (chosen === 0) return [t('after similar queries'), places].join(', ');
  return [t('chosen {count} times after “{query}”', { count: chosen, query: categoryText(query) }), places].join(', ');
}

function FactorName({ factor, isDecisive }: { readonly factor: Factor; readonly isDecisive: boolean }) {
  const [name, detail] = factorWords(factor);
  return (
    <>
      <BoostLink id={factor.shares.find((share) => share?.boost)?.boost?.id ?? null}>{name}</BoostLink>
      <Detail text={detail} />
      {isDecisive && <Status kind="promoted" label={t('Decisive')} />}
    </>
  );
}

const Detail = ({ text }: { readonly text: string }) => (
  <Text size="xs" c="dimmed">
    {text}
  </Text>
);

function ShareOf({ factor, side, largest }: { readonly factor: Factor; readonly side: number; readonly largest: number }) {
  const share = factor.shares[side];
  if (!share) return <Detail text={t('does not have it')} />;
  return (
    <>
      {formats.score(share.score)}
      <ShareBar value={share.score} largest={largest} />
      <Detail text={shareDetail(share)} />
    </>
  );
}

function shareDetail({ match, field, boost, learned }: Share): string {
  if (boost) return boostDetail(boost);
  if (learned) return learnedText(learned);
  if (!match) return '';
  const how = matchKindTexts[match.kind];
  return [
    field &&
      t('{count} times among {length} words, weight {weight}', {
        count: field.term_frequency,
        length: field.field_length,
        weight: field.weight,
      }),
    match.kind !== 'exact' && (how === undefined ? match.term : t(how, { term: match.term })),
  ]
    .filter(Boolean)
    .join(', ');
}

/** `12 days old: multiplies by 1.5` */
function boostDetail({ number, is_age: isAge, is_added: isAdded, amount }: BoostShare): string {
  const shown = formats.number(amount);
  const effect = isAdded ? t('adds {amount}', { amount: shown }) : t('multiplies by {amount}', { amount: shown });
  if (number === null) return effect;
  return `${isAge ? t('{count} days old', { count: number }) : formats.number(number)}: ${effect}`;
}

export function ReasonsNotFound({ explanation }: { readonly explanation: ItemExplanation }) {
  const { reasons_not_found: reasons, curation, missing_words: missing } = explanation;
  const isHidden = curation?.does === 'hidden';
  return (
    <>
      {reasons
        .filter((reason) => reason !== 'hidden' || !isHidden)
        .map((reason) => t(reasonTexts[reason]))
        .join(' ')}{' '}
      {isHidden && <Curated by={curation} />}{' '}
      {missing.length > 0 && t('It does not have: {words}', { words: missing.join(', ') })}
    </>
  );
}
