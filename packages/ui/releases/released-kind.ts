import type { Permission } from '#contract/permission.ts';
import { type AddressChanges, linkTo, type LinkTarget } from '#ui/state/address.ts';
import type { Translate } from '#ui/text/i18n.ts';

/** A row as releases keep it; what is in it, its feature knows. */
export type ReleasedRow = Readonly<Record<string, unknown>>;

export interface ReleasedField {
  readonly label: string;
  readonly choices?: Readonly<Record<string, { readonly name: string }>>;
  /** Epoch milliseconds. */
  readonly isMoment?: true;
}

export interface NamedRow {
  readonly source: string;
  readonly id: number;
  readonly collection_id: number | null;
  readonly name: string;
}

export interface ReleasedKind {
  /** As the server calls it, in releases for ever. */
  readonly source: string;
  /** `Synonyms`. */
  readonly title: (t: Translate) => string;
  /** `3 synonyms`. */
  readonly counted: (t: Translate, count: number) => string;
  readonly sentence: (t: Translate, row: ReleasedRow) => string;
  /** What people know of a row, in the order in which they read it. A change of anything else has no words. */
  readonly fields: (t: Translate) => Readonly<Record<string, ReleasedField>>;
  /** The values of `fields`, where they aren't those of the row. */
  readonly valuesOf?: (row: ReleasedRow) => ReleasedRow;
  /** What a row is called, where its name says too little. */
  readonly nameOf?: (t: Translate, row: NamedRow) => string;
  /** Where rows are kept: its address, who may open it, and what of the address opens a row. */
  readonly screen: {
    readonly path: string;
    /** Where rows of one kind are kept on several screens: that of a row. */
    readonly pathOf?: (row: NamedRow) => string;
    readonly needs: Permission;
    readonly opens: (row: NamedRow) => AddressChanges;
  };
}

interface KindOf<Row> extends Omit<ReleasedKind, 'sentence' | 'fields' | 'valuesOf'> {
  readonly sentence: (t: Translate, row: Row) => string;
  readonly fields: (t: Translate) => Readonly<Partial<Record<keyof Row & string, ReleasedField>>>;
}

/** The kind of rows whose fields are all that people know of them. */
export const releasedKind = <Row>(kind: KindOf<Row>): ReleasedKind => kind as unknown as ReleasedKind;

/** The kind of rows whose values people know by other names, or out of parts. */
export const releasedKindOf = <Row, Values>(
  kind: Omit<KindOf<Values>, 'sentence'> & {
    readonly sentence: (t: Translate, row: Row) => string;
    readonly valuesOf: (row: Row) => Values;
  },
): ReleasedKind => kind as unknown as ReleasedKind;

/** Rows of a kind that this console doesn't know are told by their names alone. */
const unknownKind = (source: string): ReleasedKind => ({
  source,
  title: () => source,
  counted: (t, count) => t('{count} changes', { count }),
  sentence: () => '',
  fields: () => ({}),
  screen: { path: '/dashboard', needs: 'member', opens: () => ({}) },
});

export const kindOf = (kinds: readonly ReleasedKind[], source: string): ReleasedKind =>
  kinds.find((kind) => kind.source === source) ?? unknownKind(source);

export const rowName = (t: Translate, kind: ReleasedKind, row: NamedRow): string => kind.nameOf?.(t, row) ?? row.name;

export const screenOf = ({ screen: { path, pathOf, opens } }: ReleasedKind, row: NamedRow): LinkTarget =>
  linkTo(pathOf?.(row) ?? path, opens(row));

/** Kinds in the order in which people read of them; those that aren't known come last. */
export const inKindOrder = (kinds: readonly ReleasedKind[], sources: readonly string[]): string[] => {
  const placeOf = (source: string) => kinds.findIndex((kind) => kind.source === source) >>> 0;
  return sources.toSorted((one, other) => placeOf(one) - placeOf(other));
};
