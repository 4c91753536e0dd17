import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { ErrorCode, Problem } from '#contract/errors.ts';
import { problemsOf } from '#contract/problems.ts';
import { sampleInput } from '#testing/calls/sample-input.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();

const fields = server.app.endpoints.flatMap((endpoint) =>
  Object.keys(endpoint.input._zod.def.shape).map((field) => ({
    field,
    input: endpoint.input,
    sample: sampleInput(endpoint.input),
    name: `${endpoint.method} ${endpoint.path} ${field}`,
  })),
);

const problemAt = (field: string, input: (typeof fields)[number]['input'], given: object): Problem | undefined => {
  const { error } = z.safeParse(input, given);
  return error && problemsOf(error, given).find((problem) => problem.field === field);
};

const forMissing: readonly ErrorCode[] = ['required', 'requiredField', 'termsRequired'];
/** `phraseBoostNotPossible` covers wrong types as well. */
const forWrong: readonly ErrorCode[] = ['notValid', 'fieldNotValid', 'notOneOf', 'phraseBoostNotPossible'];
const wrongValues = [{ odd: true }, ['odd', {}], true, 17, 'odd', 'x'.repeat(3_000)];

test('reports what was sent as not valid, never as required, in every field of every call', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const { name, field, input, sample } of fields)
    for (const value of wrongValues) {
      const problem = problemAt(field, input, { ...sample, [field]: value });
      if (problem === undefined) continue;
      count += 1;
      const isWrong = typeof value === 'string' ? forMissing.includes(problem.code) : !forWrong.includes(problem.code);
      if (isWrong) wrong.push(`${name} ${typeof value}: ${problem.code}`);
    }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(3 * fields.length);
});

test('reports a field that was not sent as required, in every call', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const { name, field, input, sample } of fields) {
    const { [field]: _, ...others } = sample;
    const problem = problemAt(field, input, others);
    if (problem === undefined) continue;
    count += 1;
    if (!forMissing.includes(problem.code)) wrong.push(`${name}: ${problem.code}`);
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(fields.length / 4);
});
