import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { compileWith, type RuleCompiler } from '#engine/query/pipeline.ts';
import type { WordGroup } from '#engine/plan.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { stemOfGroup, stemPhrase } from '#engine/query/rule-matching.ts';
import type { CurationQuery, CurationRule } from '#features/search-settings/curations/curations.contract.ts';

type Row = CurationRule & { readonly id: number };

export interface Condition {
  readonly match: CurationQuery['match'];
  readonly stems: readonly string[];
  readonly key: string;
}

interface Prepared {
  readonly id: number;
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
  readonly hiddenGroups: readonly string[];
}

/** For `contains` word order is irrelevant. A query without words equals only itself. */
export function conditionOf(analyser: Analyser, { query, match }: CurationQuery): Condition {
  const stems = stemPhrase(analyser, query);
  if (stems.length === 0) return { match: 'is', stems, key: normaliseQuery(query).trim() };
  return match === 'is' ? { match, stems, key: stems.join(' ') } : { match, stems, key: [...new Set(stems)].sort().join(' ') };
}

/** An index of conditions, by the whole query or by their rarest word. */
export class Conditions<Owner> {
  readonly #whole = new Map<string, Owner>();
  readonly #byStem = new Map<string, { readonly stems: readonly string[]; readonly owner: Owner; readonly place: number }[]>();
  #place = 0;

  add({ match, key, stems }: Condition, owner: Owner): void {
    if (match === 'is') {
      if (key !== '' && !this.#whole.has(key)) this.#whole.set(key, owner);
      return;
    }
    const othersWith = (stem: string): number => this.#byStem.get(stem)?.length ?? 0;
    const rarest = stems.reduce((one, other) => (othersWith(other) < othersWith(one) ? other : one));
    const condition = { stems, owner, place: (this.#place += 1) };
    const others = this.#byStem.get(rarest);
    if (others === undefined) this.#byStem.set(rarest, [condition]);
    else others.push(condition);
  }

  whole = (key: string): Owner | undefined => this.#whole.get(key);

  containedIn(stems: readonly string[]): Owner | undefined {
    const typed = new Set(stems);
    let first: { readonly owner: Owner; readonly place: number } | undefined;
    for (const stem of typed)
      for (const condition of this.#byStem.get(stem) ?? [])
        if (condition.place < (first?.place ?? Infinity) && condition.stems.every((one) => typed.has(one))) first = condition;
    return first?.owner;
  }
}

const keyOf = (stems: readonly string[], text: string): string => stems.join(' ') || text.trim();

const isVariantOnly = (item: CurationRule['hidden'][number]): boolean => item.is_variant_only === true;

/** One curation acts per query: the first for the whole query, otherwise the first whose words it contains. Ignored terms may be in both. */
export const curationRule: RuleCompiler<Row, Prepared> = {
  prepare: ({ id, name, queries, promoted, hidden }, analyser) => ({
    id,
    name,
    conditions: queries.map((query) => conditionOf(analyser, query)),
    promoted: promoted.map((item) => item.id),
    hidden: hidden.filter(isVariantOnly).map(({ id: item }) => item),
    hiddenGroups: hidden.filter((item) => !isVariantOnly(item)).map(({ id: item }) => item),
  }),
  merge(rows) {
    const conditions = new Conditions<Prepared>();
    for (const row of rows) for (const condition of row.conditions) conditions.add(condition, row);
    return {
      stage: 'curations',
      apply(draft) {
        const stemsOf = (groups: readonly WordGroup[]) => groups.map(stemOfGroup);
        const [typed, left] = [stemsOf(draft.typed), stemsOf(draft.groups)];
        const row =
          conditions.whole(keyOf(typed, draft.text)) ??
          conditions.whole(keyOf(left, draft.text)) ??
          conditions.containedIn(typed);
        if (!row) return draft;
        return {
          ...draft,
          promoted: [...draft.promoted, ...row.promoted],
          hidden: [...draft.hidden, ...row.hidden],
          hiddenGroups: [...(draft.hiddenGroups ?? []), ...row.hiddenGroups],
          trace: [
            ...draft.trace,
            {
              step: 'curations',
              before: draft.text.trim(),
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
