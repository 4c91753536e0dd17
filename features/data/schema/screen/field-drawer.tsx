import { Alert, Divider, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Clock, Zap, Search } from 'lucide-react';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAddress } from '#ui/state/address.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import { query, useCall, followingQuery } from '#ui/calls/queries.ts';
import { DrawerForm, FormSkeleton } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { LoadError, AfterWait } from '#ui/page/states.tsx';
import { toast } from '#ui/calls/toast.ts';
import { type CollectionDetail, listCollections, readCollection } from '#features/data/collections/collections.contract.ts';
import { listFeeds, readFeed } from '#features/data/feeds/feeds.contract.ts';
import { FieldFlags } from './field-flags.tsx';
import {
  type Cost,
  costOf,
  inputOf,
  listFields,
  readField,
  type SchemaField,
  SchemaFieldInput,
  updateField,
  readFieldValues,
  type FieldValues,
} from '#features/data/schema/schema.contract.ts';
import { formats } from '#ui/text/format.ts';
import classes from './field-values.module.css';

const debounceMs = 200;

function FieldValuesList({ field }: { readonly field: Pick<SchemaField, 'collection_id' | 'name'> }) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, debounceMs);
  const asked = followingQuery(readFieldValues, { collection_id: field.collection_id, field_name: field.name, q });
  const { data, error, refetch } = useQuery(asked);
  return (
    <section>
      <Title order={3} mb={8}>
        {t('Values')}
      </Title>
      <TextInput
        type="search"
        size="sm"
        aria-label={t('Search values')}
        placeholder={t('Search values')}
        leftSection={<Search size={14} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {!data && error && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <AfterWait>
          <Skeleton height={120} mt={8} />
        </AfterWait>
      )}
      {data && <Found found={data} />}
    </section>
  );
}

function summary(
  t: Translate,
  { distinct_count: count, is_part: isPart, looked_at_count: seen, item_count: all }: FieldValues,
): string {
  if (all === 0) return t('There are no items yet.');
  if (!isPart) return t('{count} different values', { count });
  if (seen === all) return t('more than {count} different values', { count });
  return t('{count} different values in the first {seen} of {all} items', { count, seen, all });
}

function Found({ found }: { readonly found: FieldValues }) {
  return (
    <Stack gap={4} mt={8}>
      <Text size="xs" c="dimmed" role="status">
        {summary(t, found)}
      </Text>
      <ul className={classes.values}>
        {found.values.map(({ value, count }) => (
          <li key={`${typeof value} ${String(value)}`}>
            <span className={classes.value}>{String(value)}</span>
            <span className={classes.count}>{formats.number(count)}</span>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

const refreshes = [listFields, readField, listCollections, readCollection, listFeeds, readFeed];

/** Address: `?edit=3`. */
export function FieldDrawer({ collection }: { readonly collection: CollectionDetail }) {
  const [{ edit: id }, change] = useAddress();
  const isOpen = typeof id === 'number';
  const { data: field, error, refetch } = useQuery({ ...query(readField, { id: isOpen ? id : 0 }), enabled: isOpen });
  const close = () => change({ edit: undefined });
  return (
    <SideDrawer isOpen={isOpen} title={field?.name ?? t('Edit field')} onClose={close}>
      {isOpen && field && <FieldForm key={field.id} field={field} collection={collection} onClose={close} />}
      {isOpen && !field && (error ? <LoadError error={error} retry={() => void refetch()} /> : <FormSkeleton />)}
    </SideDrawer>
  );
}

interface FieldFormProps {
  readonly field: SchemaField;
  readonly collection: CollectionDetail;
  readonly onClose: () => void;
}

function FieldForm({ field, collection, onClose }: FieldFormProps) {
  const update = useCall(updateField, { refreshes });
  const save = async (input: SchemaFieldInput) => {
    const cost = costOf(field, input);
    await update.mutateAsync({ ...input, id: field.id });
    if (cost === 'recreate') toast({ text: t('Saved. It waits until the collection is recreated.') });
    else if (cost === 'import') toast({ text: t('Saved. Applies from the next import.') });
    else toast({ text: t('Saved. Searches use it already.') });
  };
  return (
    <>
      <DrawerForm
        schema={SchemaFieldInput}
        initial={inputOf(field)}
        names={{
          type: t('Type'),
          unique_field: t('Unique'),
          one_key: t('Variants'),
          front_name: t('Shown name'),
          custom_data: t('Custom data'),
          archive: t('Private'),
          autocomplete: t('Autocomplete'),
          facet: t('Filters'),
          path: t('Filters by level'),
          instead_of: t('Instead of'),
        }}
        save={save}
        saveLabel={t('Save changes')}
        isChange
        onClose={onClose}
      >
        {(form) => (
          <>
            <FieldFlags form={form} field={field} collection={collection} />
            <CostNote cost={costOf(field, SchemaFieldInput.parse(form.values))} seconds={collection.recreate_seconds} />
          </>
        )}
      </DrawerForm>
      <Divider my={24} />
      <FieldValuesList field={field} />
    </>
  );
}

interface CostNoteProps {
  readonly cost: Cost;
  readonly seconds: number | null;
}

function CostNote({ cost, seconds }: CostNoteProps) {
  const recreate =
    seconds === null
      ? t('Searches see this once you recreate the collection.')
      : t('Takes effect once you recreate the collection, about {duration}.', {
          duration: formats.duration(seconds),
        });
  const texts: Readonly<Record<Cost, string>> = {
    none: t('Nothing is changed yet.'),
    atOnce: t('Searches use this as soon as you save.'),
    recreate,
    import: t('Item ids change with the next import. Rules for single items lose them.'),
  };
  const isWaiting = cost === 'recreate' || cost === 'import';
  const Icon = isWaiting ? Clock : Zap;
  return (
    <Alert
      color="gray"
      role="status"
      py={8}
      icon={<Icon size={16} aria-hidden {...(isWaiting && { color: 'var(--aisle-waiting)' })} />}
    >
      {texts[cost]}
    </Alert>
  );
}
