import { Divider, Group, NativeSelect, Skeleton, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { listCollections, readCollection } from '#features/data/collections/collections.contract.ts';
import { listFeeds, readFeed } from '#features/data/feeds/feeds.contract.ts';
import {
  addField,
  inputOf,
  isSet,
  listFields,
  readField,
  readFieldValues,
  type SchemaField,
  SchemaFieldInput,
  updateField,
} from '#features/data/schema/schema.contract.ts';
import { query, useCall, useSettledAnswer } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { DrawerForm, FormSkeleton } from '#ui/form/drawer-form.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { AfterWait, Loaded, LoadError } from '#ui/page/states.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { Status } from '#ui/page/status.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { fieldLabel, valueWord } from '#ui/item/field-words.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { typeNames, typeWord } from './schema.released.tsx';
import classes from './field-values.module.css';

const refreshes = [listFields, readField, listCollections, readCollection, listFeeds, readFeed];
const typeChoices = () => typeNames.map((type) => ({ value: type, label: t(typeWord(type)) }));

/** Address: `?edit=new` or `?edit=3`. */
export function FieldDrawer({ collectionId }: { readonly collectionId: number }) {
  const [{ edit: id }, change] = useAddress();
  const { data: field } = useQuery({ ...query(readField, { id: Number(id) }), enabled: typeof id === 'number' });
  const close = () => change({ edit: undefined });
  return (
    <SideDrawer
      isOpen={id !== undefined}
      title={id === 'new' ? t('Add field') : field ? fieldLabel(field.name) : t('Edit')}
      onClose={close}
    >
      {id === 'new' && <NewField collectionId={collectionId} onClose={close} />}
      {typeof id === 'number' && (
        <Loaded query={query(readField, { id })} skeleton={<FormSkeleton />}>
          {(known) => <FieldForm key={known.id} field={known} onClose={close} />}
        </Loaded>
      )}
    </SideDrawer>
  );
}

interface NewFieldProps {
  readonly collectionId: number;
  readonly onClose: () => void;
}

function NewField({ collectionId, onClose }: NewFieldProps) {
  const add = useCall(addField, { refreshes });
  return (
    <DrawerForm
      schema={addField.input}
      initial={{ collection_id: collectionId, name: '', type: 'text' }}
      names={{ collection_id: t('Collection'), name: t('Name'), type: t('Type') }}
      save={async (values) => {
        const { name } = await add.mutateAsync(values);
        toast({ text: t('“{name}” was added. The next import fills it.', { name }) });
      }}
      saveLabel={t('Add field')}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextInput {...field('name')} description={t('As the feed or the item API calls it.')} data-autofocus />
          <NativeSelect {...field('type')} data={typeChoices()} />
        </>
      )}
    </DrawerForm>
  );
}

interface FieldFormProps {
  readonly field: SchemaField;
  readonly onClose: () => void;
}

function FieldForm({ field, onClose }: FieldFormProps) {
  const update = useCall(updateField, { refreshes });
  return (
    <>
      <DrawerForm
        schema={SchemaFieldInput}
        initial={inputOf(field)}
        names={{
          type: t('Type'),
          facet: t('Filters'),
          path: t('Filters by level'),
          autocomplete: t('Autocomplete'),
          front_name: t('Shown name'),
          one_key: t('Variants'),
          unique_field: t('Unique'),
          archive: t('Private'),
          custom_data: t('Custom data'),
        }}
        save={async (_input, changes) => {
          const { waits } = await update.mutateAsync({ ...changes, id: field.id });
          toast({ text: waits ? t('Saved. It waits until the collection is recreated.') : t('Saved.') });
        }}
        saveLabel={t('Save changes')}
        isChange
        onClose={onClose}
      >
        {(form) => <FieldFlags form={form} field={field} />}
      </DrawerForm>
      <Divider my={24} />
      <FieldValues field={field} />
    </>
  );
}

interface FieldFlagsProps {
  readonly form: RecordFormState<typeof SchemaFieldInput>;
  readonly field: SchemaField;
}

function FieldFlags({ form, field }: FieldFlagsProps) {
  const { values, checkbox } = form;
  const isUnique = isSet(field.unique_field);
  const isSearched = field.searchable && !isSet(field.custom_data) && !field.archive;
  const isCustom = isSet(values.custom_data);
  const isHidden = isCustom || values.archive;
  return (
    <>
      <NativeSelect
        {...form.field('type')}
        description={t('Numbers and dates have ranges, texts have words.')}
        data={typeChoices()}
      />
      <Group gap={8}>
        {isSearched ? <Status kind="live" label={t('Searched')} /> : <Status kind="off" label={t('Not searched')} />}
        <AllowedLink needs="search" to={linkTo('/search-settings/relevance-tuning')}>
          {t('Change in relevance tuning')}
        </AllowedLink>
      </Group>
      <Switch
        {...checkbox('facet')}
        disabled={isHidden}
        description={t('Filter, count and sort by this field, such as a brand or price.')}
      />
      <Switch
        {...checkbox('path')}
        disabled={isHidden || !values.facet}
        description={t('Paths such as “Garden > Tools”; each level is a filter.')}
      />
      <Switch
        {...checkbox('autocomplete')}
        disabled={isHidden || !field.searchable}
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
            : t('The id of an item from the next import on. Items without it are skipped, and rules for single items lose them.')
        }
      />
      <Switch {...checkbox('archive')} description={t('Never searched, filtered or sent to the shop. Boosts can use it.')} />
      <Switch {...checkbox('custom_data')} disabled={isUnique} description={t('Sent with items as it is, not indexed.')} />
    </>
  );
}

function FieldValues({ field: { collection_id, name } }: { readonly field: SchemaField }) {
  const [q, setQ] = useState('');
  const { data, error, refetch } = useSettledAnswer(readFieldValues, { collection_id, field_name: name, q });
  const found = data?.data;
  return (
    <section>
      <Title order={3} mb={8}>
        {t('Values')}
      </Title>
      <TextInput
        type="search"
        size="sm"
        aria-label={t('Search the list')}
        placeholder={t('Search the list')}
        leftSection={<Search size={14} aria-hidden />}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      {!found &&
        (error ? (
          <LoadError error={error} retry={() => void refetch()} />
        ) : (
          <AfterWait>
            <Skeleton height={120} mt={8} />
          </AfterWait>
        ))}
      {found && (
        <Stack gap={4} mt={8}>
          <Text size="xs" c="dimmed" role="status">
            {found.is_part
              ? t('{count} different values in some of the items', { count: found.distinct_count })
              : t('{count} different values', { count: found.distinct_count })}
          </Text>
          <ul className={classes.values}>
            {found.values.map(({ value, count }) => (
              <li key={`${typeof value} ${String(value)}`}>
                <span className={classes.value}>{valueWord(name, value)}</span>
                <span className={classes.count}>{formats.number(count)}</span>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </section>
  );
}
