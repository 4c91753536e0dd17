import { pathSeparator, type FieldValue, type Item } from '#contract/item.ts';
import type { Filter } from '#engine/plan.ts';

export const measures = ['with_picture', 'with_price', 'in_stock'] as const;
export type Measure = (typeof measures)[number];

interface Measured {
  readonly field: string;
  readonly has: (value: FieldValue | undefined) => boolean;
  /** The same for the engine, which can say it of fields whose values it counts. */
  readonly filter: Filter | null;
}

const isFilled = (value: FieldValue | undefined): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** By the names that fields have once a feed is mapped. */
export const measured: Readonly<Record<Measure, Measured>> = {
  with_picture: { field: 'image', has: isFilled, filter: null },
  with_price: { field: 'price', has: isFilled, filter: { field: 'price', from: -Number.MAX_VALUE } },
  in_stock: {
    field: 'availability',
    has: (value) => value === 'in_stock',
    filter: { field: 'availability', anyOf: ['in_stock'] },
  },
};

const levelsOf = (path: string): string[] => {
  const names = path.split(pathSeparator);
  return names.map((_name, depth) => names.slice(0, depth + 1).join(pathSeparator));
};

/** Counts items by category, each once in a category however often it names it. */
export class PathCounter {
  readonly counts: ReadonlyMap<Measure, Map<string, number>>;
  readonly #pathField: string;

  constructor(pathField: string, wanted: readonly Measure[]) {
    this.#pathField = pathField;
    this.counts = new Map(wanted.map((measure) => [measure, new Map<string, number>()]));
  }

  add({ fields }: Item): void {
    const value = fields[this.#pathField];
    if (value === undefined) return;
    const paths = new Set((Array.isArray(value) ? value.map(String) : [String(value)]).flatMap(levelsOf));
    for (const [measure, counts] of this.counts) {
      const { field, has } = measured[measure];
      if (has(fields[field])) for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
    }
  }
}
