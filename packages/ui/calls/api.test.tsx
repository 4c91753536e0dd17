import * as z from 'zod/mini';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import type { Envelope } from '#contract/envelope.ts';
import { call, callEnvelope } from './api.ts';
import { CallError } from './call-error.ts';
import { isSignedIn, onSessionEnd } from '#ui/state/session.ts';
import { beginTab } from '#ui/state/tab.ts';
import { writeStored } from '#ui/state/stored.ts';

const readSynonym = endpoint('GET /api/synonym/{id}', {
  needs: 'search',
  summary: 'Reads one synonym',
  input: z.object({ id: z.number(), with_terms: z.optional(z.boolean()) }),
  output: z.object({ term: z.string() }),
  beside: z.object({ took: z.number() }),
});
const updateSynonym = endpoint('PUT /api/synonym/{id}', {
  ...readSynonym,
  input: z.object({ id: z.number(), term: z.string() }),
});

const success: Envelope = { err: 0, msg: '', data: { term: 'boots' }, errors: [] };
const answering = (envelope: object | string, status = 200) =>
  vi.fn<typeof fetch>(async () => new Response(typeof envelope === 'string' ? envelope : JSON.stringify(envelope), { status }));
const failing = (code: string, field = '') => ({ err: 1, msg: 'No.', data: null, errors: [{ field, code, message: 'No.' }] });

beforeEach(() => {
  writeStored('sessionToken', 'session');
  writeStored('projectToken', 'project');
  beginTab();
});

async function failureOf(work: Promise<unknown>): Promise<CallError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
}

describe('a call', () => {
  it('puts names of the path into the path and the others into the query of a GET', async () => {
    const fetched = answering(success);
    vi.stubGlobal('fetch', fetched);
    await call(readSynonym, { id: 3, with_terms: true });
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/synonym/3?with_terms=true');
  });

  it('puts the others into the body of a PUT', async () => {
    const fetched = answering(success);
    vi.stubGlobal('fetch', fetched);
    await call(updateSynonym, { id: 3, term: 'boots' });
    expect(fetched.mock.calls[0]).toMatchObject(['/api/synonym/3', { method: 'PUT', body: '{"term":"boots"}' }]);
  });

  it('carries the session, the selected project and the language that the person has chosen', async () => {
    const fetched = answering(success);
    vi.stubGlobal('fetch', fetched);
    await call(readSynonym, { id: 3 });
    const headers = { 'x-session-token': 'session', 'x-client-id': 'project' };
    expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({ ...headers, 'accept-language': 'en' });
    localStorage.setItem('language', 'jp');
    await call(readSynonym, { id: 3 });
    expect(fetched.mock.calls[1]?.[1]?.headers).toEqual({ ...headers, 'accept-language': 'ja' });
  });

  it('answers the data of the envelope', async () => {
    vi.stubGlobal('fetch', answering(success));
    expect(await call(readSynonym, { id: 3 })).toEqual({ term: 'boots' });
  });

  it('tells a notice and answers members beside data', async () => {
    vi.stubGlobal('fetch', answering({ ...success, err: 2, took: 7 }));
    expect(await callEnvelope(readSynonym, { id: 3 })).toEqual({
      data: { term: 'boots' },
      hasNotice: true,
      beside: { took: 7 },
    });
  });

  it('throws the problems of a failure with its status', async () => {
    vi.stubGlobal('fetch', answering(failing('requiredField', 'term'), 422));
    const error = await failureOf(call(readSynonym, { id: 3 }));
    expect(error).toMatchObject({ status: 422, code: 'requiredField', problems: [{ field: 'term' }] });
  });

  it('is an internal error when a proxy answers instead of the server', async () => {
    vi.stubGlobal('fetch', answering('<h1>Bad gateway</h1>', 502));
    expect(await failureOf(call(readSynonym, { id: 3 }))).toMatchObject({ status: 502, code: 'internal' });
  });

  it('without any answer says that there is no connection, and whether something should have been saved', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const told = async (work: Promise<unknown>) => {
      const { status, code, message } = await failureOf(work);
      return [status, code, message];
    };
    const asked = [0, 'noConnection', 'No connection to the server.'];
    expect(await told(call(readSynonym, { id: 3 }))).toEqual(asked);
    expect(await told(call({ ...updateSynonym, onlyAsks: true }, { id: 3, term: 'boots' }))).toEqual(asked);
    expect(await told(call({ ...updateSynonym, needs: 'public' }, { id: 3, term: 'boots' }))).toEqual(asked);
    const saved = [0, 'notSaved', 'No connection to the server. Nothing was saved.'];
    expect(await told(call(updateSynonym, { id: 3, term: 'boots' }))).toEqual(saved);
  });

  it('that is aborted throws the reason of the abort', async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason as Error));
    const signal = AbortSignal.abort(new DOMException('Left', 'AbortError'));
    await expect(call(readSynonym, { id: 3 }, { signal })).rejects.toThrow('Left');
  });
});

describe('the session', () => {
  it('ends when the server no longer knows it', async () => {
    const reasons: string[] = [];
    const stop = onSessionEnd((reason) => reasons.push(reason));
    vi.stubGlobal('fetch', answering(failing('notSignedIn'), 401));
    await failureOf(call(readSynonym, { id: 3 }));
    stop();
    expect(reasons).toEqual(['expired']);
    expect(isSignedIn()).toBe(false);
  });

  it('stays when a password was wrong, which has the same status', async () => {
    vi.stubGlobal('fetch', answering(failing('loginIncorrect'), 401));
    await failureOf(call(readSynonym, { id: 3 }));
    expect(isSignedIn()).toBe(true);
  });
});
