import { Stack, Title, Button, Text, Skeleton } from '@mantine/core';
import { Scale } from 'lucide-react';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t, type Translate, msg } from '#ui/text/i18n.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import {
  type MissingItem,
  type Remedy,
  type FailedFilter,
  resultsPerPage,
  explainMissing,
} from '#features/developer/query-tester/query-tester.contract.ts';
import classes from './query-tester.module.css';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { Curated } from '#features/search-settings/curations/screen/curated.panel.tsx';
import { Replaced } from '#features/search-settings/fixit/screen/replaced.panel.tsx';
import { IgnoredTerms } from './query-trace.tsx';
import { formats } from '#ui/text/format.ts';
import { Moment } from '#ui/text/moment.tsx';
import { problemReasons } from '#features/data/imports/imports.contract.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { Loaded } from '#ui/page/states.tsx';
import { query } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { FoundItemPicker } from '#ui/item/item-picker.tsx';
import { triedInput, type TriedSearch } from './tried-search.panel.tsx';

function MissingRemedies({ answer: { remedies, reasons } }: { readonly answer: MissingItem }) {
  const [{ q }] = useAddress();
  if (remedies.length === 0) return null;
  return (
    <Stack gap={8}>
      <Title order={3} size="sm">
        {reasons.length > 1 ? t('How to match enough words') : t('How to bring it back')}
      </Title>
      <ul className={classes.facts}>
        {remedies.map((remedy) => (
          <li key={JSON.stringify(remedy)} className={classes.fact} data-kind="remedy">
            {remedyText(t, remedy)}{' '}
            {remedy.kind === 'synonym' && (
              <AllowedLink
                needs="search"
                to={linkTo('/search-settings/synonyms', { edit: 'new', term: remedy.words[0], synonyms: remedy.target })}
              >
                {t('Add synonym')}
              </AllowedLink>
            )}
            {remedy.kind !== 'synonym' && (
              <AllowedLink needs="search" to={linkTo('/search-settings/relevance-tuning', { q, ...fieldOf(remedy) })}>
                {t('Open relevance tuning')}
              </AllowedLink>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

const fieldOf = (remedy: Remedy) => (remedy.kind === 'searchedField' ? { field: remedy.field } : {});

function remedyText(t: Translate, remedy: Remedy): string {
  if (remedy.kind === 'relevantRate') {
    return remedy.rate === 0
      ? t('Turn the relevant rate off: one word is then enough.')
      : t('A relevant rate of {rate} %', { rate: remedy.rate });
  }
  if (remedy.kind === 'searchedField') return t('Search the field {field}, too', { field: remedy.field });
  return t('A synonym: “{words}” finds “{target}”', {
    words: remedy.words.join('”, “'),
    target: remedy.target,
  });
}

const toldFields = 5;

function MissingCauses({ answer }: { readonly answer: MissingItem }) {
  const facts = [
    ...(answer.reasons.includes('hidden') && answer.curation?.does !== 'hidden' ? [t('A rule hides it for this query.')] : []),
    ...answer.failed_filters.map((filter) => filterFact(t, filter, formats.number)),
    ...answer.unwanted_words.map((word) => t('It has the excluded word “{word}”.', { word })),
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
    t('Matched words: {matched} of {total}; needed: {needed}.', { matched, total: words.length, needed }) +
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

interface MissingAnswerProps {
  readonly answer: MissingItem;
  readonly wanted: string;
  readonly pick: (id: string) => void;
  readonly firstId: string | undefined;
  readonly compare: (a: string, b: string) => void;
}

function MissingAnswer({ answer, wanted, pick, firstId, compare }: MissingAnswerProps) {
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
  return <Text fw={600}>{t('Found, but too far down to place, or another variant is shown.')}</Text>;
}

function lastImportText({ left_out: rows }: NonNullable<MissingItem['feed']>): string {
  if (rows.length === 0) return msg('The last import of “{feed}” doesn’t mention it.');
  if (rows.some((row) => row.is_same)) return msg('The last import of “{feed}” skipped it.');
  return msg('The last import of “{feed}” skipped items that mention it.');
}

function UnknownItem({ answer: { feed, candidates }, wanted, pick }: Pick<MissingAnswerProps, 'answer' | 'wanted' | 'pick'>) {
  return (
    <Stack gap={16} aria-live="polite">
      <div>
        <Text fw={600}>{t('No item has the id or name “{wanted}”.', { wanted })}</Text>
        {!feed && <Text size="sm">{t('No feed fills this collection.')}</Text>}
        {feed?.last_import_at === null && <Text size="sm">{t('Its feed has not been imported yet.')}</Text>}
        {feed && feed.last_import_at !== null && (
          <>
            <Text size="sm">{t(lastImportText(feed), { feed: feed.name })}</Text>
            <Text size="xs" c="dimmed">
              <Moment at={feed.last_import_at} />
            </Text>
          </>
        )}
      </div>
      {feed && feed.left_out.length > 0 && (
        <ul className={classes.facts}>
          {feed.left_out.map(({ item, position, field, value, reason }) => (
            <li key={`${position} ${reason} ${field}`} className={classes.fact} data-kind="cause">
              <div>{t(problemReasons[reason] ?? reason)}</div>
              <Text size="xs" c="dimmed">
                {[item, t('Item number {position}', { position }), field && `${field}: ${value}`].filter(Boolean).join(' · ')}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {feed && (
        <AllowedLink needs="data" to={linkTo('/data/import/error-data', { id: feed.id, search: wanted })}>
          {t('Go to the error data')}
        </AllowedLink>
      )}
      {candidates.length > 0 && (
        <section>
          <Title order={3} size="sm" mb={4}>
            {t('Did you mean one of these?')}
          </Title>
          {candidates.map((item) => (
            <button key={item.id} type="button" className={classes.candidate} onClick={() => pick(item.id)}>
              <ItemCell item={shownItemOf(item)} />
            </button>
          ))}
        </section>
      )}
    </Stack>
  );
}

interface MissingDrawerProps {
  readonly q: string;
  readonly filters: string;
  readonly tried: TriedSearch;
  readonly firstId: string | undefined;
  readonly compare: (a: string, b: string) => void;
}

export function MissingDrawer({ q, filters, tried, firstId, compare }: MissingDrawerProps) {
  const [{ dialog, missing = '' }, change] = useAddress();
  const collection = useCollection();
  const pick = (item: string) => change({ missing: item });
  return (
    <SideDrawer
      isOpen={dialog === 'missing'}
      title={t('Why is it missing?')}
      onClose={() => change({ dialog: undefined, missing: undefined })}
    >
      {collection && (
        <Stack gap={16}>
          <Text size="sm">
            {q.trim() === '' ? t('Choose the missing item.') : t('Choose the item missing from “{query}”.', { query: q })}
          </Text>
          <FoundItemPicker label={t('Item, its id or its name')} c={collection.id} q="" pick={pick} pickText={pick} />
          {missing !== '' && (
            <Loaded
              query={query(explainMissing, { c: collection.id, q, filters, item: missing, ...triedInput(tried) })}
              skeleton={<Skeleton height={160} aria-hidden />}
            >
              {(answer) => <MissingAnswer answer={answer} wanted={missing} pick={pick} firstId={firstId} compare={compare} />}
            </Loaded>
          )}
        </Stack>
      )}
    </SideDrawer>
  );
}
