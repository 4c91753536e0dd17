import { Text } from '@mantine/core';
import type { FoundItem } from '#contract/search.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { t } from '#ui/text/i18n.ts';

interface AskedItemProps {
  /** undefined for one of another page. */
  readonly item: FoundItem | undefined;
  readonly place: number | null;
  readonly total: number;
}

export function AskedItem({ item, place, total }: AskedItemProps) {
  if (item === undefined) return null;
  return (
    <div>
      <ItemCell item={shownItemOf(item)} isNarrow />
      {place !== null && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('Place {place} of {count} results', { place, count: total })}
        </Text>
      )}
    </div>
  );
}
