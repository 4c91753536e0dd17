import type { Envelope } from '#contract/envelope.ts';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { register } from '#features/account/account.contract.ts';
import { createProject, createSampleProject, type ProjectInput } from '#features/owner/projects/projects.contract.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { timeZone } from './time-zone.ts';

/** Password of all users here. */
export const password = 'Correct-Horse-7';
const agreed = { password, password_confirmation: password, agree: true };

/** The first user, an administrator. */
export const owner = { name: 'Olga', surname: 'Owner', email: 'olga@example.com', ...agreed };

export interface OwnProject extends OutputOf<typeof createProject> {
  readonly sessionToken: string;
  readonly email: string;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly sessionToken?: string | undefined;
  /** Public token of the project. */
  readonly token?: string | undefined;
}

/** Throws the error response. */
export async function send<Data>(serverUrl: string, { method, path, body, sessionToken, token }: Call): Promise<Data> {
  const response = await fetch(serverUrl + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(sessionToken !== undefined && { [sessionHeader]: sessionToken }),
      ...(token !== undefined && { [projectHeader]: token }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { data, msg } = (await response.json()) as Envelope<Data>;
  if (!response.ok || data === null) throw new Error(`${method} ${path} answered ${response.status}: ${msg}`);
  return data;
}

export const post = <Data>(serverUrl: string, path: string, body: unknown, sessionToken?: string): Promise<Data> =>
  send(serverUrl, { method: 'POST', path, body, sessionToken });

export const read = <Data>(serverUrl: string, path: string, sessionToken: string, token: string): Promise<Data> =>
  send(serverUrl, { method: 'GET', path, sessionToken, token });

/** Without a project. */
export async function signUpNewcomer(serverUrl: string): Promise<{ readonly email: string; readonly token: string }> {
  const email = `newcomer-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const person = { name: 'Nora', surname: 'New', email, ...agreed };
  const { token } = await post<{ token: string }>(serverUrl, register.path, person);
  return { email, token };
}

/** With one project. */
export async function signUpWithProject(serverUrl: string, project: Partial<ProjectInput>): Promise<OwnProject> {
  const { token, email } = await signUpNewcomer(serverUrl);
  return { ...(await addProject(serverUrl, token, project)), sessionToken: token, email };
}

/** With the sample shop's items. */
export async function signUpWithSampleShop(serverUrl: string, language: 'cs' | 'en'): Promise<OwnProject> {
  const { token, email } = await signUpNewcomer(serverUrl);
  const project = await post<OutputOf<typeof createProject>>(serverUrl, createSampleProject.path, { language }, token);
  return { ...project, sessionToken: token, email };
}

export async function addProject(
  serverUrl: string,
  sessionToken: string,
  project: Partial<ProjectInput>,
): Promise<OutputOf<typeof createProject>> {
  const input = { name: 'Lamps', language: 'en', data_source: 'custom_feed', time_zone: timeZone, ...project };
  return post<OutputOf<typeof createProject>>(serverUrl, createProject.path, input, sessionToken);
}
