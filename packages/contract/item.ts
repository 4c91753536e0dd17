/** What a field of an item can hold. Lists hold values of one kind. */
export type FieldValue = string | number | boolean | readonly string[] | readonly number[];

/** One searchable thing. `id` is unique within its collection; `fields` are keyed by schema field name. */
export interface Item {
  readonly id: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** The feed that brought it; absent where a person or the shop's own program did. Kept with the item, never searched. */
  readonly source?: number;
}

/** The types a schema field can have. The value is stored, the label is what the specification shows. */
export const fieldTypes = {
  text: 'Text/keyword',
  integer: 'Integer',
  float: 'Float',
  boolean: 'Boolean',
  date: 'Date',
  object: 'Object',
} as const;
export type FieldType = keyof typeof fieldTypes;

/** Separates the levels of a category path: `Garden > Mowers > Petrol`. */
export const pathSeparator = ' > ';
