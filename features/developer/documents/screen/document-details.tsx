import { SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { t, type Translate } from '#ui/text/i18n.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { Tabs } from '#ui/page/tabs.tsx';
import { query } from '#ui/calls/queries.ts';
import {
  type BroughtRecord,
  type DocumentDetail,
  type IndexedField,
  readDocument,
} from '#features/developer/documents/documents.contract.ts';
import { NewestChangeView, valueText } from './newest-change.tsx';
import classes from './documents.module.css';
import { fieldTypes } from '#contract/item.ts';
import { formats } from '#ui/text/format.ts';

export function DocumentDetails({ collectionId, itemId }: { readonly collectionId: number; readonly itemId: string }) {
  return (
    <Loaded query={query(readDocument, { id: collectionId, item_id: itemId })} skeleton={<Skeleton height={320} aria-hidden />}>
      {(detail) => <Details detail={detail} />}
    </Loaded>
  );
}

function Details({ detail }: { readonly detail: DocumentDetail }) {
  const { id, fields, indexed, unindexed, change } = detail;
  return (
    <Stack gap={24}>
      <ItemCell item={shownItemOf({ ...fields, id })} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={32}>
        <section>
          <Title order={3} size="sm">
            {t('Source')}
          </Title>
          <Brought detail={detail} />
        </section>
        <section>
          <Title order={3} size="sm">
            {t('In the index')}
          </Title>
          <Text size="xs" c="dimmed" mb={4}>
            {t('Searched fields by weight, with the words that find the item.')}
          </Text>
          <IndexedFields fields={indexed} unindexed={unindexed} />
        </section>
      </SimpleGrid>
      {change && <NewestChangeView change={change} />}
    </Stack>
  );
}

function Brought({ detail: { id, fields, record } }: { readonly detail: DocumentDetail }) {
  const stored = <CodeBlock code={JSON.stringify({ id, ...fields }, null, 2)} copyLabel={t('Copy document')} />;
  if (record === null)
    return (
      <>
        <Text size="xs" c="dimmed" mb={12}>
          {t('What the feed or the item API sent.')}
        </Text>
        {stored}
      </>
    );
  return (
    <Tabs
      tabs={[
        { name: 'record', title: t('In the feed'), content: <BroughtRecordView record={record} /> },
        { name: 'stored', title: t('Stored'), content: stored },
      ]}
    />
  );
}

function BroughtRecordView({ record: { feed, position, line, fields } }: { readonly record: BroughtRecord }) {
  return (
    <>
      <Text size="xs" c="dimmed" mb={4}>
        {line === null
          ? t('Item {position} of “{feed}”, before mapping and cleaning.', { position, feed })
          : t('Item {position} of “{feed}” at line {line}, before mapping and cleaning.', {
              position,
              feed,
              line,
            })}
      </Text>
      <dl className={classes.record}>
        {fields.map(({ name, value, becomes }) => (
          <div key={name} className={classes.field}>
            <dt className={classes.recordName}>
              <span className={classes.fieldName}>{name}</span>
              {becomes.map((field) => (
                <span key={field} className={classes.becomes} title={t('Becomes the field {field}', { field })}>
                  → {field}
                </span>
              ))}
              {becomes.length === 0 && <span className={classes.becomes}>{t('not taken over')}</span>}
            </dt>
            <dd className={classes.recordValue}>{valueText(value) || '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface IndexedFieldsProps {
  readonly fields: readonly IndexedField[];
  readonly unindexed: readonly string[];
}

function IndexedFields({ fields, unindexed }: IndexedFieldsProps) {
  return (
    <>
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
      {unindexed.length > 0 && (
        <Text size="xs" c="dimmed" mt={12}>
          {t('Stored, not indexed: {fields}', { fields: unindexed.join(', ') })}
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
            // oxlint-disable-next-line react/no-array-index-key -- A word may occur in a text twice.
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

function waysOf(t: Translate, field: IndexedField): string[] {
  return [
    field.has_stems && t('in every form'),
    field.has_wildcard && t('by beginnings'),
    field.is_fuzzy && t('with typing errors'),
    field.is_sortable && t('filtered and sorted by'),
  ].filter((way) => way !== false);
}
