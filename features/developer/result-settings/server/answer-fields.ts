import type { CollectionField } from '#features/data/collections/server/collections.store.ts';
import type { ResultField } from '#features/developer/result-settings/result-fields.contract.ts';

export interface AnswerField extends Pick<CollectionField, 'name' | 'type' | 'foundCount'> {
  readonly isArchived: boolean;
  /** Usable for filters and sorting. */
  readonly isCounted: boolean;
  readonly isPath: boolean;
}

export const answerFields = (fields: readonly CollectionField[]): AnswerField[] =>
  fields.map(({ name, type, foundCount, isArchived, isFacet, isPath, isCustomData }) => {
    const isCounted = isFacet && !isArchived && !isCustomData;
    return { name, type, foundCount, isArchived, isCounted, isPath: isCounted && isPath };
  });

/** Saved fields first, then new ones. Archived fields are never shown. */
export function listedFields(fields: readonly AnswerField[], saved: readonly ResultField[]): ResultField[] {
  const known = new Map(fields.map((field) => [field.name, field]));
  const listed = new Set(saved.map(({ field }) => field));
  const first = saved.filter(({ field }) => known.has(field));
  const hasOthers = first.every(({ field, is_shown }) => is_shown || known.get(field)?.isArchived);
  const others = fields
    .filter(({ name }) => !listed.has(name))
    .map(({ name }): ResultField => ({ field: name, is_shown: hasOthers, label: '', max_length: null }));
  return [...first, ...others].map((one) => ({ ...one, is_shown: one.is_shown && !known.get(one.field)?.isArchived }));
}

/** The list to store; empty if it equals the default, so that later defaults apply. */
export function keptFields(
  fields: readonly AnswerField[],
  sent: readonly ResultField[],
  saved: readonly ResultField[],
): ResultField[] {
  const archived = new Set(fields.filter(({ isArchived }) => isArchived).map(({ name }) => name));
  const before = new Map(saved.map((one) => [one.field, one]));
  // An archived field keeps its switch for when it is restored.
  const kept = sent.map((one) => (archived.has(one.field) ? { ...one, is_shown: before.get(one.field)?.is_shown ?? true } : one));
  const isUsual = kept.every(
    (one, at) => one.field === fields[at]?.name && one.is_shown && one.label === '' && one.max_length === null,
  );
  return isUsual ? [] : kept;
}
