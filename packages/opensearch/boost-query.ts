import { dayMs } from '#contract/days.ts';
import { maximumBoost } from '#contract/limits.ts';
import { type BoostCurve, type BoostOperation, curveAtFull, limitedAmount } from '#contract/values/boost-amount.ts';
import type { Boost, Plan } from '#engine/plan.ts';
import { matchNone, named, type Dsl } from './dsl.ts';
import { hasValue } from './filter-query.ts';
import { valueFieldOf, type IndexFields, type ValueField } from './index/index-fields.ts';

type FunctionalBoost = Extract<Boost, { kind: 'functional' }>;

const curves: Readonly<Record<BoostCurve, string>> = {
  logarithmic: 'Math.log(1.0 + x)',
  // Beyond this the result is infinite, and infinite times nothing is no number.
  exponential: 'Math.exp(Math.min(x, 700.0))',
  linear: 'x',
};
const operations: Readonly<Record<BoostOperation, string>> = { add: '_score + amount', multiply: '_score * amount' };
const noEffect: Readonly<Record<BoostOperation, string>> = { add: '0.0', multiply: '1.0' };
/** A float holds no more. */
const maxScore = '3.0e38';

/**
 * `amountFor` in the language of scripts. The smallest of several numbers is the first that the index gives. There are six such scripts,
 * so that each is compiled once; the day comes with the query.
 */
function scriptOf({ curve, operation }: FunctionalBoost): string {
  return `
    def values = doc[params.field];
    if (values.size() == 0) return _score;
    double x = Math.max(0.0, params.isDate ? params.today - Math.floor(values.value / ${dayMs}.0) : values.value);
    x = x / params.unit;
    double curved = ${curves[curve]};
    double none = ${noEffect[operation]};
    double amount = params.isFalling ? none + (params.factor - none) / Math.max(1.0, curved / params.atFull) : params.factor * curved;
    amount = Math.min(${maximumBoost}.0, Math.max(0.0, amount));
    return Math.min(${maxScore}, ${operations[operation]});`;
}

/** Items that a value boost is for. What was indexed before its words were finds nothing by them until it is rebuilt. */
function wanted(field: ValueField, { by, anyOf }: Extract<Boost, { kind: 'value' }>): Dsl {
  if (by !== 'word') return hasValue(field, anyOf);
  return field.valueWords === null ? matchNone : { terms: { [field.valueWords]: anyOf.map(String) } };
}

function withBoost(query: Dsl, boost: Boost, today: number, fields: IndexFields, name?: string): Dsl | null {
  const field = valueFieldOf(fields, boost.field);
  if (field === undefined) return null;
  if (boost.kind === 'value') {
    const functions = [{ filter: wanted(field, boost), weight: limitedAmount(boost.factor) }];
    return { function_score: { query, functions, boost_mode: 'multiply', ...named(name) } };
  }
  if (field.kind !== 'number') return null;
  const isDate = field.layout.type === 'date';
  const isFalling = boost.direction === 'falling';
  const fullUntil = isFalling ? boost.fullUntil : undefined;
  const scale = fullUntil === undefined ? { unit: 1, atFull: 1 } : { unit: fullUntil, atFull: curveAtFull(boost.curve) };
  const params = { field: field.values, factor: boost.factor, isFalling, isDate, today, ...scale };
  return { script_score: { query, script: { source: scriptOf(boost), params }, ...named(name) } };
}

/** The query with its scores boosted, one boost after the other. Each is named `<name>.<number>`, with the score that it led to. */
export function boostedQuery(
  query: Dsl,
  { boosts, today }: Pick<Plan, 'boosts' | 'today'>,
  fields: IndexFields,
  name?: string,
): Dsl {
  return boosts.reduce(
    (inner, boost, index) => withBoost(inner, boost, today, fields, name === undefined ? undefined : `${name}.${index}`) ?? inner,
    query,
  );
}
