import { Button, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useAddress } from '#ui/state/address.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import { Panel } from '#ui/page/panel.tsx';
import type { DraftField } from './mapping-draft.ts';
import classes from './mapping.module.css';
import { standardFields } from './standard-fields.tsx';
import type { MappingEditor } from './use-mapping-editor.tsx';

/** Address: `?field=+`. */
export const newFieldKey = '+';

export function ItemFields({ editor }: { readonly editor: MappingEditor }) {
  const [, change] = useAddress();
  const own = editor.fields.filter(({ is_standard }) => !is_standard);
  return (
    <Panel
      title={t('In your items')}
      text={t('What Aisle knows of every item, and where it comes from.')}
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
  if (first === undefined) return t('Nothing in the feed looks like it.');
  if (reason === 'generatedId')
    return t('The feed has no id, so it is made from this. Choose a field that stays the same, if there is one.');
  const why = {
    feedName: t('Matched by name.'),
    sampledValues: t('Proposed by its values.'),
    ownName: t('Not mapped, kept as it is.'),
  }[reason as string];
  const next = others.length > 0 ? t('Where one is empty, the next is taken.') : '';
  return [why, next].filter(Boolean).join(' ');
}

function decided(t: Translate, { rule, sources }: DraftField): string {
  if (!rule || rule.how === 'none') return t('Your choice: left empty.');
  if (rule.how === 'constant') return t('Your choice: “{text}” for every item.', { text: rule.text });
  if (rule.how === 'join' && sources.length > 1) return t('Your choice: joined.');
  return sources.length > 1 ? t('Your choice. Where one is empty, the next is taken.') : t('Your choice.');
}
