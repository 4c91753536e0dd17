import { createElement, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { emptyField } from '#contract/values/field-kind.ts';
import type { timedRuleFields } from '#contract/rows/rule-fields.ts';
import type { FieldNames, RecordFormState } from '#ui/form/record-form.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { valueText } from '#ui/text/value-text.ts';
import { type AnyCrud, type ItemInputOf, type ItemOf } from '#contract/crud.ts';
import { isLeaving } from './crud.ts';
import type { Column } from '#ui/list/table.tsx';

export interface RowField<C extends AnyCrud> extends Pick<Column<ItemOf<C>>, 'isControl' | 'isNumber' | 'isWideOnly' | 'width'> {
  readonly label: string;
  readonly hint?: string;
  /** For a field with few values: each by its name, with what it means. */
  readonly choices?: Readonly<Record<string, { readonly name: string; readonly meaning: string }>>;
  /** In the list, where it says more than the value. */
  readonly cell?: (row: ItemOf<C>) => ReactNode;
  /** What the list is sorted by, where that has another name than the field. */
  readonly sort?: string;
  readonly isFormOnly?: true;
  /** In the form, instead of the input of its kind. */
  readonly input?: (form: RecordFormState<C['input']>) => ReactNode;
}

type Envelope = typeof timedRuleFields;

type InputName<C extends AnyCrud> = Exclude<keyof ItemInputOf<C> & string, 'c' | keyof Envelope>;

/** All fields that are sent, and others that only the list shows; in the order of both. Whether a rule is on is added by the kit. */
export type RowFields<C extends AnyCrud> = Readonly<Record<InputName<C>, RowField<C>>> & Readonly<Record<string, RowField<C>>>;

type Values = Readonly<Record<string, unknown>>;

const entriesOf = <C extends AnyCrud>(fields: RowFields<C>): [string, RowField<C>][] => Object.entries(fields);
const shapeOf = ({ input }: AnyCrud): Readonly<Record<string, z.core.$ZodType>> => input.shape as never;

export const askedFields = <C extends AnyCrud>(calls: C, fields: RowFields<C>) =>
  entriesOf(fields).flatMap(([name, field]) => {
    const schema = shapeOf(calls)[name];
    return schema ? [{ name, field, schema }] : [];
  });

export function useColumns<C extends AnyCrud>(calls: C, fields: RowFields<C>): Column<ItemOf<C>>[] {
  const says = useValueText(fields);
  const sorts: readonly string[] = calls.sorts;
  return entriesOf(fields)
    .filter(([, { isFormOnly = false }]) => !isFormOnly)
    .map(([field, column], place) => {
      const { label: title, sort: name = field, cell = (row) => says(field, (row as Values)[field]) } = column;
      // The name of what is deleted and still live is struck through.
      const named = (row: ItemOf<C>) => (place === 0 && isLeaving(row) ? createElement('del', null, cell(row)) : cell(row));
      return { ...column, name, title, cell: named, isSortable: sorts.includes(name) };
    });
}

export function useFieldNames<C extends AnyCrud>(calls: C, fields: RowFields<C>): FieldNames<C['input']> {
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

export function useValueText<C extends AnyCrud>(fields: RowFields<C>): (name: string, value: unknown) => string {
  return (name, value) => fields[name]?.choices?.[String(value)]?.name ?? valueText(t, formats, value);
}

/** What the form of a new row begins with: what a link proposes for its fields, by their names, and otherwise their defaults. */
export function blankOf<C extends AnyCrud>(calls: C, proposed: Readonly<Record<string, string>>): ItemInputOf<C> {
  const entries = Object.entries(shapeOf(calls)).map(([name, schema]) => {
    const blank = emptyField(schema);
    const text = proposed[name];
    if (text === undefined) return [name, blank];
    return [name, Array.isArray(blank) ? [text] : text];
  });
  return Object.fromEntries(entries) as ItemInputOf<C>;
}
