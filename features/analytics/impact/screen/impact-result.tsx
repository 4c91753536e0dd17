import { Anchor, Progress, Stack, Text, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, useEffect } from 'react';
import { LoadError } from '#ui/page/states.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { type Effect, effectOn, leastSearches, type Counts, type Share } from '#features/analytics/impact/effect.contract.ts';
import { Verdict, type VerdictKind } from '#ui/page/verdict.tsx';
import {
  type ComparedQuery,
  type Impact,
  findTouchedByRelease,
  findTouchedByRule,
  queriesAtOnce,
} from '#features/analytics/impact/impact.contract.ts';
import { PlainTable } from '#ui/list/table.tsx';
import { queryPath } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { useQueryColumn } from '#features/analytics/statistics/screen/columns.panel.tsx';
import { call, asCallError, type CallError } from '#ui/calls/api.ts';

const firstQueries = 8;

function TouchedQueries({ queries, hasClicks }: EffectsProps) {
  const [isWhole, setWhole] = useState(false);
  const queryColumn = useQueryColumn<ComparedQuery>(false);
  const both = (show: (counts: Counts) => string) => (row: ComparedQuery) => `${show(row.before)} → ${show(row.after)}`;
  const share = (name: 'unfound' | 'clicked') => both((counts) => formats.percent(counts[name] / counts.searches));
  const counted = { isNumber: true, isTitledOnCard: true };
  const searches = both((counts) => formats.number(counts.searches));
  const columns = [
    queryColumn,
    { name: 'searches', title: t('Searches'), cell: searches, ...counted },
    { name: 'unfound', title: t('Without results'), cell: share('unfound'), ...counted },
    ...(hasClicks ? [{ name: 'clicked', title: t('Click rate'), cell: share('clicked'), ...counted }] : []),
  ];
  return (
    <>
      <PlainTable
        label={t('Queries whose first results changed')}
        rows={isWhole ? queries : queries.slice(0, firstQueries)}
        columns={columns}
        keyOf={({ query }) => query}
        opens={({ query: q }) => linkTo(queryPath, { q })}
      />
      {queries.length > firstQueries && !isWhole && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('Show all {count} queries', { count: queries.length })}
        </Button>
      )}
    </>
  );
}

export type Subject = { readonly number: number } | { readonly source: string; readonly id: number };

interface TouchedState {
  readonly doneCount: number;
  /** Null while comparing. */
  readonly touched: ReadonlySet<string> | null;
  readonly error: CallError | null;
}

const beginning: TouchedState = { doneCount: 0, touched: null, error: null };

const findTouched = (subject: Subject, queries: string[], signal: AbortSignal): Promise<string[]> =>
  'number' in subject
    ? call(findTouchedByRelease, { ...subject, queries }, { signal })
    : call(findTouchedByRule, { ...subject, queries }, { signal });

/** Compares in batches, and stops when unmounted. */
function useTouched(subject: Subject, queries: readonly string[]) {
  const [state, setState] = useState(beginning);
  const [attempt, setAttempt] = useState(0);
  const asked = JSON.stringify([subject, queries]);
  useEffect(() => {
    const left = new AbortController();
    const tell = (next: TouchedState) => left.signal.aborted || setState(next);
    const [of, all] = JSON.parse(asked) as [Subject, string[]];
    const find = async () => {
      const touched = new Set<string>();
      for (let done = 0; done < all.length; done += queriesAtOnce) {
        tell({ ...beginning, doneCount: done });
        for (const query of await findTouched(of, all.slice(done, done + queriesAtOnce), left.signal)) touched.add(query);
      }
      tell({ doneCount: all.length, touched, error: null });
    };
    find().catch((error: unknown) => tell({ ...beginning, error: asCallError(error) }));
    return () => left.abort();
  }, [asked, attempt]);
  return { ...state, again: () => setAttempt((last) => last + 1) };
}

interface ResultProps {
  readonly of: Subject;
  readonly impact: Impact;
}

const reasons: Readonly<Record<Exclude<Impact['state'], 'ready'>, string>> = {
  early: msg('Come back after a whole day; a week says more.'),
  untracked: msg('No searches were tracked before it went live.'),
  first: msg('The first release has nothing to compare with.'),
  gone: msg('The rules of this release are no longer stored.'),
  off: msg('It is not live.'),
};

export function ImpactResult({ of, impact }: ResultProps) {
  if (impact.state !== 'ready')
    return (
      <Text size="sm" c="dimmed">
        {t(reasons[impact.state])}
      </Text>
    );
  return (
    <Stack gap={12}>
      <ComparedDays impact={impact} />
      <Compared of={of} impact={impact} />
    </Stack>
  );
}

export function ComparedDays({ impact: { before, after, release } }: Pick<ResultProps, 'impact'>) {
  if (!before || !after || !release) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('{before} and {after}; release {number} went live between.', {
        before: formats.days(before.start, before.end),
        after: formats.days(after.start, after.end),
        number: String(release.number),
      })}
    </Text>
  );
}

