import { CloseButton, TextInput, NativeSelect } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { maximumListSearchLength } from '#contract/limits.ts';
import { anyOf, formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { List } from './list.ts';
import { useAddress } from '#ui/state/address.ts';

const debounceMs = 200;

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
  readonly title?: string;
  readonly most?: number;
  readonly isFirst?: boolean;
  readonly onDown?: () => void;
}) {
  const [text, setText] = useState(list.search);
  const [sent, setSent] = useState(list.search);
  const follow = useDebouncedCallback((next: string) => {
    setSent(next);
    list.setSearch(next);
  }, debounceMs);
  // Follows the address on *Back* and links, but not our own late changes.
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

function useChanged(value: string): boolean {
  const [last, setLast] = useState(value);
  if (last === value) return false;
  setLast(value);
  return true;
}

interface ListFilterProps {
  readonly name: string;
  readonly label: string;
  readonly all?: string;
  readonly choices: Readonly<Record<string, string>>;
}

export function ListFilter({ name, label, all = anyOf(label), choices }: ListFilterProps) {
  const [address, change] = useAddress();
  return (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: all }, ...Object.entries(choices).map(([value, text]) => ({ value, label: text }))]}
      value={(address as Readonly<Record<string, string>>)[name] ?? ''}
      onChange={({ currentTarget: { value } }) => change({ [name]: value, page: undefined })}
    />
  );
}
