import { valueText } from '#ui/text/value-text.ts';
import type { Formats } from '#ui/text/format.ts';
import type { Translate } from '#ui/text/i18n.ts';
import type { ReleasedField, ReleasedKind, ReleasedRow } from './released-kind.ts';

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
