import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export const requestIdHeader = 'x-request-id';
const requestIdForm = /^[\w.-]{1,64}$/;

/** A proxy may have given the call a name that its own log has; it stands in ours, too, and in the answer. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && requestIdForm.test(given) ? given : randomUUID();
}
