import * as z from 'zod/mini';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { endpoint } from '#contract/endpoint.ts';
import type { Envelope } from '#contract/envelope.ts';
import { call, callEnvelope, CallError } from './api.ts';
import { isSignedIn, onSessionEnd } from '#ui/state/session.ts';
import { beginTab } from '#ui/state/tab.ts';
import { writeStored } from '#ui/state/stored.ts';
import type { Problem } from '#contract/errors.ts';
import { problemText } from './error-text.ts';
import { translatorOf } from '#ui/text/i18n.ts';
import { createQueryClient, useAction } from './queries.ts';

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

const problem = (code: Problem['code'], parameters = {}): Problem => ({ field: '', code, message: 'as sent', parameters });
const said = (code: Problem['code'], parameters = {}, fieldName?: string) =>
  problemText(translatorOf('en'), problem(code, parameters), fieldName);

const sentences: readonly [Problem['code'], object, string | undefined, string][] = [
  ['internal', {}, undefined, 'Internal error, please try again a few minutes later.'],
  ['loginIncorrect', {}, undefined, 'The login detail is incorrect.'],
  ['notFound', { name: 'synonym' }, undefined, 'The requested synonym is not found.'],
  ['notValid', { name: 'Feed url' }, 'Feed URL', 'Feed URL is not valid'],
  ['required', { name: 'Name' }, 'Name', 'Name is required'],
  ['minimumLength', { min: 8 }, undefined, 'minimum length is 8'],
  ['fieldNotValid', {}, undefined, 'Field is not valid'],
  ['termsRequired', {}, undefined, 'Accepting terms & conditions are required.'],
];

it.each(sentences)('%s keeps the words of the specification', (code, parameters, fieldName, text) => {
  expect(said(code, parameters, fieldName)).toBe(text);
});

it('names the curation that has a query, also where the field is named', () => {
  const taken = { name: 'query', query: 'boots', curation: 'Winter', id: 1 };
  expect(said('alreadyUsed', taken, 'queries.0.query')).toBe('“boots” is already in “Winter”.');
  expect(said('alreadyUsed', { name: 'query' }, 'queries.0.query')).toBe('This is already used.');
});

it('says what the server said when the code is newer than the console', () => {
  expect(said('inTheFuture' as Problem['code'])).toBe('as sent');
});

const addShop = endpoint('POST /api/shop', {
  needs: 'user',
  summary: 'Adds a shop',
  input: z.object({ name: z.string() }),
  output: z.object({ id: z.number() }),
});

function Buttons({ added }: { readonly added: () => void }) {
  const add = useAction(addShop);
  return ['toys', 'tea'].map((name) => (
    <button key={name} type="button" onClick={() => add.mutate({ name }, { onSuccess: added })}>
      {name}
    </button>
  ));
}

it('a double click begins what a button does once, other buttons go on, and afterwards it can be done again', async () => {
  const answers: (() => void)[] = [];
  const ask = vi.fn<typeof fetch>(async () => {
    await new Promise<void>((answer) => answers.push(answer));
    return new Response(JSON.stringify({ err: 0, msg: '', data: { id: 1 }, errors: [] }));
  });
  vi.stubGlobal('fetch', ask);
  beginTab();
  const added = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <Buttons added={added} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const answer = () => act(async () => answers.splice(0).forEach((one) => one()));
  click('toys');
  click('toys');
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  click('tea');
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  await answer();
  await waitFor(() => expect(added).toHaveBeenCalled());
  click('toys');
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(3));
  await answer();
});
