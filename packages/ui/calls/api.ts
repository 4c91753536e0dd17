// May import: `state` and `text`.
import type { BesideOf, Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { type Envelope, savingHeader } from '#contract/envelope.ts';
import { needsProject } from '#contract/permission.ts';
import { CallError, noAnswer } from './call-error.ts';
import { takeEarly } from './early-calls.ts';
import { lostConnection } from './lost-connection.ts';
import { callHeaders, requestOf } from './request.ts';
import { noteCall } from './writes.ts';
import { noteSaving } from './saving.ts';
import { endSession, noteDeletedProject } from '#ui/state/session.ts';

interface CallOptions {
  readonly signal?: AbortSignal;
  /** Of a session other than the tab's. */
  readonly sessionToken?: string;
}

/** The whole answer of a call: its data, whether it came with the endpoint's notice, and the members beside data. */
export interface Answer<E extends Endpoint> {
  readonly data: OutputOf<E>;
  readonly hasNotice: boolean;
  readonly beside: BesideOf<E>;
}

/** Makes a call. Throws `CallError` when it fails, and the signal's reason when it is aborted. */
export async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>> {
  return (await callEnvelope(endpoint, input, options)).data;
}

/** As `call`, for endpoints that declare a notice (`err: 2`) or members beside data. */
export async function callEnvelope<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, sessionToken }: CallOptions = {},
): Promise<Answer<E>> {
  const { url, body } = requestOf(endpoint, input);
  const headers = { ...callHeaders(sessionToken), ...(body !== null && { 'content-type': 'application/json' }) };
  let response: Response;
  try {
    const early = endpoint.method === 'GET' ? takeEarly(url) : undefined;
    response = await (early ?? fetch(url, { method: endpoint.method, headers, body, signal: signal ?? null }));
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

/**
 * Reads an envelope. A failure throws; one that says the session is over also ends it on this side, and one that says that the selected
 * project is deleted is told to all that is shown.
 */
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

/** Null for what isn't one of ours, such as the error page of a proxy. */
function parseEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text);
    const isEnvelope = typeof value === 'object' && value !== null && 'err' in value && 'errors' in value;
    return isEnvelope ? (value as Envelope) : null;
  } catch {
    return null;
  }
}
