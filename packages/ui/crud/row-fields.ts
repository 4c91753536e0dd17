import { createElement, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { emptyField } from '#contract/values/field-kind.ts';
import type { timedRuleFields } from '#contract/rows/rule-fields.ts';
import type { FieldNames, RecordFormState } from '#ui/form/record-form.ts';
import { formats, valueText } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { type AnyCrud, type ItemInputOf, type ItemOf } from '#contract/crud.ts';
import { isLeaving } from './crud.ts';
import type { Column } from '#ui/list/table.tsx';

export interface RowField<C extends AnyCrud> extends Pick<
  Column<ItemOf<C>>,
  'isControl' | 'isNumber' | 'isTitledOnCard' | 'isWideOnly' | 'width'
> {
  readonly label: string;
  readonly hint?: string;
  /** The values of a choice. */
  readonly choices?: Readonly<Record<string, { readonly name: string; readonly meaning: string }>>;
  readonly cell?: (row: ItemOf<C>) => ReactNode;
  /** The server's name of the sort; the field's by default. */
  readonly sort?: string;
  readonly isFormOnly?: true;
  /** Replaces the input of its kind. */
  readonly input?: (form: RecordFormState<C['input']>) => ReactNode;
}

type Envelope = typeof timedRuleFields;

type InputName<C extends AnyCrud> = Exclude<keyof ItemInputOf<C> & string, 'c' | keyof Envelope>;

/** Fields of the form and columns of the list, in the order of both. Other names are columns only. */
export type RowFields<C extends AnyCrud> = Readonly<Record<InputName<C>, RowField<C>>> & Readonly<Record<string, RowField<C>>>;

type Values = Readonly<Record<string, unknown>>;

const entriesOf = <C extends AnyCrud>(fields: RowFields<C>): [string, RowField<C>][] => Object.entries(fields);
const shapeOf = ({ input }: AnyCrud) => input.shape as Readonly<Record<string, z.core.$ZodType>>;

export const askedFields = <C extends AnyCrud>(calls: C, fields: RowFields<C>) =>
  entriesOf(fields).flatMap(([name, field]) => {
    const schema = shapeOf(calls)[name];
    return schema ? [{ name, field, schema }] : [];
  });

export function columnsOf<C extends AnyCrud>(calls: C, fields: RowFields<C>): Column<ItemOf<C>>[] {
  const says = valueTexts(fields);
  const sorts: readonly string[] = calls.sorts;
  return entriesOf(fields)
    .filter(([, { isFormOnly = false }]) => !isFormOnly)
    .map(([field, column], place) => {
      const { label: title, sort: name = field, cell = (row) => says(field, (row as Values)[field]) } = column;
      const named = (row: ItemOf<C>) => (place === 0 && isLeaving(row) ? createElement('del', null, cell(row)) : cell(row));
      return { ...column, name, title, cell: named, isSortable: sorts.includes(name) };
    });
}

export function fieldNames<C extends AnyCrud>(calls: C, fields: RowFields<C>): FieldNames<C['input']> {
  const labels = askedFields(calls, fields).map(({ name, field }) => [name, field.label]);
  const ofRule = calls.isRule ? [['is_active', t('Active')]] : [];
  const ofTimed = calls.isTimed
    ? [
        ['valid_from', t('From')],
        ['valid_to', t('To')],
      ]
    : [];
  return Object.fromEntries([...labels, ...ofRule, ...ofTimed]) as FieldNames<C['input']>;
}

export function valueTexts<C extends AnyCrud>(fields: RowFields<C>): (name: string, value: unknown) => string {
  return (name, value) => fields[name]?.choices?.[String(value)]?.name ?? valueText(t, formats, value);
}

/** From the link's parameters, or the defaults. */
export function blankOf<C extends AnyCrud>(calls: C, proposed: Readonly<Record<string, unknown>>): ItemInputOf<C> {
  const entries = Object.entries(shapeOf(calls)).map(([name, schema]) => {
    const blank = emptyField(schema);
    const text = proposed[name];
    if (text === undefined) return [name, blank];
    return [name, Array.isArray(blank) ? [text] : text];
  });
  return Object.fromEntries(entries) as ItemInputOf<C>;
}
