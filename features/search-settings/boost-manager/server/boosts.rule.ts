import type { Analyser } from '#engine/query/analysis/analyser.ts';
import type { RuleCompiler } from '#engine/query/pipeline.ts';
import type { Boost } from '#engine/plan.ts';
import { traced, tracedRow } from '#engine/query/query-draft.ts';
import type { BoostRule, BoostSettings } from '#features/search-settings/boost-manager/boost-manager.contract.ts';

const folded = (analyser: Analyser, word: string): string => analyser.tokens(word)[0] ?? word;

const isAdded = (boost: Boost): boolean => boost.kind === 'functional' && boost.operation === 'add';

/** Raises or lowers items by what they have. What is added isn't multiplied, so that the order of the rows has no effect. */
export const boostRule: RuleCompiler<BoostRule & { readonly id?: number }, Boost> = {
  prepare(
    { id, field, type, value, based, function: curve, operation, direction, full_until: fullUntil, boost: factor },
    analyser,
  ) {
    const common = { ...(id !== undefined && id > 0 && { ruleId: id }), field, factor };
    const hasFull = direction === 'falling' && fullUntil != null;
    if (type === 'functional')
      return { ...common, kind: 'functional', curve, operation, direction, ...(hasFull && { fullUntil }) };
    if (based === 'value') return { ...common, kind: 'value', anyOf: value };
    return { ...common, kind: 'value', by: 'word', anyOf: value.map((word) => folded(analyser, String(word))) };
  },
  merge(rows) {
    const boosts = [...rows.filter((boost) => !isAdded(boost)), ...rows.filter(isAdded)];
    const traces = boosts.flatMap(({ ruleId, field }) => tracedRow(ruleId, field));
    const fields = [...new Set(boosts.map(({ field }) => field))].join(', ');
    return {
      stage: 'boosts',
      apply(draft) {
        if (boosts.length === 0) return draft;
        // The same list for all queries: engines remember what it does.
        const all = draft.boosts.length === 0 ? boosts : [...draft.boosts, ...boosts];
        return { ...draft, boosts: all, trace: traced(draft, 'boosts', '', fields, traces) };
      },
    };
  },
};

export const boostSettingsRule: RuleCompiler<BoostSettings, boolean> = {
  prepare: ({ overrides_relevance: isOverriding }) => isOverriding,
  merge: (settings) => ({
    stage: 'boosts',
    apply: (draft) => (settings.includes(true) ? { ...draft, overridesWeights: true } : draft),
  }),
};
