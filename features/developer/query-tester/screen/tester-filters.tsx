import * as z from 'zod/mini';
import { useAddress } from '#ui/state/address.ts';

const Value = z.union([z.string(), z.number(), z.boolean()]);
const Range = z.object({ from: z.optional(z.number()), to: z.optional(z.number()) });
const Filters = z.record(z.string(), z.union([z.array(Value), Range]));

export type FilterValue = z.output<typeof Value>;
export type FilterRange = z.output<typeof Range>;
type Filters = z.output<typeof Filters>;

export interface TesterFilters {
  /** As the call takes them; empty without any. */
  readonly text: string;
  readonly fields: readonly string[];
  readonly has: (field: string) => boolean;
  readonly isRange: (field: string) => boolean;
  readonly valuesOf: (field: string) => readonly FilterValue[];
  readonly rangeOf: (field: string) => FilterRange;
  readonly setValues: (field: string, values: readonly FilterValue[]) => void;
  readonly setRange: (field: string, range: FilterRange) => void;
  readonly clear: () => void;
}

/** The filters of the address. What can't be read there counts as none. */
export function useTesterFilters(): TesterFilters {
  const [address, change] = useAddress();
  const filters = parse(address['filters'] ?? '');
  const set = (field: string, filter: Filters[string] | undefined) => {
    const { [field]: _, ...others } = filters;
    change({ filters: write(filter === undefined ? others : { ...others, [field]: filter }), page: undefined });
  };
  return {
    text: write(filters),
    fields: Object.keys(filters),
    has: (field) => Object.hasOwn(filters, field),
    isRange: (field) => Object.hasOwn(filters, field) && !Array.isArray(filters[field]),
    valuesOf: (field) => (Array.isArray(filters[field]) ? filters[field] : []),
    rangeOf: (field) => (filters[field] === undefined || Array.isArray(filters[field]) ? {} : filters[field]),
    setValues: (field, values) => set(field, values.length > 0 ? [...values] : undefined),
    setRange: (field, range) => set(field, range.from === undefined && range.to === undefined ? undefined : range),
    clear: () => change({ filters: undefined, page: undefined }),
  };
}

const write = (filters: Filters): string => (Object.keys(filters).length > 0 ? JSON.stringify(filters) : '');

function parse(text: string): Filters {
  try {
    const parsed = z.safeParse(Filters, JSON.parse(text));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}
