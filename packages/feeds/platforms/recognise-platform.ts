import { isMetafield, normalName, plainName } from '#feeds/mapping/item-fields.ts';
import type { Platform } from './platforms.ts';
import { platforms, recordPlatforms } from './platforms.ts';

/** The columns of a table by their normalised names. */
export class Columns {
  readonly all: readonly string[];
  readonly headings: Readonly<Record<string, string>>;
  readonly #byName = new Map<string, string>();
  readonly #found = new Map<string, readonly string[]>();

  constructor(columns: readonly string[], headings: Readonly<Record<string, string>> = {}) {
    this.all = columns;
    this.headings = headings;
    const standard = columns.filter((column) => !isMetafield(column));
    for (const nameOf of [normalName, plainName])
      for (const column of standard) {
        const name = nameOf(Object.hasOwn(headings, column) ? headings[column]! : column);
        if (!this.#byName.has(name)) this.#byName.set(name, column);
      }
  }

  named(names: string = ''): readonly string[] {
    const known = this.#found.get(names);
    if (known !== undefined) return known;
    const found = names.split(' ').flatMap((name) => this.#byName.get(name) ?? (name.startsWith('@') ? name : []));
    this.#found.set(names, found);
    return found;
  }

  has(sign: string): boolean {
    return sign.split('|').some((name) => this.#byName.has(name));
  }
}

const among = (some: readonly Platform[], columns: Columns): Platform | null =>
  some.find(({ signs }) => signs.split(' ').every((sign) => columns.has(sign))) ?? null;

export const platformOf = (columns: Columns): Platform | null => among(platforms, columns);

export const platformOfRecords = (fields: readonly string[]): Platform | null => among(recordPlatforms, new Columns(fields));

export const platformNamed = (name: string): Platform | undefined =>
  [...platforms, ...recordPlatforms].find((platform) => platform.name === name);
