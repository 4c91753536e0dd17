const mayBeBroken = /\\u(?:0000|d[89a-f])/i;

/** Drops NUL, which PostgreSQL refuses, and halves of surrogate pairs. `json` is what the value was written as. */
export function wholeLetters<Value>(value: Value, json: string = JSON.stringify(value)): Value {
  if (!mayBeBroken.test(json)) return value;
  return JSON.parse(JSON.stringify(value), (_name, each: unknown) =>
    typeof each === 'string' ? each.replaceAll('\0', '').toWellFormed() : each,
  ) as Value;
}
