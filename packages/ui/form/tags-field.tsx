import { TagsInput, type TagsInputProps } from '@mantine/core';
import { type FocusEvent, useState } from 'react';
import { afterPress } from '#ui/state/after-press.ts';

const comma = [','];

interface TagsFieldProps extends Omit<TagsInputProps, 'acceptValueOnBlur' | 'searchValue' | 'onSearchChange' | 'defaultValue'> {
  readonly onTyped?: (text: string) => void;
}

/** Tags are added after the press that leaves the field, as they move what is pressed. */
export function TagsField({ value = [], onChange, onBlur, onTyped, splitChars = comma, ...input }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  const type = (text: string) => {
    setTyped(text);
    onTyped?.(text);
  };
  const take = () => {
    const added = typed.split(new RegExp(`[${splitChars.join('')}]`)).map((text) => text.trim());
    const isNew = (text: string, place: number) =>
      text !== '' && [...value, ...added.slice(0, place)].every((one) => one.toLowerCase() !== text.toLowerCase());
    const tags = added.filter(isNew);
    type('');
    if (tags.length > 0) onChange?.([...value, ...tags]);
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    if (typed !== '') afterPress(take);
    onBlur?.(event);
  };
  return (
    <TagsInput
      {...input}
      value={value}
      {...(onChange && { onChange })}
      splitChars={splitChars}
      searchValue={typed}
      onSearchChange={type}
      acceptValueOnBlur={false}
      onBlur={leave}
    />
  );
}
