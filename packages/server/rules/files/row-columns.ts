import * as z from 'zod/mini';
import type { ObjectSchema } from '#contract/endpoint.ts';
import { fail } from '#server/base/fail.ts';

type Shape = ObjectSchema['_zod']['def']['shape'];

const toldColumns = 20;
const toldCharacters = 200;

const isNeeded = (field: z.core.$ZodType) => [undefined, null].every((value) => !z.safeParse(field, value).success);

/** HTML and JSON begin with other letters. */
const isColumnName = (cell: string): boolean => /^[^<>{}[\]]*$/.test(cell);

export class RowColumns {
  readonly #shape: Shape;
  readonly #fields: ReadonlyMap<string, string>;
  readonly #unknown = new Set<string>();

  constructor(shape: Shape, aliases: Readonly<Record<string, string>> = {}) {
    this.#shape = shape;
    const names = [
      ...Object.entries(aliases).filter(([, field]) => field in shape),
      ...Object.keys(shape).map((name) => [name, name]),
    ];
    this.#fields = new Map(names.map(([name = '', field = '']) => [name.toLowerCase(), field]));
  }

  /** Undefined for an unknown name, which is noted. */
  fieldOf(name: string): string | undefined {
    const field = this.#fields.get(name.trim().toLowerCase());
    if (field === undefined && name.trim() !== '' && this.#unknown.size < toldColumns)
      this.#unknown.add(name.trim().slice(0, toldCharacters));
    return field;
  }

  /** Throws `columnMissing`, or `refused()` if the line is no header. */
  ofHeader(header: readonly string[], refused: () => Error): (string | undefined)[] {
    const fields = header.map((name) => this.fieldOf(name));
    const isNoneKnown = fields.every((field) => field === undefined);
    if (isNoneKnown && !header.every(isColumnName)) throw refused();
    const missing = Object.entries(this.#shape).find(([name, field]) => isNeeded(field) && !fields.includes(name));
    const columns = header.map((name) => name.trim()).filter((name) => name !== '');
    if (missing) throw fail('columnMissing', { column: missing[0], columns: columns.join(', ').slice(0, toldCharacters) });
    if (isNoneKnown) throw refused();
    return fields;
  }

  get unknown(): string[] {
    return [...this.#unknown];
  }
}
