import { Text } from '@mantine/core';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { ItemExplanation } from '#features/developer/query-tester/query-tester.contract.ts';
import { ScoreBar } from './score-bar.tsx';
import classes from './query-tester.module.css';

/** Numbers are shown with so many steps to a whole. */
const stepsPerUnit = 100;

/** Parts rounded to hundredths so that they still add up to their rounded sum: each is what the running sum grows by. */
export function roundedParts(parts: readonly number[]): number[] {
  let sum = 0;
  let shown = 0;
  return parts.map((part) => {
    sum += part;
    const next = Math.round(sum * stepsPerUnit);
    const rounded = (next - shown) / stepsPerUnit;
    shown = next;
    return rounded;
  });
}

const sumOf = (parts: readonly { readonly score: number | null }[]): number =>
  parts.reduce((sum, { score }) => sum + (score ?? 0), 0);

/** The score as the sum of its kinds of parts, so that nobody has to believe it. */
export function ScoreSum({ explanation }: { readonly explanation: ItemExplanation }) {
  const { base, matches, phrases, boosts, unwanted_words: unwanted, spelling, score } = explanation;
  const parts = [
    { name: t('start'), score: base },
    { name: t('words'), score: sumOf(matches) },
    { name: t('neighbours'), score: sumOf(phrases) },
    { name: t('boosts'), score: sumOf(boosts) },
    { name: t('what is not wanted'), score: sumOf(unwanted) },
    { name: t('diacritics'), score: spelling?.score ?? 0 },
  ].filter((part) => part.score !== 0);
  if (score === 0) return null;
  const shown = roundedParts(parts.map((part) => part.score));
  const formula = parts.map(({ name }, place) => `${formats.number(shown[place] ?? 0)} (${name})`).join(' + ');
  return (
    <div>
      <ScoreBar label={t('Total')} score={score} largest={score} isTotal />
      {parts.length > 1 && (
        <Text size="xs" c="dimmed" className={classes.formula}>
          {formula} = {formats.number(score)}
        </Text>
      )}
    </div>
  );
}
