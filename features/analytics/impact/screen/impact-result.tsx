import { Anchor, Progress, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LoadError } from '#ui/page/states.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { effectOn } from './effect.ts';
import { EffectVerdict } from './effect-verdict.tsx';
import type { ComparedQuery, Impact } from '#features/analytics/impact/impact.contract.ts';
import { TouchedQueries } from './touched-queries.tsx';
import { type Subject, useTouched } from './use-touched.tsx';

interface ResultProps {
  readonly of: Subject;
  readonly impact: Impact;
}

const reasons: Readonly<Record<Exclude<Impact['state'], 'ready'>, string>> = {
  early: msg('A whole day has to pass before there is anything to compare; after a week it says more.'),
  untracked: msg('No searches were tracked before it went live.'),
  first: msg('It is the first release: there is none to compare it with.'),
  gone: msg('The rules of releases as old as this one are not kept any more.'),
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
      {t('{before} compared with {after}; release {number} went live in between.', {
        before: formats.days(before.start, before.end),
        after: formats.days(after.start, after.end),
        number: String(release.number),
      })}
    </Text>
  );
}

function Compared({ of, impact }: ResultProps) {
  const { queries, has_clicks: hasClicks, other_releases: others } = impact;
  const { doneCount, touched, error, again } = useTouched(
    of,
    queries.map(({ query }) => query),
  );
  if (error) return <LoadError error={error} retry={again} title={t('The queries could not be compared.')} />;
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
  if (own.length === 0) return <Untouched count={queries.length} />;
  return (
    <>
      <Effects queries={own} hasClicks={hasClicks} />
      <Text size="sm">
        {t('It changes what {count} of {all} queries find first.', { count: own.length, all: queries.length })}
      </Text>
      <Rest queries={rest} hasClicks={hasClicks} />
      <OtherReleases numbers={others} />
      <TouchedQueries queries={own} hasClicks={hasClicks} />
      <Text size="xs" c="dimmed">
        {t(
          'A query is compared with itself, so being searched more often changes nothing. Results are compared among the items of today.',
        )}
      </Text>
    </>
  );
}

interface EffectsProps {
  readonly queries: readonly ComparedQuery[];
  readonly hasClicks: boolean;
}

export function Effects({ queries, hasClicks }: EffectsProps) {
  return (
    <>
      <EffectVerdict share="unfound" effect={effectOn(queries, 'unfound')} />
      {hasClicks ? (
        <EffectVerdict share="clicked" effect={effectOn(queries, 'clicked')} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('Clicks were not tracked on all of these days.')}
        </Text>
      )}
    </>
  );
}

function Untouched({ count }: { readonly count: number }) {
  return (
    <Text size="sm">
      {count === 0
        ? t('No query was searched both before and after.')
        : t('It changes the first results of none of {count} queries that were searched before and after.', { count })}
    </Text>
  );
}

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
      {t('{count} other releases went live in these days and may have their part in it:', { count: numbers.length })}{' '}
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
