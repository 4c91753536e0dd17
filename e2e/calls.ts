import type { Envelope } from '#contract/envelope.ts';
import { sessionHeader } from '#contract/envelope.ts';
import { register } from '#features/account/account.contract.ts';

const password = 'Correct-Horse-7';
const agreed = { password, password_confirmation: password, agree: true };

/** The first person to sign up, who administers the server. */
export const owner = { name: 'Olga', surname: 'Owner', email: 'olga@example.com', ...agreed };

let people = 0;

/** Calls a server as a client would. Throws what it refuses. */
export async function post<Data>(serverUrl: string, path: string, body: unknown, token?: string): Promise<Data> {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { [sessionHeader]: token }) };
  const response = await fetch(serverUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data, msg } = (await response.json()) as Envelope<Data>;
  if (!response.ok || data === null) throw new Error(`POST ${path} answered ${response.status}: ${msg}`);
  return data;
}

/** Signs somebody up who has no project yet. */
export async function signUpNewcomer(serverUrl: string): Promise<{ readonly email: string; readonly token: string }> {
  const email = `newcomer${(people += 1)}@example.com`;
  const person = { name: 'Nora', surname: 'New', email, ...agreed };
  const { token } = await post<{ token: string }>(serverUrl, register.path, person);
  return { email, token };
}
