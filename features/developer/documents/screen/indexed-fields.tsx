import { Text } from '@mantine/core';
import { fieldTypes } from '#contract/item.ts';
import { formats } from '#console-kit/text/format.ts';
import { t, type Translate } from '#console-kit/text/i18n.ts';
import type { IndexedField } from '#features/developer/documents/documents.contract.ts';
import classes from './documents.module.css';

interface IndexedFieldsProps {
  readonly fields: readonly IndexedField[];
  readonly unindexed: readonly string[];
}

export function IndexedFields({ fields, unindexed }: IndexedFieldsProps) {
  return (
    <>
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
      {unindexed.length > 0 && (
        <Text size="xs" c="dimmed" mt={12}>
          {t('Kept with the item and not indexed: {fields}', { fields: unindexed.join(', ') })}
        </Text>
      )}
    </>
  );
}

function Field({ field }: { readonly field: IndexedField }) {
  const { name, type, tokens, token_count: count, is_searched: isSearched, weight } = field;
  const ways = waysOf(t, field);
  return (
    <div className={classes.field}>
      <Text size="sm">
        <span className={classes.fieldName}>{name}</span>{' '}
        <Text component="span" size="xs" c="dimmed">
          {fieldTypes[type]}
        </Text>
      </Text>
      <Text size="xs" c="dimmed">
        {isSearched ? t('Searched with the weight {weight}', { weight: formats.number(weight) }) : t('Not searched')}
        {ways.length > 0 && ` · ${ways.join(' · ')}`}
      </Text>
      {tokens.length > 0 && (
        <ul className={classes.tokens} aria-label={t('Words of the field {field}', { field: name })}>
          {tokens.map(({ text, stem }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- A word may stand in a text twice.
            <li key={place} className={classes.token}>
              {text}
              {stem !== null && stem !== text && <span className={classes.stem}> → {stem}</span>}
            </li>
          ))}
          {count > tokens.length && <li className={classes.token}>{t('and {count} more', { count: count - tokens.length })}</li>}
        </ul>
      )}
    </div>
  );
}

/** How the field's words are found besides as they stand. */
function waysOf(t: Translate, field: IndexedField): string[] {
  return [
    field.has_stems && t('in every form'),
    field.has_wildcard && t('by beginnings'),
    field.is_fuzzy && t('with typing errors'),
    field.is_sortable && t('filtered and sorted by'),
  ].filter((way) => way !== false);
}
