import type { Permission } from '#contract/permission.ts';
import { type Address, linkTo, type LinkTarget, type ScreenPath } from '#ui/state/address.ts';
import type { Translate } from '#ui/text/i18n.ts';
import { valueText, type Formats } from '#ui/text/format.ts';

export type ReleasedRow = Readonly<Record<string, unknown>>;

export interface ReleasedField {
  readonly label: string;
  readonly choices?: Readonly<Record<string, { readonly name: string }>>;
  readonly isMoment?: true;
}

export interface NamedRow {
  readonly source: string;
  readonly id: number;
  readonly collection_id: number | null;
  readonly name: string;
}

export interface ReleasedKind {
  /** The server's name in releases; never changes. */
  readonly source: string;
  readonly title: (t: Translate) => string;
  readonly counted: (t: Translate, count: number) => string;
  readonly sentence: (t: Translate, row: ReleasedRow) => string;
  /** Fields in reading order. Other changes aren't shown. */
  readonly fields: (t: Translate) => Readonly<Record<string, ReleasedField>>;
  readonly valuesOf?: (row: ReleasedRow) => ReleasedRow;
  readonly nameOf?: (t: Translate, row: NamedRow) => string;
  readonly screen: {
    readonly path: ScreenPath;
    readonly pathOf?: (row: NamedRow) => ScreenPath;
    readonly needs: Permission;
    readonly opens: (row: NamedRow) => Address;
  };
}

interface KindOf<Row> extends Omit<ReleasedKind, 'sentence' | 'fields' | 'valuesOf'> {
  readonly sentence: (t: Translate, row: Row) => string;
  readonly fields: (t: Translate) => Readonly<Partial<Record<keyof Row & string, ReleasedField>>>;
}

export const releasedKind = <Row>(kind: KindOf<Row>): ReleasedKind => kind as unknown as ReleasedKind;

export const releasedKindOf = <Row, Values>(
  kind: Omit<KindOf<Values>, 'sentence'> & {
    readonly sentence: (t: Translate, row: Row) => string;
    readonly valuesOf: (row: Row) => Values;
  },
): ReleasedKind => kind as unknown as ReleasedKind;

/** A kind of a newer server is shown by names alone. */
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

export const inKindOrder = (kinds: readonly ReleasedKind[], sources: readonly string[]): string[] => {
  const placeOf = (source: string) => kinds.findIndex((kind) => kind.source === source) >>> 0;
  return sources.toSorted((one, other) => placeOf(one) - placeOf(other));
};

export type FieldDifference =
  | { readonly label: string; readonly before: string; readonly after: string }
  | { readonly label: string; readonly added: readonly string[]; readonly removed: readonly string[] };

const isMoment = true as const;

export function rowDifferences(
  kind: ReleasedKind,
  [before, after]: readonly [ReleasedRow, ReleasedRow],
  t: Translate,
  formats: Formats & { readonly timeZone: string },
): FieldDifference[] {
  const [was, is] = [before, after].map((row) => kind.valuesOf?.(row) ?? row) as [ReleasedRow, ReleasedRow];
  const bounds = { valid_from: { label: t('From'), isMoment }, valid_to: { label: t('To'), isMoment } };
  const differences = (fields: typeof bounds | ReturnType<ReleasedKind['fields']>, [old, now]: [ReleasedRow, ReleasedRow]) =>
    Object.entries(fields).flatMap(([name, field]) => fieldDifference(field, old[name], now[name], t, formats));
  return [...differences(kind.fields(t), [was, is]), ...differences(bounds, [before, after])];
}

function fieldDifference(
  field: ReleasedField,
  was: unknown,
  is: unknown,
  t: Translate,
  formats: Parameters<typeof rowDifferences>[3],
): FieldDifference[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const { label } = field;
  const says = (value: unknown) => {
    if (field.isMoment && typeof value === 'number') return formats.momentIn(value, formats.timeZone);
    return field.choices?.[String(value)]?.name ?? valueText(t, formats, value);
  };
  if (Array.isArray(was) && Array.isArray(is)) {
    const [old, now] = [was.map(says), is.map(says)];
    // Sets, as lists may have thousands of entries.
    const [wasThere, isThere] = [new Set(old), new Set(now)];
    const [added, removed] = [now.filter((one) => !wasThere.has(one)), old.filter((one) => !isThere.has(one))];
    // The rest is another order or a duplicate.
    if (added.length + removed.length > 0) return [{ label, added, removed }];
  }
  return [{ label, before: says(was), after: says(is) }];
}

/** Empty for a row that today's words don't fit. */
export function rowSentence(kind: ReleasedKind, row: ReleasedRow, t: Translate): string {
  try {
    return kind.sentence(t, row);
  } catch {
    return '';
  }
}
