import { TextInput, TagsInput, type TagsInputProps, Button, type ButtonProps, FileButton } from '@mantine/core';
import { useState, type ReactNode, type FocusEvent, useRef } from 'react';
import { firstDay, lastDay, momentShown, shownAt } from '#contract/days.ts';
import { afterPress } from '#ui/state/presses.ts';

interface MomentInputProps {
  readonly field: { readonly label: string; readonly error?: ReactNode };
  readonly hint?: string;
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly value: number | null;
  readonly change: (value: number | null) => void;
}

export function MomentInput({ field, hint, timeZone, value, change }: MomentInputProps) {
  const [text, setText] = useState(value === null ? '' : shownAt(value, timeZone));
  return (
    <TextInput
      {...field}
      type="datetime-local"
      min={`${firstDay}T00:00`}
      max={`${lastDay}T00:00`}
      {...(hint !== undefined && { description: hint, inputWrapperOrder: ['label', 'input', 'description', 'error'] })}
      value={text}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        change(momentShown(typed, timeZone));
      }}
    />
  );
}

interface WebsiteInputProps {
  readonly field: {
    readonly label: string;
    readonly description?: string | undefined;
    readonly inputWrapperOrder?: ('label' | 'input' | 'description' | 'error')[];
    readonly error?: ReactNode;
    readonly onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
  };
  readonly value: string;
  readonly change: (value: string) => void;
  readonly autoComplete?: string;
  readonly isFirst?: boolean;
}

/** `shop.example:8080/feed.xml` */
const withoutScheme = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]\S*)?$/u;

/** Leaving the field or Enter completes `https://`. */
export function WebsiteInput({ field, value, change, autoComplete, isFirst = false }: WebsiteInputProps) {
  const complete = () => {
    const address = value.trim();
    if (withoutScheme.test(address)) change(`https://${address}`);
  };
  return (
    <TextInput
      {...field}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      {...(isFirst && { autoFocus: true, 'data-autofocus': true })}
      type="url"
      inputMode="url"
      placeholder="https://"
      autoComplete={autoComplete}
      onBlur={(event) => {
        complete();
        field.onBlur?.(event);
      }}
      onKeyDown={({ key }) => key === 'Enter' && complete()}
    />
  );
}

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

interface PickFileProps extends ButtonProps {
  readonly onPicked: (files: readonly File[]) => void;
  readonly accept?: string;
  readonly isMultiple?: boolean;
}

/** The same file can be chosen again after a fix: browsers report another one only. */
export function PickFile({ onPicked, accept, isMultiple = false, ...button }: PickFileProps) {
  const forget = useRef<() => void>(null);
  return (
    <FileButton
      {...(accept !== undefined && { accept })}
      multiple={isMultiple}
      resetRef={forget}
      onChange={(picked) => {
        const files = [picked ?? []].flat();
        forget.current?.();
        if (files.length > 0) onPicked(files);
      }}
    >
      {(props) => <Button variant="default" {...button} {...props} />}
    </FileButton>
  );
}
