import type { Envelope } from '#contract/envelope.ts';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';

const { dataset } = document.documentElement;

export const projectToken = dataset['token'] ?? '';

/** The console keeps it under this name for all tabs. Null where nobody is signed in, or the browser keeps nothing. */
export function sessionToken(): string | null {
  try {
    return localStorage.getItem('id_token');
  } catch {
    return null;
  }
}

/** Calls the server as the person who is signed in to the console in this browser. Throws where it refuses, or doesn't answer. */
export async function callAsMember<Data>(method: 'GET' | 'POST', path: string): Promise<Data> {
  const response = await fetch(path, {
    method,
    headers: {
      [sessionHeader]: sessionToken() ?? '',
      [projectHeader]: projectToken,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: '{}' }),
  });
  const { data } = (await response.json()) as Envelope<Data>;
  if (!response.ok || data === null) throw new Error(`${path} answered ${response.status}.`);
  return data;
}
