/** Lists hold values of one kind. */
export type FieldValue = string | number | boolean | readonly string[] | readonly number[];

/** `id` is unique in a collection; `fields` are keyed by schema field. */
export interface Item {
  readonly id: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** The feed it came from; absent for items added by hand or by API. Not searched. */
  readonly source?: number;
}

/** Stored value and specified label. */
export const fieldTypes = {
  text: 'Text/keyword',
  integer: 'Integer',
  float: 'Float',
  boolean: 'Boolean',
  date: 'Date',
  object: 'Object',
} as const;
export type FieldType = keyof typeof fieldTypes;

/** `Garden > Mowers > Petrol`. */
export const pathSeparator = ' > ';
