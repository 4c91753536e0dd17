import { Text } from '@mantine/core';
import { formats } from '#console-kit/text/format.ts';
import { Curated } from '#features/search-settings/curations/screen/curated.panel.tsx';
import { t, type Translate } from '#console-kit/text/i18n.ts';
import type { FailedFilter, MissingItem } from '#features/developer/query-tester/missing-item.contract.ts';
import classes from './query-tester.module.css';

/** So many searched fields are named; the others are a click away. */
const toldFields = 5;

export function MissingCauses({ answer }: { readonly answer: MissingItem }) {
  const facts = [
    ...(answer.reasons.includes('hidden') && answer.curation?.does !== 'hidden' ? [t('A rule hides it for this query.')] : []),
    ...answer.failed_filters.map((filter) => filterFact(t, filter, formats.number)),
    ...answer.unwanted_words.map((word) => t('It has “{word}”, which is not wanted.', { word })),
    ...(answer.reasons.includes('tooFewWords') ? wordFacts(t, answer) : []),
  ];
  const hasMoreFields = answer.reasons.includes('tooFewWords') && answer.searched_fields.length > toldFields;
  return (
    <ul className={classes.facts}>
      {answer.curation?.does === 'hidden' && (
        <li className={classes.fact} data-kind="cause">
          <Curated by={answer.curation} />
        </li>
      )}
      {facts.map((fact) => (
        <li key={fact} className={classes.fact} data-kind="cause">
          {fact}
        </li>
      ))}
      {hasMoreFields && (
        <li className={classes.fact}>
          <details>
            <summary>{t('{count} fields are searched', { count: answer.searched_fields.length })}</summary>
            <Text size="sm">{answer.searched_fields.join(', ')}</Text>
          </details>
        </li>
      )}
    </ul>
  );
}

function filterFact(
  t: Translate,
  { field, any_of: anyOf, from, to, own }: FailedFilter,
  number: (value: number) => string,
): string {
  const wanted =
    anyOf.length > 0
      ? anyOf.join(', ')
      : [from !== null && t('from {value}', { value: number(from) }), to !== null && t('to {value}', { value: number(to) })]
          .filter(Boolean)
          .join(' ');
  return own.length > 0
    ? t('The filter of {field} wants {wanted}; it has {own}.', { field, wanted, own: own.join(', ') })
    : t('The filter of {field} wants {wanted}; it has nothing there.', { field, wanted });
}

function wordFacts(t: Translate, answer: MissingItem): string[] {
  const { words, searched_fields: fields, matched_count: matched, minimum_count: needed, relevant_rate: rate } = answer;
  const missing = words.filter(({ is_in_item: isInItem }) => !isInItem);
  const elsewhere = missing.filter(({ unsearched_fields: others }) => others.length > 0);
  return [
    t('Words it has: {matched} of {total}. Words it needs: {needed}.', { matched, total: words.length, needed }) +
      ` ${rateFact(t, rate)}`,
    t('None of the searched fields ({fields}) has: {words}', {
      fields: [...fields.slice(0, toldFields), ...(fields.length > toldFields ? ['…'] : [])].join(', '),
      words: missing.map(({ word }) => word).join(', '),
    }),
    ...elsewhere.map(({ word, unsearched_fields: others }) =>
      t('“{word}” stands where it is not looked for: {fields}', { word, fields: others.join(', ') }),
    ),
  ];
}

const rateFact = (t: Translate, rate: number): string =>
  rate === 0 ? t('The relevant rate is off.') : t('The relevant rate is {rate} %.', { rate });
