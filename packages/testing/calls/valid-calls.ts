import type { Endpoint } from '#contract/endpoint.ts';
import type { Envelope } from '#contract/envelope.ts';
import { type KnownValues, sampleInput } from './sample-input.ts';
import { type Actor, requestOf, type TestServer } from '#testing/test-app.ts';

export interface ValidCall {
  readonly endpoint: Endpoint;
  readonly input: Record<string, unknown>;
  readonly status: number;
  readonly body: string;
}

/** Succeeded, or failed with an error that its contract declares. */
export function isTaken({ errors = [] }: Endpoint, status: number, body: string): boolean {
  if (status >= 200 && status < 300) return true;
  const { errors: problems } = JSON.parse(body) as Envelope;
  return status < 500 && problems.length > 0 && problems.every(({ code }) => errors.includes(code));
}

const rowNames = ['id', 'ids'];

/** Tries ids until the call succeeds; otherwise returns the most specific declared error. */
export async function validCall(
  server: TestServer,
  actor: Actor,
  endpoint: Endpoint,
  ids: readonly (number | string)[],
  known: KnownValues,
): Promise<ValidCall> {
  const isAboutRows = Object.keys(sampleInput(endpoint.input)).some((name) => rowNames.includes(name));
  const made: ValidCall[] = [];
  for (const id of isAboutRows ? ids : [null]) {
    const input = sampleInput(endpoint.input, { ...known, ...(id !== null && { id, ids: [id] }) });
    const { statusCode, body } = await server.app.http.inject(requestOf(actor, endpoint, input));
    made.push({ endpoint, input, status: statusCode, body });
    if (statusCode < 300) break;
  }
  const last = made.at(-1)!;
  if (last.status < 300) return last;
  const isAbsent = ({ status }: ValidCall): boolean => status === 404 || status === 422;
  return made.find(({ status, body }) => isTaken(endpoint, status, body)) ?? made.find((one) => !isAbsent(one)) ?? last;
}
