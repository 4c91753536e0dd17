import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import { query } from '#ui/calls/queries.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { FoundItemPicker } from '#ui/item/item-picker.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { fieldLabel, valueWord } from '#ui/item/field-words.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { Curated } from '#features/search-settings/curations/screen/curated.panel.tsx';
import { Replaced } from '#features/search-settings/fixit/screen/replaced.panel.tsx';
import { problemReasons } from '#features/data/imports/import-texts.contract.ts';
import {
  explainMissing,
  type FailedFilter,
  type MissingItem,
  resultsPerPage,
} from '#features/developer/query-tester/query-tester.contract.ts';
import { IgnoredTerms } from './query-trace.tsx';
import { triedInput, type TriedSearch } from './tried-search.panel.tsx';
import classes from './query-tester.module.css';

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
              {(answer) =>
                answer.item ? (
                  <KnownItem answer={answer} id={answer.item.id} firstId={firstId} compare={compare} />
                ) : (
                  <UnknownItem answer={answer} wanted={missing} />
                )
              }
            </Loaded>
          )}
        </Stack>
      )}
    </SideDrawer>
  );
}

interface KnownItemProps extends Pick<MissingDrawerProps, 'firstId' | 'compare'> {
  readonly answer: MissingItem;
  readonly id: string;
}

