import { Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { formats } from '#ui/text/format.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { AfterWait, LoadError } from '#ui/page/states.tsx';
import classes from './field-values.module.css';
import { readFieldValues, type FieldValues, type SchemaField } from '#features/data/schema/schema.contract.ts';

const debounceMs = 200;

export function FieldValuesList({ field }: { readonly field: Pick<SchemaField, 'collection_id' | 'name'> }) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, debounceMs);
  const asked = followingQuery(readFieldValues, { collection_id: field.collection_id, field_name: field.name, q });
  const { data, error, refetch } = useQuery(asked);
  return (
    <section>
      <Title order={3} mb={8}>
        {t('Values')}
      </Title>
      <TextInput
        type="search"
        size="sm"
        aria-label={t('Search values')}
        placeholder={t('Search values')}
        leftSection={<Search size={14} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {!data && error && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <AfterWait>
          <Skeleton height={120} mt={8} />
        </AfterWait>
      )}
      {data && <Found found={data} />}
    </section>
  );
}

function summary(
  t: Translate,
  { distinct_count: count, is_part: isPart, looked_at_count: seen, item_count: all }: FieldValues,
): string {
  if (all === 0) return t('There are no items yet.');
  if (!isPart) return t('{count} different values', { count });
  if (seen === all) return t('more than {count} different values', { count });
  return t('{count} different values in the first {seen} of {all} items', { count, seen, all });
}

function Found({ found }: { readonly found: FieldValues }) {
  return (
    <Stack gap={4} mt={8}>
      <Text size="xs" c="dimmed" role="status">
        {summary(t, found)}
      </Text>
      <ul className={classes.values}>
        {found.values.map(({ value, count }) => (
          <li key={`${typeof value} ${String(value)}`}>
            <span className={classes.value}>{String(value)}</span>
            <span className={classes.count}>{formats.number(count)}</span>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
