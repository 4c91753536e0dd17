import { type ReactNode, useRef, useState } from 'react';
import { Radio, Stack, Switch, TextInput, Alert, Button, Group, Text, SimpleGrid } from '@mantine/core';
import type * as z from 'zod/mini';
import { useQuery } from '@tanstack/react-query';
import { GitMerge } from 'lucide-react';
import type { AnyCrud, ItemInputOf, ItemOf } from '#contract/crud.ts';
import { type CrudState, idOf, inputOf } from './crud.ts';
import { t } from '#ui/text/i18n.ts';
import { askedFields, blankOf, fieldNames, type RowField, type RowFields, valueTexts } from './row-fields.ts';
import { LastChanged, RecordGone, personOf, SavedMeanwhile } from '#ui/form/conflict.tsx';
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

interface ConflictAlertProps<C extends AnyCrud> {
  readonly crud: Pick<CrudState<C>, 'endpoints' | 'close'>;
  readonly id: number;
  readonly error: CallError;
  readonly names: Readonly<Record<string, string>>;
  readonly mine: Fields;
  readonly says: (name: string, value: unknown) => string;
  readonly load: (theirs: ItemOf<C>) => void;
  readonly replace: (theirs: ItemOf<C>) => void;
  readonly saveAsNew: () => void;
}

function ConflictAlert<C extends AnyCrud>(props: ConflictAlertProps<C>) {
  const { crud, id, error } = props;
  const isDeleted = error.code === 'deletedMeanwhile';
  const { data } = useQuery({
    ...query((crud.endpoints as AnyCrud).read, { id }),
    enabled: !isDeleted,
    staleTime: 0,
  });
  return isDeleted ? <DeletedAlert {...props} /> : <ChangedAlert {...props} theirs={data as ItemOf<C> | undefined} />;
}

function DeletedAlert<C extends AnyCrud>({ crud, error, saveAsNew }: ConflictAlertProps<C>) {
  return (
    <Alert role="alert" icon={<GitMerge size={18} aria-hidden />}>
      <Stack gap={12}>
        <Text size="sm">{t('{person} deleted this in the meantime.', { person: personOf(error) ?? t('Somebody') })}</Text>
        <Group gap={8}>
          <Button size="xs" onClick={saveAsNew}>
            {t('Save as new')}
          </Button>
          <Button size="xs" variant="default" onClick={crud.close}>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function ChangedAlert<C extends AnyCrud>({
  crud,
  error,
  names,
  mine,
  says,
  load,
  replace,
  theirs,
}: ConflictAlertProps<C> & { readonly theirs: ItemOf<C> | undefined }) {
  const stored = theirs === undefined ? {} : (inputOf(crud.endpoints, theirs) as Fields);
  const differing = Object.keys(names)
    .filter((name) => name in stored)
    .map((name) => ({ name: names[name] ?? name, theirs: says(name, stored[name]), mine: says(name, mine[name]) }))
    .filter((one) => one.theirs !== one.mine);
  return (
    <SavedMeanwhile
      person={personOf(error)}
      at={(theirs as { readonly updated_at?: number } | undefined)?.updated_at}
      differing={differing}
      load={theirs && (() => load(theirs))}
      replace={theirs && (() => replace(theirs))}
    />
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

const ActiveSwitch = ({ form }: { readonly form: AnyForm }) => (
  <Switch {...form.checkbox('is_active')} description={t('A rule that is off has no effect.')} />
);

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
