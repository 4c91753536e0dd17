import { NativeSelect, Select, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldType } from '#contract/item.ts';
import { t } from '#ui/text/i18n.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { maximumIndexedFields, type CollectionDetail } from '#features/data/collections/collections.contract.ts';
import { isSet, listFields, type SchemaField, type SchemaFieldInput } from '#features/data/schema/schema.contract.ts';
import { typeNames, typeWord } from './schema.released.tsx';

type Form = RecordFormState<typeof SchemaFieldInput>;

interface FieldFlagsProps {
  readonly form: Form;
  readonly field: SchemaField;
  readonly collection: CollectionDetail;
}

export function FieldFlags({ form, field, collection }: FieldFlagsProps) {
  const { values, checkbox } = form;
  const isUnique = isSet(field.unique_field);
  const isCustom = isSet(values.custom_data);
  const isFull = collection.indexed_count >= maximumIndexedFields;
  const needsRoom = isFull && isSet(field.custom_data) && !isCustom;
  return (
    <>
      <NativeSelect
        {...form.field('type')}
        description={t('Numbers and dates have ranges, texts have words.')}
        data={typeNames.map((type) => ({ value: type, label: t(typeWord(type)) }))}
        value={values.type}
        onChange={(event) => form.set('type', event.currentTarget.value as FieldType)}
      />
      <Switch
        {...checkbox('facet')}
        disabled={isCustom || values.archive}
        description={t('Filter, count and sort by this field, such as a brand or price.')}
      />
      <Switch
        {...checkbox('path')}
        disabled={isCustom || values.archive || !values.facet}
        description={t('Paths such as “Garden > Tools”; each level is a filter.')}
      />
      <Switch
        {...checkbox('autocomplete')}
        disabled={isCustom || values.archive || !field.searchable}
        description={
          field.searchable
            ? t('Its words complete what visitors type. Best for short texts.')
            : t('Not searched. Choose searched fields in Relevance tuning.')
        }
      />
      <Switch {...checkbox('front_name')} description={t('Shown as the name of an item. One field only.')} />
      <Switch
        {...checkbox('one_key')}
        disabled={isCustom}
        description={t('Items with equal values are variants, shown as one result. One field only.')}
      />
      <Switch
        {...checkbox('unique_field')}
        disabled={isUnique}
        description={
          isUnique
            ? t('This is the id of an item. To change it, make another field unique.')
            : t('The id of an item from the next import on. Items without it are skipped.')
        }
      />
      <Switch
        {...checkbox('archive')}
        description={t('Private: never searched, filtered or sent to the shop. Boosts can use it.')}
      />
      <Switch {...checkbox('custom_data')} disabled={isUnique} description={t('Sent with items as it is, not indexed.')} />
      {needsRoom && <Instead form={form} collectionId={collection.id} />}
    </>
  );
}

const debounceMs = 200;

function Instead({ form, collectionId }: { readonly form: Form; readonly collectionId: number }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, debounceMs);
  const asked = { c: collectionId, kind: 'indexed', sort: 'found_count', search } as const;
  const { data } = useQuery(followingQuery(listFields, asked));
  const fields = (data?.items ?? []).filter((one) => !isSet(one.unique_field));
  const { value, onChange: _, ...props } = form.field('instead_of');
  return (
    <Select
      {...props}
      required
      searchable
      description={t('{max} fields are indexed already. Choose one to become custom data.', {
        max: maximumIndexedFields,
      })}
      nothingFoundMessage={t('No field is called that')}
      filter={({ options }) => options}
      data={fields.map(({ id, name, found_count: count }) => ({
        value: String(id),
        label: count === null ? name : `${name} · ${t('{count} items', { count })}`,
      }))}
      value={value == null ? null : String(value)}
      onChange={(id) => form.set('instead_of', id === null ? null : Number(id))}
      onSearchChange={(text) => setTyped(text.split(' · ')[0] ?? '')}
    />
  );
}
