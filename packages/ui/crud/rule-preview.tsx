import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { ArrowRight, Search } from 'lucide-react';
import { useState } from 'react';
import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { type PreviewBeside, readExampleQueries, type RulePreviewEndpoint } from '#contract/preview.ts';
import { inGeneral } from '#ui/calls/api.ts';
import { followingAnswer, followingQuery, useSettledAnswer } from '#ui/calls/queries.ts';
import { type CollectionChoice, useCollection } from '#ui/collection/collection.ts';
import { hostOf, previewed, QueryChips } from '#ui/item/preview-panel.tsx';
import { ResultPreview } from '#ui/item/result-preview.tsx';
import { AfterWait, LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { Verdict } from '#ui/page/verdict.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './rule-preview.module.css';

const shownItems = 5;
const proposedQueries = 6;
const examplesAfterMs = 250;

export interface RulePreviewProps {
  readonly endpoint: RulePreviewEndpoint;
  /** As they are in the form. */
  readonly rows: readonly object[];
  /** Texts of the rule that visitors may type, best first. */
  readonly queries: readonly string[];
  /** Visitors' queries with it are proposed, too. */
  readonly containing: string;
  /** The text that asks to fill in the rest. */
  readonly hint: string;
}

/** Items that a query finds without and with a rule that isn't saved, in the selected collection. */
export default function RulePreview(preview: RulePreviewProps) {
  const collection = useCollection();
  const [chosen, choose] = useState<string>();
  if (!collection) return null;
  const isEmpty = collection.item_count === 0;
  const rows = preview.endpoint.input.safeParse({ c: collection.id, q: '.', rows: preview.rows }).data?.rows;
  return (
    <section className={classes.preview} aria-label={t('Preview')}>
      <Text fw={600}>{t('Preview')}</Text>
      {rows && !isEmpty ? (
        <Tried {...preview} rows={rows} collection={collection} chosen={chosen} choose={choose} />
      ) : (
        <Text size="sm" c="dimmed">
          {isEmpty ? t('Import a feed to try your search here.') : preview.hint}
        </Text>
      )}
    </section>
  );
}

interface TriedProps extends Omit<RulePreviewProps, 'rows' | 'hint'> {
  readonly rows: InputOf<RulePreviewEndpoint>['rows'];
  readonly collection: CollectionChoice;
  readonly chosen: string | undefined;
  readonly choose: (q: string) => void;
}

function Tried({ endpoint, rows, queries, containing, collection: { id: c }, chosen, choose }: TriedProps) {
  const [settled] = useDebouncedValue(containing, examplesAfterMs);
  const { data: examples, isPlaceholderData: isOld } = useQuery({
    ...followingQuery(readExampleQueries, { c, containing: settled }),
    enabled: settled !== '',
  });
  const own = queries.map((query) => query.trim()).filter((query) => query !== '');
  const proposed = [...new Set([...own, ...(examples?.queries ?? [])])].slice(0, proposedQueries);
  const q = chosen ?? proposed[0] ?? '';
  const isUnused = proposed.length === 0 && examples !== undefined && !isOld && settled === containing;
  return (
    <>
      {isUnused && (
        <Verdict kind="asks" title={t('This changes nothing')}>
          {t('Neither visitors nor your items use this word.')}
        </Verdict>
      )}
      <RuleWarning {...{ endpoint, c, rows }} queries={own.length > 0 ? own.slice(0, proposedQueries) : proposed} />
      <TextInput
        size="sm"
        aria-label={t('Type a query')}
        placeholder={t('Type a query')}
        leftSection={<Search size={16} aria-hidden />}
        value={q}
        maxLength={200}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {proposed.length > 1 && <QueryChips label={t('Try:')} queries={proposed} q={q} setQ={choose} />}
      {q.trim() !== '' && <Answered endpoint={endpoint} input={{ c, q: q.trim(), rows }} />}
    </>
  );
}

function Answered({ endpoint, input }: { readonly endpoint: RulePreviewEndpoint; readonly input: InputOf<RulePreviewEndpoint> }) {
  const { data, error, isOld, refetch } = useSettledAnswer(endpoint, input);
  if (error?.problems.some(({ field }) => field !== '')) return null;
  if (error) return <LoadError error={inGeneral(error)} retry={() => void refetch()} />;
  if (!data)
    return (
      <AfterWait>
        <RowSkeletons count={shownItems} />
      </AfterWait>
    );
  return (
    <div className={classes.answer} data-old={isOld}>
      <Difference items={data.data} beside={data.beside} />
    </div>
  );
}

interface RuleWarningProps extends Pick<TriedProps, 'endpoint' | 'rows' | 'queries'> {
  readonly c: number;
  /** Why a rule that changes nothing isn't needed. */
  readonly why?: string;
}

/** Warns before saving of a rule that leaves one of these queries without results, or changes none of them. */
export function RuleWarning({ endpoint, c, rows, queries, why }: RuleWarningProps) {
  const asked = JSON.stringify([...new Set(queries)].map((q) => ({ c, q, rows })));
  const [settled] = useDebouncedValue(asked, examplesAfterMs);
  const inputs = JSON.parse(settled) as InputOf<RulePreviewEndpoint>[];
  const answers = useQueries({ queries: inputs.map((input) => followingAnswer(endpoint, input)) });
  const known = answers.flatMap(({ data, isPlaceholderData }) => (data && !isPlaceholderData ? [data] : []));
  if (settled !== asked || inputs.length === 0 || known.length < inputs.length) return null;
  const emptied = inputs.filter((_input, at) => isEmptied(known[at]!.beside)).map(({ q }) => t('“{query}”', { query: q }));
  if (emptied.length > 0)
    return (
      <Verdict kind="asks" title={t('This leaves queries without results')}>
        {formats.list(emptied)}
      </Verdict>
    );
  if (!known.every(({ data, beside }) => isSameResult(data, beside))) return null;
  const findsNothing = known.every(({ beside: { total_count: count } }) => count === 0);
  return (
    <Verdict kind="asks" title={t('This changes nothing')}>
      {why !== undefined
        ? why
        : findsNothing
          ? t('No item has these words. Use words from the names of your items.')
          : t('The same items are found without it, for example by corrected spelling. You don’t need this rule.')}
    </Verdict>
  );
}

const isEmptied = ({ live_total_count: before, total_count: count, redirect }: PreviewBeside): boolean =>
  before > 0 && count === 0 && redirect === null;

const isSameResult = (items: OutputOf<RulePreviewEndpoint>, beside: PreviewBeside): boolean =>
  beside.redirect === null &&
  beside.total_count === beside.live_total_count &&
  beside.gone.length === 0 &&
  items.every(({ position, live_position: place }) => position === place);

interface DifferenceProps {
  readonly items: OutputOf<RulePreviewEndpoint>;
  readonly beside: PreviewBeside;
}

function Difference({ items, beside }: DifferenceProps) {
  const { gone, redirect, total_count: count, live_total_count: before } = beside;
  if (redirect !== null)
    return <Text size="sm">{t('This query sends customers to {address}.', { address: hostOf(redirect) })}</Text>;
  const isSame = isSameResult(items, beside);
  return (
    <>
      <div className={classes.counts} aria-live="polite">
        <span className={classes.quiet}>{formats.number(before)}</span>
        <ArrowRight size={16} aria-hidden />
        <strong data-none={count === 0}>{count === 0 ? t('Finds nothing') : t('{count} items', { count })}</strong>
        {isSame && count > 0 && <span className={classes.quiet}>{t('nothing changes')}</span>}
      </div>
      <ResultPreview
        items={items.slice(0, shownItems).map((item) => previewed(item, item.live_position))}
        gone={gone.slice(0, shownItems).map((item) => previewed(item, item.live_position))}
        newLabel={t('New')}
        goneLabel={t('Gone ({n})', { n: gone.length })}
      />
    </>
  );
}
