import { type ReactNode, useRef, useState } from 'react';
import type { AnyCrud, ItemInputOf, ItemOf } from '#contract/crud.ts';
import { type CrudState, idOf, inputOf } from './crud.ts';
import { t } from '#ui/text/i18n.ts';
import { askedFields, blankOf, fieldNames, type RowField, type RowFields, valueTexts } from './row-fields.ts';
import { ConflictAlert } from './conflict-alert.tsx';
import { LastChanged } from '#ui/form/last-changed.tsx';
import { DrawerForm, FormSkeleton } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { LoadError } from '#ui/page/states.tsx';
import { ActiveSwitch, ValidityPart } from './validity-part.tsx';
import { RecordGone } from '#ui/form/record-gone.tsx';
import { Radio, Stack, Switch, TextInput } from '@mantine/core';
import type * as z from 'zod/mini';
import { fieldKind, numberBounds } from '#contract/values/field-kind.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import type { AnyForm, RecordFormState } from '#ui/form/record-form.ts';
import { TagsField } from '#ui/form/tags-field.tsx';

interface RecordDrawerProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly fields: RowFields<C>;
  readonly titles: { readonly add: string; readonly edit: string };
  readonly below?: ((item: ItemOf<C>) => ReactNode) | undefined;
}

/** Opened by `?edit=new` or `?edit=3`. */
export function RecordDrawer<C extends AnyCrud>({ crud, titles, fields, below }: RecordDrawerProps<C>) {
  const opened = useWhileClosing(crud.opened);
  const isNew = opened.key === 'new';
  const title = isNew ? titles.add : titles.edit;
  const isKnown = isNew || opened.item !== undefined;
  return (
    <SideDrawer isOpen={crud.opened.key !== undefined} title={title} onClose={crud.close}>
      {isKnown && <OpenedForm key={opened.key} crud={crud} titles={titles} opened={opened.item} fields={fields} />}
      {opened.item !== undefined && below?.(opened.item)}
      {!isKnown && (opened.error != null ? <OpeningFailed crud={crud} error={opened.error} /> : <FormSkeleton />)}
    </SideDrawer>
  );
}

function OpeningFailed<C extends AnyCrud>({ crud, error }: { readonly crud: CrudState<C>; readonly error: unknown }) {
  const isGone = (error as { readonly code?: string }).code === 'notFound';
  return isGone ? <RecordGone close={crud.close} /> : <LoadError error={error} retry={() => void crud.renew()} />;
}

interface OpenedFormProps<C extends AnyCrud> extends Omit<RecordDrawerProps<C>, 'below'> {
  readonly opened: ItemOf<C> | undefined;
}

/** Keeps editing the version that was opened when a refetch brings a newer one. */
function OpenedForm<C extends AnyCrud>({ crud, opened, titles, fields }: OpenedFormProps<C>) {
  const { endpoints, proposed } = crud;
  const calls: AnyCrud = endpoints;
  const names = fieldNames(endpoints, fields);
  const says = valueTexts(fields);
  const [item, setItem] = useState(opened);
  /** What the next save replaces; undefined creates a record. */
  const from = useRef(opened);
  const load = (theirs: ItemOf<C>) => {
    from.current = theirs;
    setItem(() => theirs);
  };
  const version = item === undefined ? 'new' : String((item as { readonly updated_at: number }).updated_at);
  return (
    <DrawerForm
      key={version}
      schema={calls.input}
      initial={item === undefined ? blankOf(endpoints, proposed) : inputOf(endpoints, item)}
      names={names}
      save={(values) => crud.save(values as ItemInputOf<C>, from.current)}
      saveLabel={item === undefined ? titles.add : t('Save changes')}
      isChange={item !== undefined}
      onClose={crud.close}
      foot={item !== undefined && <LastChanged item={item} isRule={endpoints.isRule} />}
      refused={(error, form) =>
        item !== undefined && (error.code === 'changedMeanwhile' || error.code === 'deletedMeanwhile') ? (
          <ConflictAlert
            crud={crud}
            id={idOf(item)}
            error={error}
            names={names}
            mine={form.values as Readonly<Record<string, unknown>>}
            says={says}
            load={load}
            replace={(theirs) => {
              from.current = theirs;
              form.submit();
            }}
            saveAsNew={() => {
              from.current = undefined;
              form.submit();
            }}
          />
        ) : null
      }
    >
      {(form) => (
        <>
          {askedFields(endpoints, fields).map((one, place) => (
            <FieldInput key={one.name} {...one} form={form} isFirst={place === 0} />
          ))}
          {endpoints.isRule && (endpoints.isTimed ? <ValidityPart form={form} /> : <ActiveSwitch form={form} />)}
        </>
      )}
    </DrawerForm>
  );
}

/** Keeps the content while the drawer slides away. */
function useWhileClosing<Opened extends { readonly key: string | number | undefined; readonly item: unknown }>(
  opened: Opened,
): Opened {
  const [last, setLast] = useState(opened);
  if (opened.key === undefined) return last;
  if (opened.key !== last.key || opened.item !== last.item) setLast(opened);
  return opened;
}

interface FieldInputProps {
  readonly form: AnyForm;
  readonly name: string;
  readonly field: Pick<RowField<AnyCrud>, 'hint' | 'choices' | 'input'>;
  readonly schema: z.core.$ZodType;
  readonly isFirst: boolean;
}

export function FieldInput({ form, name, field: { hint, choices, input }, schema, isFirst }: FieldInputProps) {
  if (input) return input(form as RecordFormState<z.ZodMiniObject>);
  const focus = isFirst ? { 'data-autofocus': true } : {};
  const props = { ...form.field(name), ...focus, ...(hint !== undefined && { description: hint }) };
  if (choices) return <Choices form={form} name={name} choices={choices} />;
  switch (fieldKind(schema)) {
    case 'list':
      return <TagsField {...props} splitChars={[',', ';']} />;
    case 'number':
    case 'moment':
      return <NumberField {...props} {...numberBounds(schema)} />;
    case 'truth':
      return <Switch {...form.checkbox(name)} {...(hint !== undefined && { description: hint })} />;
    case 'text':
      return <TextInput {...props} />;
  }
}

function Choices({ form, name, choices }: Pick<FieldInputProps, 'form' | 'name'> & Required<Pick<RowField<AnyCrud>, 'choices'>>) {
  const { values } = form;
  const choose = (chosen: string) => form.set(name, typeof values[name] === 'number' ? Number(chosen) : chosen);
  return (
    <Radio.Group {...form.field(name)} value={String(values[name])} onChange={choose}>
      <Stack gap={12} mt={8}>
        {Object.entries(choices).map(([value, { name: label, meaning }]) => (
          <Radio key={value} value={value} label={label} description={meaning} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
