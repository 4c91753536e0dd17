import { vi } from 'vitest';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { type ErrorCode, errorText, type Problem } from '#contract/errors.ts';

export interface Failing {
  readonly status: number;
  readonly code: ErrorCode;
}
export const failing = (status: number, code: ErrorCode): Failing => ({ status, code });
const isFailing = (answer: unknown): answer is Failing =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'code' in answer;

export interface Answered {
  readonly endpoint: Pick<Endpoint, 'path' | 'method'>;
  readonly answer: unknown;
}

export const to = <E extends Endpoint>(endpoint: E, answer: OutputOf<E> | Failing): Answered => ({ endpoint, answer });

const problemOf = (code: ErrorCode): Problem => ({ field: '', code, message: errorText(code) });
const envelope = (status: number, data: unknown, errors: readonly Problem[]) =>
  Response.json({ err: errors.length > 0 ? 1 : 0, msg: '', errors, data }, { status });

/** For tests: answers calls by path and records their input. */
export function answerCalls(...first: readonly Answered[]) {
  const answers = new Map<string, unknown>();
  const asked: { readonly key: string; readonly input: unknown }[] = [];
  const keyOf = ({ method, path }: Pick<Endpoint, 'path' | 'method'>): string => `${method} ${path}`;
  const answer = (...some: readonly Answered[]): void => {
    for (const one of some) answers.set(keyOf(one.endpoint), one.answer);
  };
  answer(...first);
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body = null }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://console');
    const key = `${method} ${pathname}`;
    const input: unknown = typeof body === 'string' ? JSON.parse(body) : {};
    asked.push({ key, input: { ...Object.fromEntries(searchParams), ...(input as object) } });
    if (!answers.has(key)) return envelope(403, null, [problemOf('notAllowed')]);
    const answered = answers.get(key);
    return isFailing(answered) ? envelope(answered.status, null, [problemOf(answered.code)]) : envelope(200, answered, []);
  });
  return {
    answer,
    askedOf: <E extends Endpoint>(endpoint: E): Partial<InputOf<E>>[] =>
      asked.filter(({ key }) => key === keyOf(endpoint)).map(({ input }) => input as Partial<InputOf<E>>),
  };
}
