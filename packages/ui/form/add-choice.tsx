import type { SelectProps } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { Select } from '#ui/page/later-choices.tsx';

/** The others are found by typing. */
const offeredChoices = 50;

/** Hundreds of options are rendered once somebody opens them. */
const none = () => [];

interface AddChoiceProps {
  readonly label: string;
  readonly choices: NonNullable<SelectProps['data']>;
  readonly add: (value: string) => void;
  /** Why nothing can be added. */
  readonly reason?: string | undefined;
}

/** Adds a choice to a list and is empty again. */
export function AddChoice({ label, choices, add, reason }: AddChoiceProps) {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Select
      w={168}
      size="xs"
      aria-label={label}
      placeholder={label}
      title={reason}
      disabled={reason !== undefined}
      leftSection={<Plus size={14} aria-hidden />}
      data={choices}
      limit={offeredChoices}
      {...(!isOpen && { filter: none })}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('Nothing found')}
      value={null}
      comboboxProps={{ width: 'max-content', position: 'bottom-end' }}
      onChange={(value) => {
        if (value !== null) add(value);
        setTyped('');
      }}
    />
  );
}
