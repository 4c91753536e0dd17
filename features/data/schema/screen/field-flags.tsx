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
        description={t('How its values are read: numbers and dates have ranges, texts have words.')}
        data={typeNames.map((type) => ({ value: type, label: t(typeWord(type)) }))}
        value={values.type}
        onChange={(event) => form.set('type', event.currentTarget.value as FieldType)}
      />
      <Switch
        {...checkbox('facet')}
        disabled={isCustom || values.archive}
        description={t('Its values can be filtered, counted and sorted by, such as brands and prices.')}
      />
      <Switch
        {...checkbox('path')}
        disabled={isCustom || values.archive || !values.facet}
        description={t('Its values are paths such as “Garden > Tools”, and each level is a filter of its own.')}
      />
      <Switch
        {...checkbox('autocomplete')}
        disabled={isCustom || values.archive || !field.searchable}
        description={
          field.searchable
            ? t('Its words complete what visitors type. Long texts are better left out.')
            : t('The field is not searched. Relevance tuning decides which fields are.')
        }
      />
      <Switch
        {...checkbox('front_name')}
        description={t('Its value is shown as the name of an item, in your shop and here. Only one field can be this.')}
      />
      <Switch
        {...checkbox('one_key')}
        disabled={isCustom}
        description={t('Items with the same value are variants: together they are one result. Only one field can be this.')}
      />
      <Switch
        {...checkbox('unique_field')}
        disabled={isUnique}
        description={
          isUnique
            ? t('Its value is the id of an item. To change that, choose another field as unique.')
            : t('Its value is the id of an item, from the next import on. Items without it are left out.')
        }
      />
      <Switch
        {...checkbox('archive')}
        description={t('Your shop does not get it: not searched, not a filter, never sent. Boosts can use it.')}
      />
      <Switch
        {...checkbox('custom_data')}
        disabled={isUnique}
        description={t('Sent along with the items as it came, and not indexed in any way.')}
      />
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
      description={t('{max} fields are indexed already. Choose the one that becomes custom data for it.', {
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
