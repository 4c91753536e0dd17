import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { Picture, Price, shownItemOf, Stock } from '#ui/item/item-cell.tsx';
import { Status } from '#ui/page/status.tsx';
import { t } from '#ui/text/i18n.ts';
import { readItem } from '#features/general/quick-search/quick-search.contract.ts';
import type { TrendingItemDetail } from '#features/analytics/trending-items/trending-items.contract.ts';

interface ItemHeadProps {
  readonly id: string;
  readonly c: number;
  readonly data: Pick<TrendingItemDetail, 'item' | 'is_there'>;
}

const picturePx = 56;

export function ItemHead({ id, c, data: { item, is_there: isThere } }: ItemHeadProps) {
  const { data } = useQuery({ ...query(readItem, { c, id }), enabled: isThere === true });
  const { image, brand, category, price, currency, availability } = shownItemOf(item);
  const address = typeof data?.['url'] === 'string' && /^https?:\/\//i.test(data['url']) ? data['url'] : undefined;
  return (
    <Group gap={16}>
      <Picture address={image} sizePx={picturePx} />
      <Text size="sm" c="dimmed">
        {[brand, category, id].filter(Boolean).join(' · ')}
      </Text>
      {price !== undefined && <Price value={price} currency={currency} />}
      {availability !== undefined && <Stock availability={availability} />}
      {isThere === false && <Status kind="off" label={t('No longer in the catalogue.')} />}
      {isThere === null && (
        <Text size="sm" c="dimmed">
          {t('Search is down, so nothing more is known of it.')}
        </Text>
      )}
      {address !== undefined && (
        <Anchor href={address} target="_blank" rel="noopener noreferrer" size="sm">
          {t('Open in shop')} <ExternalLink size={14} aria-hidden style={{ verticalAlign: 'text-bottom' }} />
        </Anchor>
      )}
    </Group>
  );
}
