import { type ReactNode, useState } from 'react';
import { Radio, Stack, Switch, TextInput, Alert, Button, Group, Text, SimpleGrid } from '@mantine/core';
import type * as z from 'zod/mini';
import { GitMerge } from 'lucide-react';
import type { AnyCrud, ItemInputOf, ItemOf } from '#contract/crud.ts';
import { type CrudState, idOf, inputOf, momentOf } from './crud.ts';
import { saveText } from '#ui/page/goes-live.ts';
import { t } from '#ui/text/i18n.ts';
import { askedFields, blankOf, fieldNames, type RowField, type RowFields, valueTexts } from './row-fields.ts';
import { LastChanged, RecordGone, personOf, useRecordVersions } from '#ui/form/conflict.tsx';
import { DrawerForm, FormSkeleton, ClosedPart } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { LoadError } from '#ui/page/states.tsx';
import { fieldKind, numberBounds } from '#contract/values/field-kind.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import type { AnyForm, RecordFormState } from '#ui/form/record-form.ts';
import { TagsField, MomentInput } from '#ui/form/text-inputs.tsx';
import type { CallError } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import type { Validity } from '#contract/rows/rule-fields.ts';
import { useProjectTimeZone } from '#ui/state/session.ts';
import { formats } from '#ui/text/format.ts';

type Fields = Readonly<Record<string, unknown>>;

interface DeletedAlertProps {
  readonly error: CallError;
  readonly saveAsNew: () => void;
  readonly close: () => void;
}

