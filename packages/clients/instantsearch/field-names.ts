/** Maps attributes of widgets to fields. */
export interface FieldNames {
  readonly fieldOf: (attribute: string) => string;
  /** Level of `category.lvl0`; null for a whole field. */
  readonly levelOf: (attribute: string) => number | null;
}

/** Separator of path levels in items. */
export const pathSeparator = ' > ';

const levelled = /^(.+)\.lvl(\d+)$/;

/** `category.lvl0` is a level of `category`; `renamed` maps other names. */
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
