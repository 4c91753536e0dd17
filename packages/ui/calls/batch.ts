// May import: `state` and `text`.
import { batchLimits, batchPath, projectHeader, sessionHeader } from '#contract/envelope.ts';
import { tabProject, tabSession } from '#ui/state/tab.ts';
import { storedLanguage } from '#ui/text/i18n.ts';
import { languageTag } from '#contract/texts/languages.ts';

export interface CallRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
}

interface Waiting extends PromiseWithResolvers<Response> {
  readonly request: CallRequest;
}

const waitingFor = (request: CallRequest): Waiting => ({ request, ...Promise.withResolvers<Response>() });

export function callHeaders(sessionToken: string | null = tabSession()): Record<string, string> {
  const project = tabProject();
  return {
    'accept-language': languageTag(storedLanguage()),
    ...(sessionToken !== null && { [sessionHeader]: sessionToken }),
    ...(project !== null && { [projectHeader]: project.token }),
  };
}

export const send = ({ method, url, body }: CallRequest, sessionToken?: string, signal?: AbortSignal): Promise<Response> =>
  fetch(url, {
    method,
    headers: { ...callHeaders(sessionToken), ...(body !== null && { 'content-type': 'application/json' }) },
    body,
    signal: signal ?? null,
  });

let isBatching = false;
export const setBatching = (isOn: boolean): void => void (isBatching = isOn);

const waiting: Waiting[] = [];

/** Calls of the same turn share a request. */
export function sendTogether(request: CallRequest, signal?: AbortSignal): Promise<Response> {
  const early = takeEarly(request);
  if (early) return early;
  const { url, body } = request;
  const isShort = url.length <= batchLimits.urlCharacters && (body?.length ?? 0) <= batchLimits.bodyCharacters;
  if (!isBatching || !isShort) return send(request, undefined, signal);
  const added = waitingFor(request);
  if (waiting.push(added) === 1) queueMicrotask(sendWaiting);
  signal?.addEventListener('abort', () => added.reject(signal.reason));
  return added.promise;
}

function sendWaiting(): void {
  const batch = waiting.splice(0, batchLimits.calls);
  if (waiting.length > 0) queueMicrotask(sendWaiting);
  const [{ request, resolve, reject }] = batch as [Waiting];
  if (batch.length === 1) void send(request).then(resolve, reject);
  else void sendBatch(batch);
}

async function sendBatch(batch: readonly Waiting[], selecting?: string): Promise<void> {
  const unanswered = await answerBatch(batch, selecting).catch((error: unknown) => error);
  for (const { reject } of batch) reject(unanswered ?? new TypeError('The batch ended early.'));
}

async function answerBatch(batch: readonly Waiting[], selecting?: string): Promise<void> {
  const calls = batch.map(({ request }) => request);
  const response = await send({ method: 'POST', url: batchPath, body: JSON.stringify({ calls, selecting }) });
  if (!response.ok || !response.body) {
    const refusal = await response.text();
    for (const { resolve } of batch) resolve(new Response(refusal, response));
    return;
  }
  const { headers } = response;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + decoder.decode(piece.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, at, status, envelope] = /^(\d+) (\d+) (.*)$/.exec(line) ?? [];
      batch[Number(at)]?.resolve(new Response(envelope, { status: Number(status), headers }));
    }
  }
}

const earlyForMs = 10_000;
const early = new Map<string, Promise<Response>>();

/** Before the code that needs the answers is there. Each is used once, unless something was saved. */
export function callEarly(urls: readonly string[], selecting: string): void {
  const batch = urls.map((url) => waitingFor({ method: 'GET', url, body: null }));
  for (const { request, promise } of batch) early.set(request.url, promise);
  for (const { promise } of batch) promise.catch(() => undefined);
  void sendBatch(batch, selecting);
  setTimeout(forgetEarly, earlyForMs);
}

export const forgetEarly = (): void => early.clear();

function takeEarly({ method, url }: CallRequest): Promise<Response> | undefined {
  const answer = method === 'GET' ? early.get(url) : undefined;
  early.delete(url);
  return answer;
}
