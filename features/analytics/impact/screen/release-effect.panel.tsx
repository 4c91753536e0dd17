import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { OutputOf } from '#contract/endpoint.ts';
import { query } from '#ui/calls/queries.ts';
import { todayIn } from '#ui/dates/date-choice.ts';
import { useAllowed, useProjectTimeZone } from '#ui/state/session.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { Effect } from '#features/analytics/impact/effect.contract.ts';
import { effectsAtOnce, readReleaseEffects, type ReleaseEffect } from '#features/analytics/impact/impact.contract.ts';
import classes from './release-effect.module.css';

type Effects = OutputOf<typeof readReleaseEffects>;
type Measured = Effects['releases'][number];

/** Undefined while loading, and for people who may not see figures. */
function useEffects(numbers: readonly number[]): Effects | undefined {
  const isAllowed = useAllowed('analytics');
  const { data } = useQuery({
    ...query(readReleaseEffects, { numbers: numbers.slice(0, effectsAtOnce) }),
    enabled: isAllowed && numbers.length > 0,
  });
  return isAllowed ? data : undefined;
}

/** Cells of a list of releases; undefined for people who may not see figures. */
export function useReleaseEffects(numbers: readonly number[]) {
  const isAllowed = useAllowed('analytics');
  const known = useEffects(numbers);
  const today = todayIn(useProjectTimeZone());
  if (!isAllowed) return undefined;
  return (number: number) => {
    const measured = known?.releases.find((release) => release.number === number);
    if (measured === undefined) return null;
    const said = saidOf(measured, today);
    if (said === null) return <Shares effect={measured.effect!} currency={known!.currency} />;
    return (
      <Text size="xs" c="dimmed">
        {said}
      </Text>
    );
  };
}

/** Why there are no figures; null if there are. */
function saidOf({ effect, due }: Measured, today: string): string | null {
  if (effect === null)
    return due > today
      ? t('Will be measured on {day}', { day: formats.dayIn(Date.parse(due), 'UTC') })
      : t('Will be measured within the hour');
  if (effect.touched === 0) return t('Changed no searched query');
  return effect.unfound?.verdict === 'few' ? t('Too few searches to tell') : null;
}

interface SharesProps {
  readonly effect: ReleaseEffect;
  readonly currency: string | null;
}

function Shares({ effect: { unfound, clicked, bought, turnover }, currency }: SharesProps) {
  const percent = ({ before, after }: Effect) => `${formats.percent(before)} → ${formats.percent(after)}`;
  const money = (value: number): string => (currency === null ? formats.number(value) : formats.money(value, currency));
  return (
    <div className={classes.shares}>
      {unfound && (
        <Share effect={unfound} isBadWhenMore>
          {t('No results {change}', { change: percent(unfound) })}
        </Share>
      )}
      {clicked && <Share effect={clicked}>{t('Clicks {change}', { change: percent(clicked) })}</Share>}
      {bought && turnover && (
        <Share effect={bought}>
          {t('Turnover per search {change}', { change: `${money(turnover.before)} → ${money(turnover.after)}` })}
        </Share>
      )}
    </div>
  );
}

interface ShareProps {
  readonly effect: Effect;
  readonly isBadWhenMore?: boolean;
  readonly children: string;
}

function Share({ effect: { verdict }, isBadWhenMore = false, children }: ShareProps) {
  const isMore = verdict === 'more';
  const isMoving = isMore || verdict === 'less';
  const kind = !isMoving ? 'neutral' : isMore === isBadWhenMore ? 'bad' : 'good';
  const Arrow = isMore ? ArrowUp : ArrowDown;
  return (
    <span className={classes.share} data-kind={kind} title={isMoving ? undefined : t('no significant change')}>
      {children}
      {isMoving && <Arrow size={14} aria-hidden />}
    </span>
  );
}

/** The same of one release, in sentences. Nothing for releases that can't be measured. */
export function ReleaseEffectPart({ number }: { readonly number: number }) {
  const known = useEffects([number]);
  const today = todayIn(useProjectTimeZone());
  const measured = known?.releases.find((release) => release.number === number);
  if (!known || !measured) return null;
  const { effect } = measured;
  const said = saidOf(measured, today);
  return (
    <Stack gap={4} component="section" aria-label={t('Measured effect')}>
      <Text fw={600} component="h3">
        {t('Measured effect')}
      </Text>
      {said !== null && <Text size="sm">{said}</Text>}
      {effect !== null && effect.touched > 0 && <Shares effect={effect} currency={known.currency} />}
      {effect !== null && (
        <Text size="xs" c="dimmed">
          {t('{before} against {after}, in the {count} of {all} frequent queries that it changed.', {
            before: formats.days(effect.before.start, effect.before.end),
            after: formats.days(effect.after.start, effect.after.end),
            count: effect.touched,
            all: formats.number(effect.compared),
          })}{' '}
          {effect.other_releases > 0 && t('{count} other releases went live in these days.', { count: effect.other_releases })}
        </Text>
      )}
    </Stack>
  );
}
