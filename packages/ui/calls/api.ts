import {
  type BesideOf,
  type Endpoint,
  type InputOf,
  type OutputOf,
  hasBody,
  isInQuery,
  pathParameters,
} from '#contract/endpoint.ts';
import { type Envelope, savingHeader } from '#contract/envelope.ts';
import { needsProject } from '#contract/permission.ts';
import { noteSaving } from './saving.ts';
import { endSession, noteDeletedProject } from '#ui/state/session.ts';
import { errorText, type ErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';
import { createStore } from '#ui/state/store.ts';
import { type CallRequest, forgetEarly, send, sendTogether } from './batch.ts';

export const noAnswerStatus = 0;

/** Carries `code` and `parameters` of the first problem. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly code: ErrorCode;
  readonly parameters: ErrorParameters;

  constructor(status: number, problems: readonly Problem[]) {
    const first = problems[0] ?? { code: 'internal' as const, message: errorText('internal') };
    super(first.message);
    this.status = status;
    this.problems = problems.length > 0 ? problems : [{ field: '', ...first }];
    this.code = first.code;
    this.parameters = ('parameters' in first ? first.parameters : undefined) ?? {};
  }
}

export function noAnswer(endpoint?: Pick<Endpoint, 'method' | 'needs' | 'onlyAsks'>): CallError {
  const isSigningIn = endpoint?.needs === 'public';
  const code = endpoint && isSaving(endpoint) && !isSigningIn ? 'notSaved' : 'noConnection';
  return new CallError(noAnswerStatus, [{ field: '', code, message: errorText(code) }]);
}

/** For calls whose failures all read the same, except for a lost connection. */
export const inGeneral = (error: CallError): CallError => (error.status === noAnswerStatus ? error : new CallError(500, []));

export const asCallError = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(noAnswerStatus, []);

export const lostConnection = createStore(false);

type Values = Readonly<Record<string, unknown>>;

export function requestOf({ path, ...endpoint }: Pick<Endpoint, 'method' | 'path' | 'inAddress'>, input: Values): CallRequest {
  const { method } = endpoint;
  const inPath = new Set(pathParameters(path));
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const others = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  const [asked, sent] = [true, false].map((inQuery) => others.filter(([name]) => isInQuery(endpoint, name) === inQuery));
  const query = new URLSearchParams(asked!.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]));
  const body = hasBody(method) ? JSON.stringify(Object.fromEntries(sent!)) : null;
  return { method, url: query.size > 0 ? `${url}?${query}` : url, body };
}

// May import: `state` and `text`.

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly sessionToken?: string;
}

export interface Answer<E extends Endpoint> {
  readonly data: OutputOf<E>;
  readonly hasNotice: boolean;
  readonly beside: BesideOf<E>;
}

/** Throws `CallError`, or the signal's reason when aborted. */
export async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>> {
  return (await callEnvelope(endpoint, input, options)).data;
}

/** As `call`, with the notice (`err: 2`) and the members beside data. */
export async function callEnvelope<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, sessionToken }: CallOptions = {},
): Promise<Answer<E>> {
  const request = requestOf(endpoint, input);
  const isShared = sessionToken === undefined && mayShare(endpoint);
  let response: Response;
  try {
    response = await (isShared ? sendTogether(request, signal) : send(request, sessionToken, signal));
  } catch (error) {
    if (signal?.aborted) throw error;
    lostConnection.set(true);
    throw noAnswer(endpoint);
  }
  lostConnection.set(false);
  noteSaving(response.headers.get(savingHeader));
  const answer = answerOf<E>(response.status, await response.text(), endpoint);
  noteCall(endpoint);
  return answer;
}

export function answerOf<E extends Endpoint>(status: number, text: string, endpoint: Pick<E, 'needs'>): Answer<E> {
  const envelope = parseEnvelope(text);
  if (!envelope) throw new CallError(status, []);
  const { err, msg: _, data, errors, ...beside } = envelope;
  if (err !== 1) return { data: data as OutputOf<E>, hasNotice: err === 2, beside: beside as BesideOf<E> };
  const failure = new CallError(status, errors);
  if (failure.code === 'notSignedIn') endSession('expired');
  if (failure.code === 'projectDeleted' && needsProject(endpoint.needs)) noteDeletedProject(String(failure.parameters['person']));
  throw failure;
}

/** Null for a body that isn't ours, such as a proxy's error page. */
function parseEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text);
    const isEnvelope = typeof value === 'object' && value !== null && 'err' in value && 'errors' in value;
    return isEnvelope ? (value as Envelope) : null;
  } catch {
    return null;
  }
}

const listeners = new Set<() => void>();

export function onWrite(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const isSaving = ({ method, onlyAsks }: Pick<Endpoint, 'method' | 'onlyAsks'>): boolean => method !== 'GET' && onlyAsks !== true;

/** Batches hold reading calls of the console; those with a body need a fixed address. */
const mayShare = ({ method, path, needs, alsoByGet, ...endpoint }: Endpoint): boolean =>
  path.startsWith('/api/') &&
  needs !== 'public' &&
  (method === 'GET' ? alsoByGet !== true : endpoint.onlyAsks === true && pathParameters(path).length === 0);

function noteCall(endpoint: Pick<Endpoint, 'method' | 'onlyAsks'>): void {
  if (!isSaving(endpoint)) return;
  forgetEarly();
  for (const listener of listeners) listener();
}