function KnownItem({ answer, id, firstId, compare }: KnownItemProps) {
  const { state, item, redirect, replaced, curation, shown_variant: variant, ignored_words: ignored } = answer;
  return (
    <Stack gap={16} aria-live="polite">
      <ItemCell item={shownItemOf(item!)} />
      {replaced && (
        <Text size="sm">
          <Replaced by={replaced} />
        </Text>
      )}
      {state === 'redirected' && !replaced && (
        <Text size="sm">{t('This query sends customers to {address}.', { address: redirect ?? '' })}</Text>
      )}
      {state === 'found' && <Text fw={600}>{foundText(answer)}</Text>}
      {variant && <ItemCell item={shownItemOf(variant)} />}
      {state === 'found' && curation?.does === 'promoted' && (
        <Text size="sm">
          <Curated by={curation} />
        </Text>
      )}
      {state === 'notFound' && <Missing answer={answer} />}
      {ignored.length > 0 && (
        <div className={classes.ignored}>
          <IgnoredTerms words={ignored} />
        </div>
      )}
      {state !== 'redirected' && firstId !== undefined && firstId !== id && (
        <div>
          <Button variant="default" size="xs" leftSection={<Scale size={14} aria-hidden />} onClick={() => compare(firstId, id)}>
            {t('Compare with the first result')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function foundText({ position, shown_variant: variant }: MissingItem): string {
  if (position !== null)
    return t('It isn’t missing: it is in place {position}, on page {page}.', {
      position,
      page: Math.ceil(position / resultsPerPage),
    });
  if (variant) return t('Another variant is shown instead:');
  return t('Found, but too far down to place, or another variant is shown.');
}

const Facts = ({ facts }: { readonly facts: readonly ReactNode[] }) =>
  facts.length > 0 && (
    <ul className={classes.facts}>
      {facts.map((fact, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- Facts have no other identity and never move.
        <li key={place} className={classes.fact}>
          {fact}
        </li>
      ))}
    </ul>
  );

function Missing({ answer }: { readonly answer: MissingItem }) {
  const { reasons, curation, failed_filters: filters, unwanted_words: unwanted } = answer;
  return (
    <>
      <Text fw={600}>{t('It isn’t in the results.')}</Text>
      <Facts
        facts={[
          ...(curation?.does === 'hidden'
            ? [<Curated key="curation" by={curation} />]
            : reasons.includes('hidden')
              ? [t('A rule hides it for this query.')]
              : []),
          ...filters.map(filterFact),
          ...unwanted.map((word) => t('It has the excluded word “{word}”.', { word })),
          ...(reasons.includes('tooFewWords') ? wordFacts(answer) : []),
        ]}
      />
      {reasons.includes('tooFewWords') && <Remedies words={answer.words} />}
    </>
  );
}

function filterFact({ field: name, any_of: anyOf, from, to, own }: FailedFilter): string {
  const wanted =
    anyOf.map((value) => valueWord(name, value)).join(', ') ||
    [
      from !== null && t('from {date}', { date: formats.number(from) }),
      to !== null && t('to {date}', { date: formats.number(to) }),
    ]
      .filter(Boolean)
      .join(' ');
  const field = fieldLabel(name);
  return own.length > 0
    ? t('The filter {field} requires {wanted}; the item has {own}.', {
        field,
        wanted,
        own: own.map((value) => valueWord(name, value)).join(', '),
      })
    : t('The filter {field} requires {wanted}; the item has no value.', { field, wanted });
}

const namedFields = 5;

function wordFacts({ words, searched_fields: fields, minimum_count: needed, relevant_rate: rate }: MissingItem): string[] {
  const missing = words.filter(({ is_in_item: isInItem }) => !isInItem);
  const matched = words.length - missing.length;
  const rateText =
    rate === 0 ? t('The match rate is off.') : t('The match rate is {rate}.', { rate: formats.percent(rate / 100) });
  return [
    `${t('Matched words: {matched} of {total}; needed: {needed}.', { matched, total: words.length, needed })} ${rateText}`,
    t('None of the searched fields ({fields}) has: {words}', {
      fields: [...fields.slice(0, namedFields).map(fieldLabel), ...(fields.length > namedFields ? ['…'] : [])].join(', '),
      words: missing.map(({ word }) => word).join(', '),
    }),
    ...missing
      .filter(({ unsearched_fields: others }) => others.length > 0)
      .map(({ word, unsearched_fields: others }) =>
        t('“{word}” is only in fields that aren’t searched: {fields}', { word, fields: others.map(fieldLabel).join(', ') }),
      ),
  ];
}

function Remedies({ words }: Pick<MissingItem, 'words'>) {
  const [{ q }] = useAddress();
  const term = words.find(({ is_in_item: isInItem }) => !isInItem)?.word ?? '';
  return (
    <Group gap={16}>
      <AllowedLink needs="search" to={linkTo('/search-settings/synonyms', { edit: 'new', term })}>
        {t('Add synonym')}
      </AllowedLink>
      <AllowedLink needs="search" to={linkTo('/search-settings/relevance-tuning', { q })}>
        {t('Open relevance tuning')}
      </AllowedLink>
    </Group>
  );
}

interface UnknownItemProps {
  readonly answer: MissingItem;
  readonly wanted: string;
}

function UnknownItem({ answer: { feed }, wanted }: UnknownItemProps) {
  const { skipped = [], last_import_at: importedAt = null } = feed ?? {};
  return (
    <Stack gap={16} aria-live="polite">
      <div>
        <Text fw={600}>{t('No item has the id or name “{wanted}”.', { wanted })}</Text>
        <Text size="sm">
          {!feed && t('No feed fills this collection.')}
          {feed && importedAt === null && t('Its feed has not been imported yet.')}
          {feed && importedAt !== null && t(lastImportText(skipped), { feed: feed.name })}
        </Text>
        {importedAt !== null && (
          <Text size="xs" c="dimmed">
            <Moment at={importedAt} />
          </Text>
        )}
      </div>
      <Facts
        facts={skipped.map(({ item, position, field, value, reason }) => (
          <>
            <div>{t(problemReasons[reason] ?? reason)}</div>
            <Text size="xs" c="dimmed">
              {[item, t('Item number {position}', { position }), field && `${field}: ${value}`].filter(Boolean).join(' · ')}
            </Text>
          </>
        ))}
      />
      {feed && (
        <AllowedLink needs="data" to={linkTo('/data/import/error-data', { id: feed.id, search: wanted })}>
          {t('Error data')}
        </AllowedLink>
      )}
    </Stack>
  );
}

function lastImportText(skipped: NonNullable<MissingItem['feed']>['skipped']): string {
  if (skipped.length === 0) return msg('The last import of “{feed}” doesn’t mention it.');
  if (skipped.some((row) => row.is_same)) return msg('The last import of “{feed}” skipped it.');
  return msg('The last import of “{feed}” skipped items that mention it.');
}
