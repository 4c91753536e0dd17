import { query } from '#ui/calls/queries.ts';
import { shownItemOf } from './item-cell.tsx';
import { ItemPicker, type ItemPickerProps, offeredItems } from './item-picker.tsx';
import { testQuery } from '#contract/test-query.ts';

interface FoundItemPickerProps extends Pick<ItemPickerProps<unknown>, 'description' | 'error' | 'data-path'> {
  readonly label: string;
  readonly c: number;
  readonly q: string;
  readonly pick: (id: string) => void;
  /** Accepts an id or name that no search finds. */
  readonly pickText?: (text: string) => void;
}

export const FoundItemPicker = ({ c, q, ...picker }: FoundItemPickerProps) => (
  <ItemPicker
    {...picker}
    query={(text) => query(testQuery, { c, q: text === '' ? q : text, per_page: offeredItems })}
    offered={({ items }) => items.map((item) => ({ id: item.id, item: shownItemOf(item) }))}
  />
);
