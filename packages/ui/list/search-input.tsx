import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { maximumListSearchLength } from '#contract/limits.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { List } from './list.ts';

const debounceMs = 200;

/** The search of a list. The address follows once typing settles. */
export function SearchInput({
  list,
  label,
  title,
  most = maximumListSearchLength,
  isFirst = false,
  onDown,
}: {
  readonly list: Pick<List<unknown>, 'search' | 'setSearch'>;
  readonly label: string;
  /** Stands above, where several inputs would not be told apart once they are filled in. */
  readonly title?: string;
  /** Longer texts, in characters, are refused here and never sent. */
  readonly most?: number;
  /** It is what the screen is for, so typing begins at once. */
  readonly isFirst?: boolean;
  /** Leads from the text into what it found. */
  readonly onDown?: () => void;
}) {
  const [text, setText] = useState(list.search);
  const [sent, setSent] = useState(list.search);
  const follow = useDebouncedCallback((next: string) => {
    setSent(next);
    list.setSearch(next);
  }, debounceMs);
  // The address also changes without typing, by going back or by a link. Our own changes come late and must not undo letters.
  if (useChanged(list.search) && list.search !== sent) setText(list.search);

  const change = (next: string) => {
    setText(next);
    if (next.length > most) follow.cancel();
    else follow(next);
  };
  return (
    <TextInput
      type="search"
      {...(title === undefined ? { 'aria-label': label } : { label: title })}
      placeholder={label}
      value={text}
      autoFocus={isFirst}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || onDown === undefined) return;
        event.preventDefault();
        onDown();
      }}
      error={
        text.length > most &&
        t('Use at most {max} characters. This has {length}.', { max: formats.number(most), length: formats.number(text.length) })
      }
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label={t('Clear search')} onClick={() => change('')} />}
      flex="1 1 160px"
      maw={{ sm: 280 }}
    />
  );
}

/** Whether the value is another one than at the last render. */
function useChanged(value: string): boolean {
  const [last, setLast] = useState(value);
  if (last === value) return false;
  setLast(value);
  return true;
}
