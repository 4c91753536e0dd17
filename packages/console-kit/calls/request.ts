import { hasBody, pathParameters, type Endpoint } from '#contract/endpoint.ts';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { storedLanguage } from '#console-kit/text/i18n.ts';
import { languageTag } from '#console-kit/text/language.ts';
import { tabProject, tabSession } from '#console-kit/session/tab.ts';

type Values = Readonly<Record<string, unknown>>;

interface CallRequest {
  readonly url: string;
  readonly body: string | null;
}

/** Where an endpoint's input goes: names in the path, then the query of a GET or DELETE, or the body of the others. */
export function requestOf({ method, path }: Pick<Endpoint, 'method' | 'path'>, input: Values): CallRequest {
  const inPath = new Set(pathParameters(path));
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const others = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  if (hasBody(method)) return { url, body: JSON.stringify(Object.fromEntries(others)) };
  const query = new URLSearchParams(others.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]));
  return { url: query.size > 0 ? `${url}?${query}` : url, body: null };
}

/** The session and the selected project of this tab and the person's language, as every call carries them. */
export function callHeaders(sessionToken: string | null = tabSession()): Record<string, string> {
  const project = tabProject();
  return {
    'accept-language': languageTag(storedLanguage()),
    ...(sessionToken !== null && { [sessionHeader]: sessionToken }),
    ...(project !== null && { [projectHeader]: project.token }),
  };
}
