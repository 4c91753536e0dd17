import { errorText, type ErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import {
  madeOf,
  type BoostedField,
  type BoostRule,
  type SentBoost,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';

interface Known {
  readonly rows: ReadonlyMap<number, BoostRule>;
  readonly fields: ReadonlyMap<string, BoostedField>;
  /** What each boost is told from others by, in their order. */
  readonly keys: readonly string[];
  readonly analyser: Analyser;
}

type Wrong = readonly [field: keyof SentBoost, code: ErrorCode, parameters?: ErrorParameters];

/** What no schema can refuse, at the place of each. A boost may keep a field that can't be boosted any more: it is told, not refused. */
export function boostProblems(boosts: readonly SentBoost[], { rows, fields, keys, analyser }: Known): Problem[] {
  const seen = new Set<string>();
  return boosts.flatMap((boost, place) => {
    const key = keys[place] ?? '';
    const isTwin = seen.has(key);
    seen.add(key);
    const wrong = isTwin ? (['field', 'alreadyUsed', { name: 'boost' }] as const) : problemOf(boost);
    if (wrong === null) return [];
    const [field, code, parameters = {}] = wrong;
    return [{ field: `boosts.${place}.${field}`, code, message: errorText(code, parameters), parameters }];
  });

  function problemOf({ id, field: name, type, value, based }: SentBoost): Wrong | null {
    const before = id === undefined ? undefined : rows.get(id);
    if (id !== undefined && before === undefined) return ['id', 'notFound', { name: 'boost' }];
    const field = fields.get(name);
    const isKept = before?.field === name;
    if (!isKept && field === undefined) return ['field', 'notFound', { name: 'field' }];
    if (!isKept && field?.is_boostable === false) return ['field', 'fieldNotBoostable', { field: name }];
    if (type === 'functional' && field !== undefined && madeOf(field) === null && before?.type !== 'functional')
      return ['type', 'fieldWithoutNumbers', { field: name }];
    const isWords = type === 'value' && based === 'word';
    if (isWords && value.some((one) => analyser.tokens(String(one)).length !== 1)) return ['value', 'oneWord'];
    return null;
  }
}
