import { Button, Checkbox, Popover, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { type DocumentHeader, maximumColumns } from '#features/developer/documents/documents.contract.ts';

/** More fields than this are easier to search than to read. */
const searchedFrom = 12;

interface ColumnChoiceProps {
  readonly headers: readonly DocumentHeader[];
  readonly columns: readonly string[];
  readonly choose: (columns: readonly string[]) => void;
}

export function ColumnChoice({ headers, columns, choose }: ColumnChoiceProps) {
  const [search, setSearch] = useState('');
  const isFull = columns.length >= maximumColumns;
  const shown = headers.filter(({ name }) => name !== 'name' && name.includes(search.trim().toLowerCase()));
  const toggle = (name: string) => choose(columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name]);
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Columns3 size={16} aria-hidden />}>
          {t('Columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Columns')}>
        <Stack gap={12} w={240}>
          {headers.length >= searchedFrom && (
            <TextInput
              size="xs"
              aria-label={t('Search fields')}
              placeholder={t('Search fields')}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          )}
          <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0, 'aria-label': t('Fields') }}>
            <Stack gap={10} py={2}>
              {shown.map(({ name }) => (
                <Checkbox
                  key={name}
                  size="xs"
                  label={name}
                  checked={columns.includes(name)}
                  disabled={(isFull && !columns.includes(name)) || (columns.length === 1 && columns.includes(name))}
                  onChange={() => toggle(name)}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
          <Text size="xs" c="dimmed">
            {t('{chosen} of at most {max} columns. This browser remembers them.', {
              chosen: columns.length,
              max: maximumColumns,
            })}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
