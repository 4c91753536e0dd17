import { Button, Stack, Text } from '@mantine/core';
import { Scale } from 'lucide-react';
import { t, type Translate } from '#ui/text/i18n.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { Curated } from '#features/search-settings/curations/screen/curated.panel.tsx';
import { Replaced } from '#features/search-settings/fixit/screen/replaced.panel.tsx';
import { IgnoredTerms } from '#features/developer/query-tester/screen/ignored-terms.panel.tsx';
import { MissingRemedies } from './missing-remedies.tsx';
import { UnknownItem } from './unknown-item.tsx';
import { type FailedFilter, type MissingItem, resultsPerPage } from '#features/developer/query-tester/missing-item.contract.ts';
import classes from './missing-item.module.css';
import { formats } from '#ui/text/format.ts';

const toldFields = 5;

function MissingCauses({ answer }: { readonly answer: MissingItem }) {
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
    ? t('The filter {field} requires {wanted}; the item has {own}.', { field, wanted, own: own.join(', ') })
    : t('The filter {field} requires {wanted}; the item has no value.', { field, wanted });
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
      t('“{word}” is only in fields that aren’t searched: {fields}', { word, fields: others.join(', ') }),
    ),
  ];
}

const rateFact = (t: Translate, rate: number): string =>
  rate === 0 ? t('The relevant rate is off.') : t('The relevant rate is {rate} %.', { rate });

export interface MissingAnswerProps {
  readonly answer: MissingItem;
  readonly wanted: string;
  readonly pick: (id: string) => void;
  readonly firstId: string | undefined;
  readonly compare: (a: string, b: string) => void;
}

export function MissingAnswer({ answer, wanted, pick, firstId, compare }: MissingAnswerProps) {
  const { state, item, redirect, replaced } = answer;
  if (state === 'unknown' || !item) return <UnknownItem answer={answer} wanted={wanted} pick={pick} />;
  return (
    <Stack gap={16} aria-live="polite">
      <ItemCell item={shownItemOf(item)} />
      {replaced && (
        <Text size="sm">
          <Replaced by={replaced} />
        </Text>
      )}
      {state === 'redirected' && !replaced && (
        <Text size="sm">{t('The shop redirects visitors to {address}.', { address: redirect ?? '' })}</Text>
      )}
      {state === 'found' && <FoundPlace answer={answer} />}
      {state === 'found' && answer.curation?.does === 'promoted' && (
        <Text size="sm">
          <Curated by={answer.curation} />
        </Text>
      )}
      {state === 'notFound' && (
        <>
          <Text fw={600}>{t('It isn’t in the results.')}</Text>
          <MissingCauses answer={answer} />
          <MissingRemedies answer={answer} />
        </>
      )}
      {answer.ignored_words.length > 0 && (
        <div className={classes.ignored}>
          <IgnoredTerms words={answer.ignored_words} />
        </div>
      )}
      {state !== 'redirected' && firstId !== undefined && firstId !== item.id && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<Scale size={14} aria-hidden />}
            onClick={() => compare(firstId, item.id)}
          >
            {t('Compare with the first result')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function FoundPlace({ answer: { position, shown_variant: variant } }: { readonly answer: MissingItem }) {
  if (position !== null) {
    const page = Math.ceil(position / resultsPerPage);
    return (
      <Text fw={600}>
        {t('It isn’t missing: it is in place {position}, on page {page}.', {
          position,
          page,
        })}
      </Text>
    );
  }
  if (variant) {
    return (
      <>
        <Text fw={600}>{t('Another variant is shown instead:')}</Text>
        <div className={classes.fact}>
          <ItemCell item={shownItemOf(variant)} />
        </div>
      </>
    );
  }
  return <Text fw={600}>{t('Found, but too far behind to count its place, or another variant is shown.')}</Text>;
}
