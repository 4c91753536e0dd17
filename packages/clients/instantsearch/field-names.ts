/** What attributes of widgets are called in the collection. */
export interface FieldNames {
  readonly fieldOf: (attribute: string) => string;
  /** Which level of a path an attribute such as `category.lvl0` holds; null where it holds all of the field. */
  readonly levelOf: (attribute: string) => number | null;
}

/** Between the levels of a path, as in items. */
export const pathSeparator = ' > ';

const levelled = /^(.+)\.lvl(\d+)$/;

/** Levels are one field of paths here: `category.lvl0` is of `category`. `renamed` says where they are called otherwise. */
export const fieldNames = (renamed: Readonly<Record<string, string>>): FieldNames => ({
  fieldOf: (attribute) => {
    const name = levelled.exec(attribute)?.[1] ?? attribute;
    return Object.hasOwn(renamed, name) ? renamed[name]! : name;
  },
  levelOf: (attribute) => {
    const level = levelled.exec(attribute)?.[2];
    return level === undefined ? null : Number(level);
  },
});
