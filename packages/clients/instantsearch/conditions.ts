/** One of several values, or a number between inclusive bounds. */
export type Condition = ValuesCondition | RangeCondition;

export interface ValuesCondition {
  readonly field: string;
  readonly anyOf: readonly string[];
}

export interface RangeCondition {
  readonly field: string;
  readonly from?: number;
  readonly to?: number;
}

export const isOfValues = (condition: Condition): condition is ValuesCondition => 'anyOf' in condition;

/** Throws for negations. `what` is the original text. */
export function comparison(field: string, operator: string, value: number, what: string): Condition {
  if (Number.isNaN(value)) throw notUnderstood(what);
  if (operator === '=') return { field, anyOf: [String(value)] };
  if (operator === '>=') return { field, from: value };
  if (operator === '<=') return { field, to: value };
  if (operator === '>') return { field, from: nextNumber(value, 1) };
  if (operator === '<') return { field, to: nextNumber(value, -1) };
  throw new Error(`Items can't be left out by a number, as "${what}" asks.`);
}

/** Next representable number: bounds are inclusive, so `> 10` starts there. */
function nextNumber(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  // Bits of neighbouring floats are neighbouring integers.
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(value > 0 ? direction : -direction));
  return view.getFloat64(0);
}

/** Alternatives are one condition if they are values of one field. */
export function oneOf(alternatives: readonly Condition[]): Condition {
  const [first, ...others] = alternatives;
  if (first === undefined) throw new Error('A filter without a condition was asked for.');
  if (others.length === 0) return first;
  const values = alternatives.filter(isOfValues).filter(({ field }) => field === first.field);
  if (values.length < alternatives.length)
    throw new Error(`Alternatives have to be values of one field, unlike those of "${first.field}".`);
  return { field: first.field, anyOf: values.flatMap(({ anyOf }) => anyOf) };
}

export const notUnderstood = (what: string): Error => new Error(`The filter "${what}" is not understood.`);
