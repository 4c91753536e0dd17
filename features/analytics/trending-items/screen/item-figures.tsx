import { Figure, Figures } from '#console-kit/statistics/figure.tsx';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import { clickRate } from './click-rate.ts';
import type { TrendingItemDetail } from '#features/analytics/trending-items/trending-items.contract.ts';

interface ItemFiguresProps {
  readonly data: TrendingItemDetail;
  readonly isCompared: boolean;
}

export function ItemFigures({ data: { totals, compared }, isCompared }: ItemFiguresProps) {
  const rate = clickRate(totals);
  const figure = (name: keyof typeof totals, label: string, unit?: string) => {
    const value = totals[name];
    return (
      <Figure
        label={label}
        value={value === null ? null : formats.number(value)}
        {...(unit !== undefined && { unit })}
        {...(isCompared && compared && { change: { now: compared.now[name], before: compared.before[name] } })}
      />
    );
  };
  return (
    <Figures>
      {figure('shown', t('Shown'))}
      {figure('clicks', t('Clicks'), rate === null ? undefined : t('{share} of shown', { share: formats.percent(rate) }))}
      {figure('carts', t('Added to cart'))}
      {figure('purchases', t('Purchases'))}
    </Figures>
  );
}
