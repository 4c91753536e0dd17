import { Anchor, Text } from '@mantine/core';
import { Figure } from '#ui/charts/figure.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { conversion, type TurnoverTotals } from '#features/analytics/statistics/statistics.contract.ts';
import { type Statistics, changeOf, moneyText } from './statistics.panel.tsx';

export const turnoverTitle = ({ context }: Pick<Statistics, 'context'>): string =>
  context?.currency ? t('Turnover ({currency})', { currency: context.currency }) : t('Turnover');

interface TurnoverFiguresProps {
  readonly data: Pick<TurnoverTotals, 'purchases' | 'sold_searches' | 'turnover' | 'compared'>;
  readonly of: Statistics;
}

export function TurnoverFigures({ data, of }: TurnoverFiguresProps) {
  const { turnover, purchases, compared } = data;
  const now = conversion(data);
  const before = compared && conversion(compared.before);
  return (
    <>
      <Figure
        label={t('Turnover')}
        value={turnover === null ? null : moneyText(turnover, of)}
        {...changeOf(of, compared, 'turnover')}
      />
      <Figure label={t('Searches with a purchase')} value={purchases} {...changeOf(of, compared, 'purchases')} />
      <Figure
        label={t('Conversion')}
        value={now === null ? null : formats.percent(now)}
        {...(of.isCompared && before !== null && { unit: t('{value} before', { value: formats.percent(before) }) })}
      />
    </>
  );
}

/** Why there is no turnover. */
export function NoTurnover({ of: { context } }: { readonly of: Pick<Statistics, 'context'> }) {
  if (context === undefined || context.sold_since.turnover !== null) return null;
  const isSold = context.sold_since.purchases !== null;
  if (isSold && context.currency === null)
    return (
      <Text size="sm" c="dimmed">
        {t('Purchases have no currency.')}{' '}
        <AllowedLink needs="owner" to={linkTo('/owner/project')}>
          {t('Set currency')}
        </AllowedLink>
      </Text>
    );
  return (
    <Text size="sm" c="dimmed">
      {isSold
        ? t('Purchases have no price in the project’s currency yet.')
        : t('Send purchases with their price to see what search sells.')}{' '}
      <Anchor href="/docs/plugin#carts-and-orders" target="_blank" size="sm">
        {t('How to do that')}
      </Anchor>
    </Text>
  );
}
