import { browserName, maskedAddress } from '#features/account/activity/activity-place.ts';

/** Programs that call, by how they begin to say their name. */
const programs =
  /\b(curl|Wget|python-requests|Python-urllib|aiohttp|httpx|Go-http-client|axios|node-fetch|undici|node|GuzzleHttp|PHP|Symfony|okhttp|Apache-HttpClient|Java|Ruby|PostmanRuntime|insomnia|k6|wrk|Googlebot|bingbot|SeznamBot|facebookexternalhit|UptimeRobot)\b/i;

/** What called, by a name that is known: what else a caller writes there may be anything. */
export const agentName = (agent: string): string => programs.exec(agent)?.[1] ?? browserName(agent);

/** A name of a call as servers and proxies make them: a UUID, or hexadecimal digits. Others may be secrets. */
const madeName = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,32})$/i;
export const keptRequestId = (id: string): string => (madeName.test(id) ? id : '');

export const keptAddress = maskedAddress;
