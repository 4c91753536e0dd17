import { Anchor, NativeSelect, Text, TextInput, Button } from '@mantine/core';
import { Search, Plus } from 'lucide-react';
import { useState } from 'react';
import { t, type Translate } from '#ui/text/i18n.ts';
import { Panel } from '#ui/page/panel.tsx';
import type { FeedField, FeedMapping } from '#features/data/mapping/mapping.contract.ts';
import { noUse, ownUse, targetsOf, standardFields, type MappingEditor, type DraftField } from './use-mapping-editor.tsx';
import classes from './mapping.module.css';
import { useAddress } from '#ui/state/address.ts';

const shownAtFirst = 40;

export function FeedFields({ mapping, editor }: { readonly mapping: FeedMapping; readonly editor: MappingEditor }) {
  const [search, setSearch] = useState('');
  const [isWhole, setIsWhole] = useState(false);
  const wanted = search.trim().toLowerCase();
  const found = mapping.feed_fields.filter(({ name, samples }) => `${name} ${samples.join(' ')}`.toLowerCase().includes(wanted));
  const shown = isWhole ? found : found.slice(0, shownAtFirst);
  return (
    <Panel title={t('In the feed')} text={t('Fields of the feed with sample values.')}>
      <TextInput
        type="search"
        aria-label={t('Search fields and values')}
        placeholder={t('Search fields and values')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        leftSection={<Search size={16} aria-hidden />}
      />
      <ul className={classes.list}>
        {shown.map((field) => (
          <FeedFieldRow key={field.name} field={field} sampleCount={mapping.sample_count} editor={editor} />
        ))}
      </ul>
      {found.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No field has that name or value.')}
        </Text>
      )}
      {shown.length < found.length && (
        <Anchor component="button" type="button" size="sm" onClick={() => setIsWhole(true)}>
          {t('Show all {count} fields', { count: found.length })}
        </Anchor>
      )}
    </Panel>
  );
}

interface FeedFieldRowProps {
  readonly field: FeedField;
  readonly sampleCount: number;
  readonly editor: MappingEditor;
}

function FeedFieldRow({ field: { name, count, samples }, sampleCount, editor }: FeedFieldRowProps) {
  const [first, ...others] = targetsOf(name, editor.fields);
  const use = editor.draft.left_out.includes(name) ? noUse : (first ?? ownUse);
  const isOwn = first === undefined || !(first in standardFields);
  return (
    <li className={classes.row}>
      <div className={classes.field}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" className={classes.sample}>
          {samples.join(' · ') || t('empty')}
        </Text>
        {count < sampleCount && (
          <Text size="xs" c="dimmed">
            {t('In {count} of {total} items', { count, total: sampleCount })}
          </Text>
        )}
      </div>
      <div className={classes.use}>
        <NativeSelect
          size="xs"
          aria-label={t('Use {field} as', { field: name })}
          value={isOwn && use !== noUse ? ownUse : use}
          onChange={(event) => editor.setUse(name, event.currentTarget.value)}
          data={[
            { value: ownUse, label: t('Keep as a separate field') },
            ...Object.entries(standardFields).map(([value, label]) => ({ value, label: t(label) })),
            { value: noUse, label: t('Ignored') },
          ]}
        />
        {others.length > 0 && (
          <Text size="xs" c="dimmed">
            {t('Also for {fields}', { fields: others.map((other) => t(standardFields[other] ?? other)).join(', ') })}
          </Text>
        )}
      </div>
    </li>
  );
}

/** Address: `?field=+`. */
export const newFieldKey = '+';

export function ItemFields({ editor }: { readonly editor: MappingEditor }) {
  const [, change] = useAddress();
  const own = editor.fields.filter(({ is_standard }) => !is_standard);
  return (
    <Panel
      title={t('In your items')}
      text={t('Item fields and where they come from.')}
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => change({ field: newFieldKey })}
        >
          {t('Add field')}
        </Button>
      }
    >
      <ul className={classes.list}>
        {editor.fields
          .filter(({ is_standard }) => is_standard)
          .map((field) => (
            <ItemFieldRow key={field.name} field={field} />
          ))}
      </ul>
      {own.length > 0 && (
        <details className={classes.own} open={own.some(({ rule }) => rule !== null)}>
          <summary>{t('{count} fields of your own', { count: own.length })}</summary>
          <ul className={classes.list}>
            {own.map((field) => (
              <ItemFieldRow key={field.name} field={field} />
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

function ItemFieldRow({ field }: { readonly field: DraftField }) {
  const [, change] = useAddress();
  const reasonOf = useMappingReason();
  const label = t(standardFields[field.name] ?? field.name);
  return (
    <li className={classes.row} data-empty={field.sources.length === 0 && field.rule?.how !== 'constant'}>
      <div className={classes.field}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        {field.sources.length > 0 && (
          <Text size="sm" className={classes.sample}>
            {field.sources.join(field.rule?.how === 'join' ? ' + ' : ', ')}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {reasonOf(field)}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        onClick={() => change({ field: field.name })}
        aria-label={t('Edit {field}', { field: label })}
      >
        {t('Edit')}
      </Button>
    </li>
  );
}

function useMappingReason(): (field: DraftField) => string {
  return (field) => (field.rule ? decided(t, field) : proposed(t, field));
}

function proposed(t: Translate, { reason, sources }: DraftField): string {
  const [first, ...others] = sources;
  if (first === undefined) return t('Nothing in the feed matches.');
  if (reason === 'generatedId') return t('The feed has no id, so this is used. Choose a stable field, if there is one.');
  const why = {
    feedName: t('Matched by name.'),
    sampledValues: t('Proposed by its values.'),
    ownName: t('Not mapped, kept as it is.'),
  }[reason as string];
  const next = others.length > 0 ? t('Empty values fall back to the next.') : '';
  return [why, next].filter(Boolean).join(' ');
}

function decided(t: Translate, { rule, sources }: DraftField): string {
  if (!rule || rule.how === 'none') return t('Your choice: left empty.');
  if (rule.how === 'constant') return t('Your choice: “{text}” for every item.', { text: rule.text });
  if (rule.how === 'join' && sources.length > 1) return t('Your choice: joined.');
  return sources.length > 1 ? t('Your choice. Empty values fall back to the next.') : t('Your choice.');
}
