import { Text } from '@mantine/core';
import { fieldLabel } from '#ui/item/field-words.ts';
import { shownItemOf } from '#ui/item/item-cell.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Curated } from '#features/search-settings/curations/screen/curated.panel.tsx';
import { type Factor, FactorTable, factorsOf, ReasonsNotFound } from '#features/developer/query-tester/screen/factors.panel.tsx';
import type { ComparedItem, Comparison, Verdict } from '#features/developer/compare-results/compare-results.contract.ts';
import classes from './compare-results.module.css';

const nameOf = ({ item }: ComparedItem): string => shownItemOf(item).name;

interface OutcomeProps {
  readonly comparison: Comparison;
  readonly q: string;
}

export function ComparisonOutcome({ comparison, q }: OutcomeProps) {
  const { a, b, verdict, word_count: total, minimum_count: needed } = comparison;
  const factors = factorsOf([a, b]);
  const [first, second] = verdict?.ahead === 'b' ? [b, a] : [a, b];
  const decisive = verdict?.reason === 'score' && verdict.ahead ? decisiveFactor(factors, verdict.ahead) : undefined;
  return (
    <>
      <section className={classes.verdict} aria-live="polite" aria-label={t('Which one is ahead?')}>
        {verdict && first && second ? (
          <>
            <Text fw={600}>{headline(verdict, nameOf(first), q)}</Text>
            <Text size="sm">
              {verdict.reason === 'notFound' && t('Decisive: the other one is not in the results.')}
              {verdict.reason === 'promoted' && t('Decisive: a rule promotes it for this query.')}{' '}
              {verdict.reason === 'promoted' && first.curation && <Curated by={first.curation} />}
              {verdict.reason === 'fused' && t('Words and meaning rank together.')}
              {verdict.reason === 'tie' && t('Items with equal scores are sorted by id.')}
              {decisive && decisiveText(decisive, verdict.ahead!)}{' '}
              {decisive && t('Together it leads by {whole}.', { whole: formats.number(first.score - second.score) })}
            </Text>
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
        {[a, b].map(
          (side, at) =>
            side?.is_found === false && (
              <Text key={at === 0 ? 'a' : 'b'} size="sm">
                {t('“{name}” is not found:', { name: nameOf(side) })} <ReasonsNotFound explanation={side} />{' '}
                {side.missing_words.length > 0 &&
                  t('Matched words: {matched} of {total}; needed: {needed}.', {
                    matched: total - side.missing_words.length,
                    total,
                    needed,
                  })}
              </Text>
            ),
        )}
      </section>
      <FactorTable
        factors={verdict?.ahead ? factors.toSorted(byLead) : factors}
        sides={[
          { title: `A ${a ? nameOf(a) : ''}`, explanation: a },
          { title: `B ${b ? nameOf(b) : ''}`, explanation: b },
        ]}
        decisive={decisive}
      />
    </>
  );
}

function headline({ ahead, reason }: Verdict, name: string, q: string): string {
  if (reason === 'sameItem') return t('This is one and the same item.');
  if (reason === 'neitherFound') return t('Neither of them is found.');
  if (ahead === null) return t('Both have the same score.');
  return q.trim() === '' ? t('“{name}” is ahead.', { name }) : t('“{name}” is ahead for “{query}”.', { name, query: q });
}

type Side = 'a' | 'b';

/** The largest differences first. */
const byLead = (one: Factor, other: Factor): number => Math.abs(leadOf(other, 'a')) - Math.abs(leadOf(one, 'a'));

function leadOf({ shares: [a, b] }: Factor, ahead: Side): number {
  const lead = (a?.score ?? 0) - (b?.score ?? 0);
  return ahead === 'a' ? lead : -lead;
}

/** Adds most to the lead. A boost that multiplies both by the same decides nothing. */
export function decisiveFactor(factors: readonly Factor[], ahead: Side): Factor | undefined {
  const isSame = ({ kind, shares: [a, b] }: Factor): boolean =>
    a != null && b != null && (kind === 'unwanted' || (kind === 'boost' && a.boost?.amount === b.boost?.amount));
  return factors.filter((factor) => !isSame(factor)).toSorted((one, other) => leadOf(other, ahead) - leadOf(one, ahead))[0];
}

const decisiveText = (factor: Factor, ahead: Side): string =>
  t('Decisive: {factor}, {lead} more.', { factor: factorText(factor), lead: formats.number(leadOf(factor, ahead)) });

function factorText({ kind, word, field: name }: Factor): string {
  const field = fieldLabel(name);
  if (kind === 'base') return t('the score that every item starts with');
  if (kind === 'phrase') return t('“{words}” adjacent in {field}', { words: word, field });
  if (kind === 'spelling') return t('spelling of “{words}”; the other has different diacritics', { words: word });
  if (kind === 'unwanted') return t('excluded “{word}”, which the other one has', { word });
  if (kind === 'learned') return t('Visitors’ choices');
  if (kind === 'boost') return t('the boost of {field} ({values})', { field, values: word });
  return field === '' ? t('the word “{word}”', { word }) : t('the word “{word}” in the field {field}', { word, field });
}
