import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { Envelope } from '#contract/envelope.ts';
import { authorizeByPost } from '#features/developer/credentials/credentials.contract.ts';
import {
  exportProjectByApi,
  importProjectByApi,
  type ProjectImport,
} from '#features/owner/project-file/project-file.contract.ts';
import { ConfigError } from '#apps/server/config-error.ts';

/** From the server, or why it wasn't reached; whole sentences. */
export class ProjectCallError extends Error {}

const longestMilliseconds = 120_000;
const names = ['AISLE_URL', 'AISLE_CLIENT_ID', 'AISLE_CLIENT_SECRET'] as const;

export interface ConnectedProject {
  export(): Promise<OutputOf<typeof exportProjectByApi>>;
  import(input: InputOf<typeof importProjectByApi>): Promise<ProjectImport>;
}

/** By client id and secret from the environment. Throws `ConfigError` and `ProjectCallError`. */
export async function connectProject(env: Readonly<Record<string, string | undefined>>): Promise<ConnectedProject> {
  const [url = '', client_id = '', client_secret = ''] = names.map((name) => env[name]);
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) throw new ConfigError(`Set ${missing.join(', ')}; the credentials page of the project has them.`);
  const base = URL.parse(url);
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new ConfigError('AISLE_URL has to be the address of the server, such as https://search.example.com.');

  async function call<E extends Endpoint>(endpoint: E, input: object, bearer?: string): Promise<OutputOf<E>> {
    const { method, path } = endpoint;
    const response = await fetch(url.replace(/\/$/, '') + path, {
      method,
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(longestMilliseconds),
    }).catch((error: unknown) => {
      throw new ProjectCallError(`${base?.host ?? url} does not answer: ${reasonOf(error)}.`);
    });
    const answer = (await response.json().catch(() => null)) as Envelope<OutputOf<E>> | null;
    if (answer === null)
      throw new ProjectCallError(`${base?.host ?? url} is no Aisle: it answered ${response.status} without JSON.`);
    if (!response.ok || answer.data === null) {
      const told = answer.errors.map(({ field, message }) => (field === '' ? message : `${message} (${field})`));
      throw new ProjectCallError([answer.msg, ...told.filter((line) => line !== answer.msg)].join('\n'));
    }
    return answer.data;
  }

  const { token } = await call(authorizeByPost, { client_id, client_secret });
  return {
    export: () => call(exportProjectByApi, {}, token),
    import: (input) => call(importProjectByApi, input, token),
  };
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
};
