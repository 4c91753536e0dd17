import { compileWith, type RuleCompiler } from '#engine/query/pipeline.ts';
import { type Condition, conditionOf, Conditions, wholeKeys } from '#engine/query/conditions.ts';
import { stemsOf } from '#engine/query/rule-matching.ts';
import type { CurationRule } from '#features/search-settings/curations/curations.contract.ts';

type Row = CurationRule & { readonly id: number };

interface Prepared {
  readonly id: number;
  readonly name: string;
  readonly queries: CurationRule['queries'];
  readonly conditions: readonly Condition[];
  readonly category: string | undefined;
  readonly promoted: readonly string[];
  readonly promotedGroups: readonly string[];
  readonly promotedPlaces: Readonly<Record<string, number>> | undefined;
  readonly hidden: readonly string[];
  readonly hiddenGroups: readonly string[];
}

function placesOf(promoted: CurationRule['promoted']): Readonly<Record<string, number>> | undefined {
  const places = promoted.flatMap(({ id, position }) => (position === undefined ? [] : [[id, position] as const]));
  return places.length === 0 ? undefined : Object.fromEntries(places);
}

const isVariantOnly = (item: CurationRule['hidden'][number]): boolean => item.is_variant_only === true;

/** One curation acts per query or category: the first for the whole query, otherwise the first whose words it contains. Ignored terms may be in both. */
export const curationRule: RuleCompiler<Row, Prepared> = {
  prepare: ({ id, name, queries, category, promoted, hidden }, analyser) => ({
    id,
    name,
    queries,
    conditions: queries.map((query) => conditionOf(analyser, query)),
    category,
    promoted: promoted.map((item) => item.id),
    promotedGroups: promoted.filter((item) => !isVariantOnly(item)).map((item) => item.id),
    promotedPlaces: placesOf(promoted),
    hidden: hidden.filter(isVariantOnly).map(({ id: item }) => item),
    hiddenGroups: hidden.filter((item) => !isVariantOnly(item)).map(({ id: item }) => item),
  }),
  merge(rows, analyser) {
    const conditions = new Conditions<Prepared>();
    const byCategory = new Map(rows.toReversed().flatMap((row) => (row.category === undefined ? [] : [[row.category, row]])));
    for (const row of rows) for (const condition of row.conditions) conditions.add(condition, row);
    return {
      stage: 'curations',
      words: () => rows.flatMap(({ queries }) => queries.flatMap(({ query }) => analyser.tokens(query))),
      apply(draft) {
        const [typed = '', left = ''] = wholeKeys(draft);
        const row =
          draft.category === undefined
            ? (conditions.whole(typed) ?? conditions.whole(left) ?? conditions.allIn(stemsOf(draft.typed))[0])
            : byCategory.get(draft.category);
        if (!row) return draft;
        return {
          ...draft,
          promoted: [...draft.promoted, ...row.promoted],
          promotedGroups: row.promotedGroups,
          ...(row.promotedPlaces && { promotedPlaces: row.promotedPlaces }),
          hidden: [...draft.hidden, ...row.hidden],
          hiddenGroups: [...(draft.hiddenGroups ?? []), ...row.hiddenGroups],
          trace: [
            ...draft.trace,
            {
              step: 'curations',
              before: draft.category ?? draft.text.trim(),
              after: row.name,
              ruleId: row.id,
              rows: [{ id: row.id, name: row.name }],
            },
          ],
        };
      },
    };
  },
};

export const compileCurations = compileWith(curationRule);
