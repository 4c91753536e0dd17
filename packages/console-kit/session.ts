import type { Rights } from '#contract/permission.ts';
import { createStore, useStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

/** The signed-in person, with their rights in the selected project. */
export interface Person extends Rights {
  readonly id: number;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
}

export interface CurrentProject {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** ISO 639-1 code of the language its items are in. */
  readonly language: string;
  readonly token: string;
}

interface Session {
  readonly person: Person;
  /** Null until the person has a project. */
  readonly project: CurrentProject | null;
}

const session = createStore<Session | null>(null);

/** Keeps what the server answered about the session. */
export function setSession(answer: Session): void {
  writeStored('projectToken', answer.project?.token ?? null);
  session.set(answer);
}

export const currentSession = (): Session | null => session.get();

/** Starts a session with the token of an answer to login or register. */
export function startSession(token: string): void {
  session.set(null);
  writeStored('sessionToken', token);
}

/** Selects another project. The page is loaded anew, so that nothing of the former project stays anywhere. */
export function switchProject(token: string, address = '/dashboard'): void {
  writeStored('projectToken', token);
  location.assign(address);
}

export const isSignedIn = (): boolean => readStored('sessionToken') !== null;

/** `unreachable`: the server did not answer the first check of the session. */
type EndReason = 'signedOut' | 'expired' | 'unreachable';
const endListeners = new Set<(reason: EndReason) => void>();

/** Forgets the session. The shell listens and shows the sign-in page. */
export function endSession(reason: EndReason): void {
  if (!isSignedIn()) return;
  writeStored('sessionToken', null);
  for (const listener of endListeners) listener(reason);
  session.set(null);
}

/** Returns the function that ends the subscription. */
export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Null on public pages and in the moment after signing out. */
export const useSession = (): Session | null => useStore(session);
