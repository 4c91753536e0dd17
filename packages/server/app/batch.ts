import { callBatch } from '#contract/batch.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { type Envelope, projectHeader, sessionHeader } from '#contract/envelope.ts';
import { fail } from '#server/base/fail.ts';
import type { ServingApp } from './app.ts';
import { serve, StreamedFileAnswer } from './serve.ts';

type BatchedCall = InputOf<typeof callBatch>['calls'][number];

/** Injects each call into its own route, which applies its access checks, rate limits, logging and errors. */
export function serveBatches(app: ServingApp): void {
  const { http, endpoints } = app;
  const mayOnlyAsk = ({ method, url }: BatchedCall): boolean => {
    const path = url.split('?')[0]!;
    const isDeclared = (one: (typeof endpoints)[number]): boolean => one.method === method && one.path === path;
    if (method === 'GET') return !endpoints.some((one) => one.alsoByGet === true && one.path === path);
    return path !== callBatch.path && endpoints.some((one) => one.onlyAsks === true && isDeclared(one));
  };

  serve(app, callBatch, async ({ calls, selecting }, { sessionToken, projectToken, project, address, language, agent }) => {
    if (!calls.every(mayOnlyAsk)) throw fail('notAllowed');
    const ask = async ({ method, url, body }: BatchedCall, token: string | null) => {
      const headers = {
        [sessionHeader]: sessionToken,
        ...(token !== null && { [projectHeader]: token }),
        ...(body !== null && { 'content-type': 'application/json' }),
        'accept-language': language,
        'user-agent': agent,
      };
      return http.inject({ method, url, headers, remoteAddress: address, ...(body !== null && { body }) });
    };
    let token = projectToken;
    if (project === null && selecting !== undefined) {
      const { body } = await ask({ method: 'GET', url: selecting, body: null }, null);
      token = (JSON.parse(body) as Envelope<{ readonly token?: string }>).data?.token ?? projectToken;
    }
    const lines = calls.map(async (call, at) => {
      const { statusCode, body } = await ask(call, token);
      return { at, line: `${at} ${statusCode} ${body}\n` };
    });
    return new StreamedFileAnswer(asTheyCome(lines), 'answers.txt');
  });
}

async function* asTheyCome(lines: readonly Promise<{ readonly at: number; readonly line: string }>[]): AsyncIterable<string> {
  const waiting = new Map(lines.entries());
  while (waiting.size > 0) {
    const { at, line } = await Promise.race(waiting.values());
    waiting.delete(at);
    yield line;
  }
}
