import { Text } from '@mantine/core';
import { Clock, Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { formats } from '#ui/text/format.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import { leastQueries, searchesOfGroup, type SearchQuality } from '#features/analytics/search-quality/search-quality.contract.ts';
import classes from './search-quality.module.css';

const icons = { better: TrendingUp, worse: TrendingDown, same: Minus, tooFew: Clock, untracked: Clock } as const;

export function VerdictLine({ quality }: { readonly quality: SearchQuality }) {
  const { verdict, now } = quality;
  const Icon = icons[verdict];
  const [low, high] = [now?.ndcg_low ?? null, now?.ndcg_high ?? null];
  return (
    <div>
      <p className={classes.verdict} data-verdict={verdict}>
        <Icon size={20} aria-hidden />
        {sentenceOf(quality, t)}
      </p>
      <Text size="sm" c="dimmed">
        {basisOf(quality, t)}{' '}
        {low !== null &&
          high !== null &&
          t('With 95% certainty the order of results is between {low} and {high}.', {
            low: formats.percent(low),
            high: formats.percent(high),
          })}
      </Text>
    </div>
  );
}

function sentenceOf({ verdict, compared_weeks: count }: SearchQuality, t: Translate): string {
  if (verdict === 'better') return t('Yes: the items that visitors click are now nearer the top.');
  if (verdict === 'worse') return t('No: the items that visitors click are now further down.');
  if (verdict === 'same') return t('No clear change: the difference may be chance.');
  return count === 0 ? t('It is too early to say.') : t('There are too few clicks to say.');
}

function basisOf({ verdict, compared_weeks: count }: SearchQuality, t: Translate): string {
  if (count === 0) return t('It takes two whole weeks with clicks, from Monday to Sunday.');
  if (verdict !== 'tooFew') return t('Last {count} whole weeks compared with the {count} before.', { count });
  return t('It takes at least {queries} queries a week, each with clicks from {visitors} or more visitors.', {
    queries: leastQueries,
    visitors: searchesOfGroup,
  });
}