function DeletedAlert({ error, saveAsNew, close }: DeletedAlertProps) {
  return (
    <Alert role="alert" icon={<GitMerge size={18} aria-hidden />}>
      <Stack gap={12}>
        <Text size="sm">{t('{person} deleted this in the meantime.', { person: personOf(error) ?? t('Somebody') })}</Text>
        <Group gap={8}>
          <Button size="xs" onClick={saveAsNew}>
            {t('Save as new')}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

export function ValidityPart({ form }: { readonly form: AnyForm }) {
  const timeZone = useProjectTimeZone();
  const says = useValidityText();
  const values = form.values as Validity;
  const input = (name: 'valid_from' | 'valid_to') => ({
    field: form.field(name),
    hint: t('Time zone {zone}', { zone: timeZone }),
    timeZone,
    value: values[name] ?? null,
    change: (value: number | null) => form.set(name, value),
  });
  const [from, to] = [input('valid_from'), input('valid_to')];
  return (
    <ClosedPart title={t('Validity')} summary={says(values)} isWrong={Boolean(from.field.error ?? to.field.error)}>
      <ActiveSwitch form={form} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
        <MomentInput {...from} />
        <MomentInput {...to} />
      </SimpleGrid>
    </ClosedPart>
  );
}

const ActiveSwitch = ({ form }: { readonly form: AnyForm }) => <Switch {...form.checkbox('is_active')} />;

export function useValidityText(): (validity: Validity) => string {
  const timeZone = useProjectTimeZone();
  return ({ is_active: isActive, valid_from: from = null, valid_to: to = null }) => {
    if (isActive === false) return t('Off');
    if (from === null) return to === null ? t('always') : t('to {date}', { date: formats.momentIn(to, timeZone) });
    const begin = formats.momentIn(from, timeZone);
    return to === null
      ? t('from {date}', { date: begin })
      : t('from {from} to {to}', { from: begin, to: formats.momentIn(to, timeZone) });
  };
}

export interface RecordDrawerProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly fields: RowFields<C>;
  /** Titles and saves a new one: `Add synonym`. */
  readonly add: string;
  readonly below?: ((item: ItemOf<C>) => ReactNode) | undefined;
  readonly beside?: BesideForm<C> | undefined;
  readonly isOpen: boolean;
}

/** Beside the form of a row, in a wide drawer. New rows have no id. */
export type BesideForm<C extends AnyCrud> = (form: RecordFormState<C['input']>, id: number | undefined) => ReactNode;

export function OpenRecord<C extends AnyCrud>({ crud, add, fields, below, beside, isOpen }: RecordDrawerProps<C>) {
  const opened = useWhileClosing(crud.opened);
  const isNew = opened.key === 'new';
  const title = isNew ? add : opened.item === undefined ? t('Edit') : crud.nameOf(opened.item);
  const isKnown = isNew || opened.item !== undefined;
  return (
    <SideDrawer isOpen={isOpen} title={title} onClose={crud.close} isWide={beside !== undefined}>
      {isKnown && (
        <AfterActions key={opened.key} isActing={opened.isActing}>
          <OpenedForm crud={crud} add={add} opened={opened.item} fields={fields} beside={beside} />
        </AfterActions>
      )}
      {opened.item !== undefined && below?.(opened.item)}
      {!isKnown && (opened.error != null ? <OpeningFailed crud={crud} error={opened.error} /> : <FormSkeleton />)}
    </SideDrawer>
  );
}

function OpeningFailed<C extends AnyCrud>({ crud, error }: { readonly crud: CrudState<C>; readonly error: unknown }) {
  const isGone = (error as { readonly code?: string }).code === 'notFound';
  return isGone ? <RecordGone close={crud.close} /> : <LoadError error={error} retry={() => void crud.renew()} />;
}

/** A form begun while a switch of its row is being saved would be refused as changed by somebody else. */
function AfterActions({ isActing, children }: { readonly isActing: boolean; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(!isActing);
  if (!isOpen && !isActing) setOpen(true);
  return isOpen ? children : <FormSkeleton />;
}

interface OpenedFormProps<C extends AnyCrud> extends Omit<RecordDrawerProps<C>, 'below' | 'isOpen'> {
  readonly opened: ItemOf<C> | undefined;
}

/** Keeps editing the version that was opened when a refetch brings a newer one. */
function OpenedForm<C extends AnyCrud>({ crud, opened, add, fields, beside }: OpenedFormProps<C>) {
  const { endpoints, proposed } = crud;
  const calls: AnyCrud = endpoints;
  const names = fieldNames(endpoints, fields);
  const { begun, over, refused } = useRecordVersions<Fields | undefined>(opened, {
    newest: query(calls.read, { id: opened === undefined ? 0 : idOf(opened) }),
    names,
    inputOf: (item) => inputOf(endpoints, item as ItemOf<C>) as Fields,
    says: valueTexts(fields),
  });
  const moment = momentOf(endpoints);
  const version = begun === undefined ? 'new' : String(begun['updated_at']);
  return (
    <DrawerForm
      key={version}
      schema={calls.input}
      initial={begun === undefined ? blankOf(endpoints, proposed) : inputOf(endpoints, begun as ItemOf<C>)}
      names={names}
      save={(values) => crud.save(values as ItemInputOf<C>, over.current as ItemOf<C> | undefined)}
      saveLabel={moment ? saveText(moment) : begun === undefined ? add : t('Save changes')}
      isChange={begun !== undefined}
      onClose={crud.close}
      refused={(error, form) => {
        if (error.code !== 'deletedMeanwhile') return refused(error, form);
        const saveAsNew = () => {
          over.current = undefined;
          form.submit();
        };
        return <DeletedAlert error={error} saveAsNew={saveAsNew} close={crud.close} />;
      }}
      beside={beside && ((form) => beside(form as RecordFormState<C['input']>, begun && idOf(begun)))}
    >
      {(form) => (
        <>
          {askedFields(endpoints, fields).map((one, place) => (
            <FieldInput key={one.name} {...one} form={form} isFirst={place === 0} />
          ))}
          {endpoints.isRule && (endpoints.isTimed ? <ValidityPart form={form} /> : <ActiveSwitch form={form} />)}
          {begun !== undefined && <LastChanged item={begun} isRule={endpoints.isRule} />}
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

function FieldInput({ form, name, field: { hint, choices, input }, schema, isFirst }: FieldInputProps) {
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
