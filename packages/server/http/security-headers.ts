import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import { contentPolicy } from './content-policy.ts';

/** What helps browsers to protect whoever opens an answer. It is the same for all answers, so helmet is asked once. Names are in lower case. */
export function securityHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const setAll = helmet({
    contentSecurityPolicy: false,
    // Aisle is often run without TLS in front; whoever ends TLS sets it.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'same-origin' },
  });
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  setAll({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined);
  return { ...headers, 'content-security-policy': contentPolicy() };
}
