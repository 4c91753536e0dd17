import { Verdict, type VerdictKind } from '#ui/page/verdict.tsx';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { type Effect, leastSearches } from './effect.ts';

type Share = 'unfound' | 'clicked';

const words: Readonly<Record<Share, Readonly<Record<'more' | 'less', readonly [VerdictKind, string]>>>> = {
  unfound: {
    more: ['worse', msg('More searches find nothing.')],
    less: ['fine', msg('Fewer searches find nothing.')],
  },
  clicked: {
    more: ['fine', msg('More searches end in a click.')],
    less: ['worse', msg('Fewer searches end in a click.')],
  },
};
const unsure: Readonly<Record<Share, Readonly<Record<'none' | 'few', string>>>> = {
  unfound: {
    none: msg('No-result rate: no significant change.'),
    few: msg('No-result rate: too few searches.'),
  },
  clicked: {
    none: msg('Click rate: no significant change.'),
    few: msg('Click rate: too few searches.'),
  },
};

interface EffectVerdictProps {
  readonly share: Share;
  readonly effect: Effect | null;
}

export function EffectVerdict({ share, effect }: EffectVerdictProps) {
  if (effect === null) return null;
  const { before, after, low, high, verdict } = effect;
  const [kind, title] =
    verdict === 'more' || verdict === 'less' ? words[share][verdict] : (['unknown', unsure[share][verdict]] as const);
  const shares = { before: formats.percent(before), after: formats.percent(after) };
  if (verdict === 'few')
    return (
      <Verdict kind={kind} title={t(title)}>
        {t('{before} before, {after} after; at least {count} searches on each side say something.', {
          ...shares,
          count: leastSearches,
        })}
      </Verdict>
    );
  const points = (difference: number): string => formats.number(Math.round(difference * 1_000) / 10);
  const [least, most] = [points(low), points(high)];
  return (
    <Verdict kind={kind} title={t(title)}>
      {t('{before} before, {after} after.', shares)}{' '}
      {least !== most && t('95% confidence: {low} to {high} percentage points.', { low: least, high: most })}
    </Verdict>
  );
}
