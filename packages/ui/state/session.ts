import type { Rights } from '#contract/permission.ts';
import { createStore, useStore } from './store.ts';
import { readStored, storedNames, writeStored } from './stored.ts';
import { selectProject, setTabSession, tabSession } from './tab.ts';

export interface Person extends Rights {
  readonly id: number;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  /** An address that holds the picture; null where there is none. */
  readonly photo?: string | null;
}

export interface CurrentProject {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** ISO 639-1 code of the language its items are in. */
  readonly language: string;
  /** Its clocks, by the name of the IANA. */
  readonly time_zone: string;
  readonly token: string;
  /** False for one that answers no shop and imports nothing. */
  readonly active?: boolean;
  /** The name of an owner, for those who may not do everything; null where none is known. */
  readonly owner: string | null;
}

interface Session {
  readonly person: Person;
  /** Null until the person has a project. */
  readonly project: CurrentProject | null;
  readonly ownsProjects?: boolean;
  /** The address is of a project that isn't open to the person, so none is selected. */
  readonly isProjectRefused?: boolean;
  readonly deletedBy?: string;
}

const session = createStore<Session | null>(null);

export function setSession(answer: Session): void {
  if (answer.project) selectProject(answer.project);
  session.set(answer);
}

export function updatePerson(changes: Pick<Person, 'name' | 'surname' | 'email' | 'photo'>): void {
  const now = session.get();
  if (now) session.set({ ...now, person: { ...now.person, ...changes } });
}

/** Shows elsewhere in the page what was changed of the selected project; nothing for another one. */
export function showProject({ id, name, url, language, time_zone, active }: Omit<CurrentProject, 'token' | 'owner'>): void {
  const now = session.get();
  if (now?.project?.id !== id) return;
  session.set({ ...now, project: { ...now.project, name, url, language, time_zone, ...(active !== undefined && { active }) } });
}

export function noteDeletedProject(person: string): void {
  const known = session.get();
  if (known && known.deletedBy === undefined) session.set({ ...known, deletedBy: person });
}

export const currentSession = (): Session | null => session.get();

/** Starts a session with the token of an answer to login or register. Other tabs take it over, too, if they are the same person's. */
export function startSession(token: string): void {
  session.set(null);
  resumeSession(token);
  writeStored('sessionToken', token);
}

/** Goes on with another token of the same person. */
export const resumeSession = (token: string): void => setTabSession(token);

export const isSignedIn = (): boolean => tabSession() !== null;

/** `unreachable`: the server did not answer the first check of the session. */
export type EndReason = 'signedOut' | 'deactivated' | 'signedOutElsewhere' | 'expired' | 'unreachable';
const endListeners = new Set<(reason: EndReason) => void>();

/** Ends the session of this tab, and with it that of the others. The console listens and leaves the page. */
export function endSession(reason: EndReason): void {
  const token = tabSession();
  if (token === null) return;
  setTabSession(null);
  writeStored('personLanguage', null);
  // Somebody may have signed in elsewhere meanwhile.
  if (readStored('sessionToken') === token) writeStored('sessionToken', null);
  for (const listener of endListeners) listener(reason);
}

export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Tells the session token, or null, when another tab signed in or out. Returns the function that ends the subscription. */
export function onSessionElsewhere(listener: (token: string | null) => void): () => void {
  const follow = ({ key, storageArea }: StorageEvent) => {
    const isAboutSession = storageArea === localStorage && (key === storedNames.sessionToken || key === null);
    if (isAboutSession) listener(readStored('sessionToken'));
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** Null on public pages. */
export const useSession = (): Session | null => useStore(session);
