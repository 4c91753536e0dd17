import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#console-kit/text/i18n.ts';
import { ItemCell, shownItemOf } from '#console-kit/item/item-cell.tsx';
import { followingQuery } from '#console-kit/calls/queries.ts';
import { testQuery } from './query-tester.contract.ts';

const debounceMs = 200;
/** Few enough that they are seen without scrolling. */
const offeredItems = 6;
/** The option that takes what was typed as it is. */
const asTyped = 'typed:';

interface ItemPickerProps {
  readonly label: string;
  readonly c: number;
  /** Its results are offered until something is typed. */
  readonly q: string;
  readonly pick: (id: string) => void;
  /** Where an id or name that no search finds makes sense, too. */
  readonly pickText?: (text: string) => void;
}

/** Chooses an item by search, with pictures. */
export function ItemPicker({ label, c, q, pick, pickText }: ItemPickerProps) {
  const t = useText();
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), debounceMs);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const searched = settled === '' ? q : settled;
  const { data, isFetching } = useQuery({
    ...followingQuery(testQuery, { c, q: searched, per_page: offeredItems }),
    enabled: combobox.dropdownOpened,
  });
  const choose = (value: string) => {
    if (value === asTyped) pickText?.(text.trim());
    else pick(value);
    setText('');
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
      <Combobox.Target>
        <TextInput
          label={label}
          placeholder={t('Type the name of an item')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          rightSection={isFetching && <Loader size={16} />}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label}>
          {data?.items.map((item) => (
            <Combobox.Option key={item.id} value={item.id}>
              <ItemCell item={shownItemOf(item)} />
            </Combobox.Option>
          ))}
          {pickText && text.trim() !== '' && (
            <Combobox.Option value={asTyped}>{t('Look for the id or name “{text}”', { text: text.trim() })}</Combobox.Option>
          )}
          {data?.items.length === 0 && !pickText && <Combobox.Empty>{t('No item is found by this.')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
