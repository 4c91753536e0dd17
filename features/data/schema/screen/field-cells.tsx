import { Badge, Group, Text } from '@mantine/core';
import { t, type Translate } from '#ui/text/i18n.ts';
import { Status } from '#ui/page/status.tsx';
import { isSet, type SchemaField } from '#features/data/schema/schema.contract.ts';
import { typeWord } from './type-words.tsx';

function usesOf(t: Translate, field: SchemaField): string[] {
  const isCustom = isSet(field.custom_data);
  const isSearched = !isCustom && field.searchable && !field.archive;
  return [
    ...(isSet(field.unique_field) ? [t('Unique')] : []),
    ...(isSet(field.front_name) ? [t('Shown name')] : []),
    ...(isSet(field.one_key) ? [t('Variants')] : []),
    ...(isSearched ? [t('Searched')] : []),
    ...(isSearched && field.autocomplete ? [t('Autocomplete')] : []),
    ...(!isCustom && field.facet && !field.archive ? [field.path ? t('Filters by level') : t('Filters')] : []),
    ...(field.archive ? [t('Private')] : []),
    ...(isCustom ? [t('Custom data')] : []),
  ];
}

export function FieldUses({ field }: { readonly field: SchemaField }) {
  const uses = usesOf(t, field);
  if (uses.length === 0)
    return (
      <Text span size="sm" c="dimmed">
        {t('Stored only')}
      </Text>
    );
  return (
    <Group gap={4}>
      {uses.map((use) => (
        <Badge key={use} variant="default" tt="none" fw={500} radius="sm">
          {use}
        </Badge>
      ))}
    </Group>
  );
}

export function FieldState({ field: { waits, temp_type: waitingType } }: { readonly field: SchemaField }) {
  if (!waits) return null;
  const label =
    waitingType === null ? t('Waits for recreate') : t('Becomes {type} with recreate', { type: t(typeWord(waitingType)) });
  return <Status kind="waiting" label={label} />;
}
