import {
  type AutocompleteProps,
  ComboboxChevron,
  getParsedComboboxData,
  type SelectProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { whenIdle } from './later.tsx';

type Choices = typeof import('./choices.tsx');

let known: Choices | undefined;

/** Unlike Mantine's, loads menus of choices once the browser is idle, or the plain input before them is used. */
function useChoices() {
  const [choices, setChoices] = useState(() => known);
  const [use, setUse] = useState<'none' | 'focused' | 'pressed'>('none');
  const fetchChoices = async () => {
    known ??= await import('./choices.tsx');
    setChoices(known);
  };
  // The plain input goes on if this fails; the next use tries again.
  const load = () => void fetchChoices().catch(() => undefined);
  useEffect(() => whenIdle(load), []);
  const input = useRef<HTMLInputElement>(null);
  // A menu that is open from the start isn't announced.
  useEffect(() => {
    if (choices && use === 'pressed') input.current?.click();
  }, [choices, use]);
  return {
    choices,
    // The focus would be lost with the plain input.
    used: { ref: input, autoFocus: use !== 'none' },
    plain: {
      role: 'combobox',
      'aria-haspopup': 'listbox',
      'aria-expanded': false,
      onFocus: () => {
        setUse((before) => (before === 'pressed' ? before : 'focused'));
        load();
      },
      onBlur: () => setUse('none'),
      onClick: () => {
        setUse('pressed');
        load();
      },
    },
  } as const;
}

const shown = ({ w, size, disabled, title, placeholder, leftSection, maxLength, ...props }: SelectProps | AutocompleteProps) =>
  ({ w, size, disabled, title, placeholder, leftSection, maxLength, 'aria-label': props['aria-label'] }) as TextInputProps;

export function Select(props: SelectProps) {
  const { choices, used, plain } = useChoices();
  if (choices) return <choices.Select {...props} {...used} />;
  const all = getParsedComboboxData(props.data).flatMap((one) => ('items' in one ? one.items : [one]));
  return (
    <TextInput
      {...shown(props)}
      {...plain}
      value={all.find(({ value }) => value === props.value)?.label ?? ''}
      readOnly
      rightSection={<ComboboxChevron size={props.size ?? 'sm'} />}
      rightSectionPointerEvents="none"
    />
  );
}

export function Autocomplete(props: AutocompleteProps) {
  const { choices, used, plain } = useChoices();
  if (choices) return <choices.Autocomplete {...props} {...used} />;
  const { value = '', onChange, onBlur } = props;
  return (
    <TextInput
      {...shown(props)}
      {...plain}
      value={value}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      onBlur={(event) => {
        plain.onBlur();
        onBlur?.(event);
      }}
    />
  );
}
