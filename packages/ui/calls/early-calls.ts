import { callHeaders } from './request.ts';

interface EarlyCall {
  /** Whose answer it is; another session or project must not get it. */
  readonly caller: string;
  readonly response: Promise<Response>;
}

const earlyCalls = new Map<string, EarlyCall>();

/** Who is asking, as the server sees it. */
const callerOf = (headers: Readonly<Record<string, string>>) => JSON.stringify(headers);

/** Asks for what every screen begins with while its code is still on its way. Whoever makes the same call first gets the answer. */
export function askEarly(url: string): void {
  const headers = callHeaders();
  const response = fetch(url, { headers });
  response.catch(() => undefined);
  earlyCalls.set(url, { caller: callerOf(headers), response });
}

/** The answer that was asked for early, once; undefined when there is none for this session and project. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const call = earlyCalls.get(url);
  earlyCalls.delete(url);
  return call?.caller === callerOf(callHeaders()) ? call.response : undefined;
}