function Compared({ of, impact }: ResultProps) {
  const { queries, has_clicks: hasClicks, has_purchases: hasPurchases, other_releases: others } = impact;
  const { doneCount, touched, error, again } = useTouched(
    of,
    queries.map(({ query }) => query),
  );
  if (error) return <LoadError error={error} retry={again} title={t('This could not be loaded.')} />;
  if (touched === null) {
    const text = t('Compared {done} of {count} queries', { done: doneCount, count: queries.length });
    return (
      <>
        <Text size="sm" role="status">
          {text}
        </Text>
        <Progress value={(doneCount / Math.max(1, queries.length)) * 100} aria-label={text} />
      </>
    );
  }
  const [own, rest] = [queries.filter(({ query }) => touched.has(query)), queries.filter(({ query }) => !touched.has(query))];
  if (own.length === 0)
    return (
      <Text size="sm">
        {queries.length === 0
          ? t('No query was searched both before and after.')
          : t('It changes the first results of none of {count} queries that were searched before and after.', {
              count: queries.length,
            })}
      </Text>
    );
  return (
    <>
      <Effects queries={own} hasClicks={hasClicks} hasPurchases={hasPurchases} />
      <Text size="sm">
        {t('It changes what {count} of {all} queries find first.', { count: own.length, all: queries.length })}
      </Text>
      <Rest queries={rest} hasClicks={hasClicks} />
      <OtherReleases numbers={others} />
      <TouchedQueries queries={own} hasClicks={hasClicks} />
      <Text size="xs" c="dimmed">
        {t('Each query is compared with itself, among today’s items.')}
      </Text>
    </>
  );
}

const words: Readonly<Record<Share, Readonly<Record<Effect['verdict'], readonly [VerdictKind, string]>>>> = {
  unfound: {
    more: ['worse', msg('More searches find nothing.')],
    less: ['fine', msg('Fewer searches find nothing.')],
    none: ['unknown', msg('No-result rate: no significant change.')],
    few: ['unknown', msg('No-result rate: too few searches.')],
  },
  clicked: {
    more: ['fine', msg('More searches end in a click.')],
    less: ['worse', msg('Fewer searches end in a click.')],
    none: ['unknown', msg('Click rate: no significant change.')],
    few: ['unknown', msg('Click rate: too few searches.')],
  },
  bought: {
    more: ['fine', msg('More searches end in a purchase.')],
    less: ['worse', msg('Fewer searches end in a purchase.')],
    none: ['unknown', msg('Purchases: no significant change.')],
    few: ['unknown', msg('Purchases: too few searches.')],
  },
};

function EffectVerdict({ share, effect }: { readonly share: Share; readonly effect: Effect | null }) {
  if (effect === null) return null;
  const [kind, title] = words[share][effect.verdict];
  const shares = { before: formats.percent(effect.before), after: formats.percent(effect.after) };
  const [low, high] = [effect.low, effect.high].map((points) => formats.number(Math.round(points * 1_000) / 10)) as [
    string,
    string,
  ];
  return (
    <Verdict kind={kind} title={t(title)}>
      {effect.verdict === 'few'
        ? t('{before} before, {after} after; at least {count} searches on each side say something.', {
            ...shares,
            count: leastSearches,
          })
        : t('{before} before, {after} after.', shares)}{' '}
      {effect.verdict !== 'few' && low !== high && t('95% confidence: {low} to {high} percentage points.', { low, high })}
    </Verdict>
  );
}

interface EffectsProps {
  readonly queries: readonly ComparedQuery[];
  readonly hasClicks: boolean;
}

export const Effects = ({ queries, hasClicks, hasPurchases }: EffectsProps & { readonly hasPurchases: boolean }) => (
  <>
    <EffectVerdict share="unfound" effect={effectOn(queries, 'unfound')} />
    {hasClicks ? (
      <EffectVerdict share="clicked" effect={effectOn(queries, 'clicked')} />
    ) : (
      <Text size="sm" c="dimmed">
        {t('Clicks were not tracked on all of these days.')}
      </Text>
    )}
    {hasPurchases && <EffectVerdict share="bought" effect={effectOn(queries, 'bought')} />}
  </>
);

function Rest({ queries, hasClicks }: EffectsProps) {
  const [unfound, clicked] = [effectOn(queries, 'unfound'), hasClicks ? effectOn(queries, 'clicked') : null];
  if (!unfound) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('Other queries in the same days: without results {before} → {after}.', {
        before: formats.percent(unfound.before),
        after: formats.percent(unfound.after),
      })}{' '}
      {clicked &&
        t('With a click {before} → {after}.', { before: formats.percent(clicked.before), after: formats.percent(clicked.after) })}
    </Text>
  );
}

const namedReleases = 5;

export function OtherReleases({ numbers }: { readonly numbers: readonly number[] }) {
  if (numbers.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('{count} other releases went live in these days:', { count: numbers.length })}{' '}
      {numbers.slice(-namedReleases).map((number, at) => (
        <span key={number}>
          {at > 0 && ', '}
          <Anchor component={Link} {...linkTo('/search-settings/releases', { release: number })} size="sm">
            {number}
          </Anchor>
        </span>
      ))}
    </Text>
  );
}
