import { SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { fieldTypes } from '#contract/item.ts';
import { query } from '#ui/calls/queries.ts';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { FieldName } from '#ui/item/field-name.tsx';
import { fieldLabel } from '#ui/item/field-words.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { type DocumentDetail, type IndexedField, readDocument } from '#features/developer/documents/documents.contract.ts';
import { ChangeLine } from './document-values.tsx';
import classes from './documents.module.css';

export function DocumentDetails({ collectionId, itemId }: { readonly collectionId: number; readonly itemId: string }) {
  return (
    <Loaded query={query(readDocument, { id: collectionId, item_id: itemId })} skeleton={<Skeleton height={320} aria-hidden />}>
      {(detail) => <Details detail={detail} />}
    </Loaded>
  );
}

function Details({ detail: { id, fields, indexed, unindexed, change } }: { readonly detail: DocumentDetail }) {
  return (
    <Stack gap={24}>
      <ItemCell item={shownItemOf({ ...fields, id })} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={32}>
        <section>
          <Title order={3} size="sm" mb={12}>
            {t('Stored')}
          </Title>
          <CodeBlock code={JSON.stringify({ id, ...fields }, null, 2)} copyLabel={t('Copy')} />
        </section>
        <section>
          <Title order={3} size="sm">
            {t('In the index')}
          </Title>
          <Text size="xs" c="dimmed" mb={4}>
            {t('Searched fields by weight, with the words that find the item.')}
          </Text>
          {indexed.map((field) => (
            <IndexedFieldView key={field.name} field={field} />
          ))}
          {unindexed.length > 0 && (
            <Text size="xs" c="dimmed" mt={12}>
              {t('Stored, not indexed: {fields}', { fields: unindexed.map(fieldLabel).join(', ') })}
            </Text>
          )}
        </section>
      </SimpleGrid>
      {change && (
        <Text size="xs" c="dimmed">
          {t('Newest change')}: <ChangeLine change={change} />
        </Text>
      )}
    </Stack>
  );
}

function IndexedFieldView({ field }: { readonly field: IndexedField }) {
  const { name, type, tokens, token_count: count, is_searched: isSearched, weight } = field;
  const facts = [
    isSearched ? t('Searched with the weight {weight}', { weight: formats.number(weight) }) : t('Not searched'),
    field.has_stems && t('in every form'),
    field.has_wildcard && t('by beginnings'),
    field.is_fuzzy && t('with typing errors'),
    field.is_sortable && t('filtered and sorted by'),
  ];
  return (
    <div className={classes.field}>
      <span className={classes.fieldName}>
        <FieldName name={name} />
      </span>{' '}
      <span className={classes.dim}>{fieldTypes[type]}</span>
      <div className={classes.dim}>{facts.filter(Boolean).join(' · ')}</div>
      {tokens.length > 0 && (
        <ul className={classes.tokens} aria-label={t('Words of the field {field}', { field: fieldLabel(name) })}>
          {tokens.map(({ text, stem }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- A word may occur in a text twice.
            <li key={place}>
              {text}
              {stem !== null && stem !== text && ` → ${stem}`}
            </li>
          ))}
          {count > tokens.length && <li>{t('and {count} more', { count: count - tokens.length })}</li>}
        </ul>
      )}
    </div>
  );
}
