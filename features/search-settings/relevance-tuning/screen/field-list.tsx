import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Panel } from '#console-kit/page/panel.tsx';
import { useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { FieldRow } from './field-row.tsx';
import { fieldWarnings } from './field-warnings.tsx';
import type { RelevanceBeside, RelevanceField } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import type { RelevanceEditor } from './use-relevance-editor.tsx';
import classes from './relevance-tuning.module.css';

const shown = ['searched', 'all', 'changed', 'warned'] as const;
type Shown = (typeof shown)[number];

const byWeight = (one: RelevanceField, other: RelevanceField): number =>
  Number(other.searchable) - Number(one.searchable) ||
  other.weight - one.weight ||
  one.field_name.localeCompare(other.field_name);

/** The fields by their saved weight, so that rows don't move while somebody edits. */
export function FieldList({ editor, beside }: { readonly editor: RelevanceEditor; readonly beside: RelevanceBeside }) {
  const [{ show, field: opened }, change] = useAddress();
  const [text, setText] = useState('');
  const kind: Shown = shown.find((one) => one === show) ?? 'searched';
  const { fields, saved } = editor;
  const warnings = new Map(fields.map((field) => [field.id, fieldWarnings(t, field, fields)]));
  const isWarned = ({ id }: RelevanceField) => (warnings.get(id)?.length ?? 0) > 0;
  const isShown = (before: RelevanceField): boolean => {
    const now = fields.find(({ id }) => id === before.id) ?? before;
    const isEdited = editor.isChanged(before.id);
    if (!now.field_name.toLowerCase().includes(text.trim().toLowerCase())) return false;
    if (now.field_name === opened || kind === 'all') return true;
    if (kind === 'warned') return isWarned(now);
    return isEdited || (kind === 'searched' && (before.searchable || now.searchable) && !now.is_archived);
  };
  const rows = saved.toSorted(byWeight).filter(isShown);
  const searchedCount = fields.filter(({ searchable, is_archived: isArchived }) => searchable && !isArchived).length;
  const warnedCount = fields.filter(isWarned).length;
  return (
    <Panel title={t('Fields')}>
      <Group gap={8}>
        <TextInput
          className={classes.filter}
          aria-label={t('Filter fields')}
          placeholder={t('Filter fields')}
          leftSection={<Search size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={t('Shown fields')}
          value={kind}
          onChange={(event) => change({ show: event.currentTarget.value === 'searched' ? undefined : event.currentTarget.value })}
          data={[
            { value: 'searched', label: t('Searched fields') },
            { value: 'all', label: t('All fields') },
            { value: 'changed', label: t('Changed fields') },
            { value: 'warned', label: t('Fields with a warning') },
          ]}
        />
      </Group>
      <Text size="sm" c="dimmed" aria-live="polite">
        {t('{n} of {count} fields searched', { n: searchedCount, count: fields.length })}
        {warnedCount > 0 && ` · ${t('{count} warnings', { count: warnedCount })}`}
      </Text>
      {rows.length === 0 ? (
        <Text size="sm">
          {text.trim() === '' ? t('No rows for these filters') : t('Nothing matches “{search}”', { search: text })}
        </Text>
      ) : (
        <ul className={classes.fields}>
          {rows.map(({ id, field_name: name }) => {
            const field = fields.find((one) => one.id === id)!;
            return (
              <FieldRow
                key={id}
                field={field}
                editor={editor}
                language={beside}
                warnings={warnings.get(id) ?? []}
                isOpen={opened === name}
                toggle={() => change({ field: opened === name ? undefined : name }, { isReplacing: true })}
              />
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
