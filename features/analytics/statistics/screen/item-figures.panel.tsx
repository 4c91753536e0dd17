import { useQuery } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { itemFiguresDays, readItemFigures } from '#features/analytics/statistics/statistics.contract.ts';

interface KnownFigures {
  /** Undefined while loading. */
  readonly isNone: boolean | undefined;
  /** `12 clicks · 3 in cart · 2 sold`; undefined for items without any. */
  readonly textOf: (id: string) => string | undefined;
  /** As `In 30 days: 12 clicks`; undefined if all items have none. */
  readonly sumText: string | undefined;
}

const none = { clicks: 0, carts: 0, purchases: 0 };

function figuresText({ clicks, carts, purchases }: typeof none): string | undefined {
  const parts = [
    ...(clicks > 0 ? [t('{count} clicks', { count: clicks })] : []),
    ...(carts > 0 ? [t('{count} in cart', { count: carts })] : []),
    ...(purchases > 0 ? [t('{count} sold', { count: purchases })] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}

/** Figures of items in the last days: after a query, or anywhere. */
export function useItemFigures(asked: InputOf<typeof readItemFigures>, isWanted: boolean): KnownFigures {
  const isAsked = isWanted && asked.ids.length > 0;
  const { data } = useQuery({ ...followingQuery(readItemFigures, asked), enabled: isAsked });
  const known = isAsked ? data : undefined;
  const sum = (known ?? []).reduce(
    (all, one) => ({
      clicks: all.clicks + one.clicks,
      carts: all.carts + one.carts,
      purchases: all.purchases + one.purchases,
    }),
    none,
  );
  const text = figuresText(sum);
  return {
    isNone: known && known.length === 0,
    textOf: (id) => figuresText(known?.find(({ item_id: one }) => one === id) ?? none),
    sumText: text && t('In {days} days: {figures}', { days: formats.number(itemFiguresDays), figures: text }),
  };
}
