import { hasBody, isInQuery, pathParameters, type Endpoint } from '#contract/endpoint.ts';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { storedLanguage } from '#ui/text/i18n.ts';
import { languageTag } from '#ui/text/language.ts';
import { tabProject, tabSession } from '#ui/state/tab.ts';

type Values = Readonly<Record<string, unknown>>;

interface CallRequest {
  readonly url: string;
  readonly body: string | null;
}

export function requestOf({ path, ...endpoint }: Pick<Endpoint, 'method' | 'path' | 'inAddress'>, input: Values): CallRequest {
  const inPath = new Set(pathParameters(path));
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const others = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  const [asked, sent] = [true, false].map((inQuery) => others.filter(([name]) => isInQuery(endpoint, name) === inQuery));
  const query = new URLSearchParams(asked!.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]));
  const body = hasBody(endpoint.method) ? JSON.stringify(Object.fromEntries(sent!)) : null;
  return { url: query.size > 0 ? `${url}?${query}` : url, body };
}

export function callHeaders(sessionToken: string | null = tabSession()): Record<string, string> {
  const project = tabProject();
  return {
    'accept-language': languageTag(storedLanguage()),
    ...(sessionToken !== null && { [sessionHeader]: sessionToken }),
    ...(project !== null && { [projectHeader]: project.token }),
  };
}
