// May import: `state` and `text`.
import type { BesideOf, Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { type Envelope, savingHeader } from '#contract/envelope.ts';
import { needsProject } from '#contract/permission.ts';
import { CallError, noAnswer } from './call-error.ts';
import { lostConnection } from './lost-connection.ts';
import { callHeaders, requestOf } from './request.ts';
import { noteCall } from './writes.ts';
import { noteSaving } from './saving.ts';
import { endSession, noteDeletedProject } from '#ui/state/session.ts';

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
  const { url, body } = requestOf(endpoint, input);
  const headers = { ...callHeaders(sessionToken), ...(body !== null && { 'content-type': 'application/json' }) };
  let response: Response;
  try {
    response = await fetch(url, { method: endpoint.method, headers, body, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    lostConnection.set(true);
    throw noAnswer(endpoint);
  }
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
