import { isSet, type SchemaField, type SchemaFieldInput } from '#features/data/schema/schema.contract.ts';

/** Needed before searches use a change. */
export type Cost = 'none' | 'atOnce' | 'recreate' | 'import';

type Flags = Omit<SchemaFieldInput, 'instead_of'>;

export function costOf(field: SchemaField, input: Flags): Cost {
  const before = { ...field, type: field.temp_type ?? field.type };
  if (isSet(before.unique_field) !== isSet(input.unique_field)) return 'import';
  if (needsRecreate(before, input)) return 'recreate';
  const isChanged =
    isSet(before.front_name) !== isSet(input.front_name) ||
    isSet(before.custom_data) !== isSet(input.custom_data) ||
    before.archive !== input.archive ||
    before.autocomplete !== input.autocomplete ||
    before.path !== input.path;
  return isChanged ? 'atOnce' : 'none';
}

function needsRecreate(before: SchemaField, input: Flags): boolean {
  const [wasCustom, isCustom] = [isSet(before.custom_data), isSet(input.custom_data)];
  if (before.type !== input.type) return true;
  if (isSet(before.one_key) !== (isSet(input.one_key) && !isCustom)) return true;
  // Excluded from search at once; its facet goes with the rebuild.
  if (!wasCustom && isCustom) return before.facet;
  if (isCustom) return false;
  if (wasCustom) return input.facet || (before.searchable && !input.archive);
  const isSearchedAgain = before.archive && !input.archive && before.searchable;
  return isSearchedAgain || before.facet !== input.facet || (input.facet && before.path !== input.path);
}
