import { type Rights, allows, type Permission } from '#contract/permission.ts';
import { createStore, useStore } from './store.ts';
import { readStored, storedNames, writeStored } from './stored.ts';
import { selectProject, setTabSession, tabSession } from './tab.ts';
import { defaultTimeZone } from '#contract/days.ts';

interface Person extends Rights {
  readonly id: number;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly photo?: string | null;
}

interface CurrentProject {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** ISO 639-1, of its items. */
  readonly language: string;
  /** IANA name. */
  readonly time_zone: string;
  readonly token: string;
  readonly active?: boolean;
  readonly owner: string | null;
}

export interface Session {
  readonly person: Person;
  readonly project: CurrentProject | null;
  readonly ownsProjects?: boolean;
  readonly mayAddProjects?: boolean;
  readonly blockedIn?: readonly { readonly project: string; readonly by: string | null }[];
  readonly isProjectRefused?: boolean;
  readonly deletedBy?: string;
}

const session = createStore<Session | null>(null);

export function setSession(answer: Session): void {
  if (answer.project) selectProject(answer.project);
  // Each click verifies it: the same answer renders nothing again.
  if (JSON.stringify(answer) !== JSON.stringify(session.get())) session.set(answer);
}

export function updatePerson(changes: Pick<Person, 'name' | 'surname' | 'email' | 'photo'>): void {
  const now = session.get();
  if (now) session.set({ ...now, person: { ...now.person, ...changes } });
}

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

/** Other tabs of the same person follow. */
export function startSession(token: string): void {
  session.set(null);
  resumeSession(token);
  writeStored('sessionToken', token);
}

export const resumeSession = (token: string): void => setTabSession(token);

export const isSignedIn = (): boolean => tabSession() !== null;

/** `unreachable`: the first check got no answer. */
export type EndReason = 'signedOut' | 'deactivated' | 'signedOutElsewhere' | 'expired' | 'unreachable';
const endListeners = new Set<(reason: EndReason) => void>();

export function endSession(reason: EndReason): void {
  const token = tabSession();
  if (token === null) return;
  setTabSession(null);
  writeStored('personLanguage', null);
  // Another tab may have signed in since.
  if (readStored('sessionToken') === token) writeStored('sessionToken', null);
  for (const listener of endListeners) listener(reason);
}

export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

export function onSessionElsewhere(listener: (token: string | null) => void): () => void {
  const follow = ({ key, storageArea }: StorageEvent) => {
    const isAboutSession = storageArea === localStorage && (key === storedNames.sessionToken || key === null);
    if (isAboutSession) listener(readStored('sessionToken'));
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

export const useSession = (): Session | null => useStore(session);

export function useProfile(): Person {
  const session = useSession();
  if (!session) throw new Error('useProfile is for pages behind sign-in.');
  return session.person;
}

export const useProject = (): CurrentProject | null => useSession()?.project ?? null;

export const useProjectTimeZone = (): string => useProject()?.time_zone ?? defaultTimeZone;

export function useAllowed(permission: Permission): boolean {
  const session = useSession();
  return session !== null && allows(session.person, permission);
}

export interface OwnProject {
  readonly id: number;
  readonly name: string;
  readonly token: string;
  readonly type: 'search_plugin' | 'front_api';
  readonly is_live: boolean;
  readonly rights: Rights;
}

const projects = createStore<readonly OwnProject[]>([]);

export const setOwnProjects = (own: readonly OwnProject[]): void => projects.set(own);

export const useOwnProjects = (): readonly OwnProject[] => useStore(projects);

export function useSelectedProject(): OwnProject | undefined {
  const id = useProject()?.id;
  return useOwnProjects().find((one) => one.id === id);
}
