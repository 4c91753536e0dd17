import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { CallError } from '#ui/calls/api.ts';
import { folded } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { ItemCell, type ShownItem, shownItemOf } from './item-cell.tsx';
import classes from './item-cell.module.css';
import { query } from '#ui/calls/queries.ts';
import { testQuery } from '#contract/test-query.ts';

/** One id a line, or separated by commas, semicolons or tabs; by spaces if each part has a digit. */
export function pastedIds(text: string): readonly string[] {
  const parts = split(text, /[\n\r,;\t]+/);
  const words = split(text, /\s+/);
  const ids = parts.length > 1 ? parts : words.every((word) => /\d/.test(word)) ? words : parts;
  return [...new Set(ids)];
}

const split = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const debounceMs = 200;
export const offeredItems = 6;
const asTyped = 'typed:';

export interface OfferedItem {
  readonly id: string;
  readonly item: ShownItem;
  readonly mark?: string | undefined;
  readonly isTaken?: boolean;
}

interface ItemPickerProps<Answer> {
  readonly label: string;
  readonly placeholder?: string;
  readonly isLabelHidden?: boolean;
  readonly query: (text: string) => UseQueryOptions<Answer, CallError>;
  /** At most `offeredItems`. */
  readonly offered: (answer: Answer) => readonly OfferedItem[];
  readonly pick: (id: string, item: ShownItem) => void;
  readonly pickText?: (text: string) => void;
  /** Resolves to whether it took the pasted ids; otherwise they are searched. */
  readonly pickMany?: (ids: readonly string[]) => Promise<boolean>;
  readonly inputRef?: React.Ref<HTMLInputElement>;
  readonly description?: string;
  readonly error?: React.ReactNode;
  readonly 'data-path'?: string | undefined;
}

function isMeant({ id, item }: OfferedItem, typed: string): boolean {
  const name = folded(item.name);
  return (
    id === typed ||
    folded(typed)
      .split(/\s+/)
      .every((word) => name.includes(word))
  );
}

export function ItemPicker<Answer>(props: ItemPickerProps<Answer>) {
  const { label, placeholder, isLabelHidden = false, query, offered, pick, pickText, pickMany, inputRef } = props;
  const { description, error, 'data-path': path } = props;
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), debounceMs);
  const isEntered = useRef(false);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...query(settled),
    placeholderData: (last) => last,
    enabled: combobox.dropdownOpened,
  });
  const items = data === undefined ? undefined : offered(data);
  const typed = text.trim();
  const isAnswered = typed !== '' && typed === settled && data !== undefined && !isPlaceholderData;
  const { selectOption, resetSelectedOption, clickSelectedOption, dropdownOpened: isOpen } = combobox;
  // Enter takes the typed text unless it names a found item.
  const meant = pickText && items ? items.findIndex((one) => isMeant(one, typed)) : 0;
  const enteredOption = meant < 0 ? (items?.length ?? 0) : meant;
  // Enter pressed before the answer came counts for it.
  useEffect(() => {
    if (!isOpen) return;
    if (!isAnswered) return resetSelectedOption();
    selectOption(enteredOption);
    if (isEntered.current) clickSelectedOption();
    isEntered.current = false;
  }, [isOpen, isAnswered, data, enteredOption, selectOption, resetSelectedOption, clickSelectedOption]);
  const choose = (value: string) => {
    if (value === asTyped) pickText?.(typed);
    const chosen = items?.find(({ id }) => id === value);
    if (chosen) pick(value, chosen.item);
    setText('');
    combobox.closeDropdown();
  };
  const type = (next: string) => {
    setText(next);
    isEntered.current = false;
    combobox.openDropdown();
  };
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed === '' || isAnswered) return;
    event.preventDefault();
    combobox.openDropdown();
    isEntered.current = true;
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    const ids = pastedIds(pasted);
    if (!pickMany || ids.length < 2) return;
    event.preventDefault();
    void pickMany(ids).then((areIds) => (areIds ? combobox.closeDropdown() : type(pasted.trim())));
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
      <Combobox.Target>
        <TextInput
          ref={inputRef}
          {...(isLabelHidden ? { 'aria-label': label } : { label })}
          placeholder={placeholder ?? t('Type the name of an item')}
          {...(description !== undefined && { description })}
          error={error}
          data-path={path}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onPaste={paste}
          onKeyDown={enter}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          rightSection={isFetching && <Loader size={16} />}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label}>
          {items?.map(({ id, item, mark, isTaken = false }) => (
            <Combobox.Option key={id} value={id} disabled={isTaken} className={classes.option ?? ''}>
              <ItemCell item={item} />
              {mark !== undefined && <span className={classes.mark}>{mark}</span>}
            </Combobox.Option>
          ))}
          {pickText && typed !== '' && (
            <Combobox.Option value={asTyped}>{t('Look for the id or name “{text}”', { text: typed })}</Combobox.Option>
          )}
          {items?.length === 0 && !pickText && <Combobox.Empty>{t('No item is found by this.')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

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
