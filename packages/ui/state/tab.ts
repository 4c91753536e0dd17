import { readStored, writeStored, type Keeper } from './stored.ts';

interface Tab {
  readonly sessionToken: string | null;
  /** Null while none is selected, or while only the id of the selected one is known. */
  readonly project: TabProject | null;
}

export interface TabProject {
  /** Null until the server has said to which project the token belongs. */
  readonly id: number | null;
  /** The public token, which calls carry. */
  readonly token: string;
}

/** In memory, as what the browser stores is shared by tabs: another tab must not change where this one saves. */
let tab: Tab = { sessionToken: null, project: null };
let former: TabProject | null = null;
/** The project that the tab has put into its address by itself. */
let supposed: number | null = null;

export const projectParameter = 'p';

/** The project that the query of an address names; null when it names none. */
export function projectOf(query: string): number | null {
  const id = new URLSearchParams(query).get(projectParameter);
  return id !== null && /^\d{1,15}$/.test(id) ? Number(id) : null;
}

/** Begins with the project of the address, else with the one that this tab had before a reload, else with the one that was used last. */
export function beginTab(query: string = location.search): void {
  const wanted = projectOf(query);
  supposed = null;
  former = readProject('tab') ?? readProject('browser');
  tab = { sessionToken: readStored('sessionToken'), project: wanted === null || former?.id === wanted ? former : null };
}

/** Puts the project of the tab into an address that names none. Whoever is signed in now may have no access to it, so nobody asked for it. */
export function nameProject(): void {
  const id = tab.project?.id ?? null;
  if (id === null || projectOf(location.search) !== null) return;
  const address = new URL(location.href);
  address.searchParams.set(projectParameter, String(id));
  history.replaceState(null, '', address);
  supposed = id;
}

/** Whether a person, or a link that they followed, asked for the project. */
export const isAskedFor = (id: number): boolean => id !== supposed;

export const tabSession = (): string | null => tab.sessionToken;
export const tabProject = (): TabProject | null => tab.project;

/** The project that the tab showed before it was loaded with the present address. */
export const formerProject = (): TabProject | null => former;

/** Changes who is signed in for this tab. What the browser stores is up to `session.ts`. */
export function setTabSession(sessionToken: string | null): void {
  tab = { ...tab, sessionToken };
}

/** Selects a project for this tab, and for tabs that are opened from now on. */
export function selectProject(project: TabProject): void {
  tab = { ...tab, project };
  storeProject(project);
}

/** Where the tab begins when it is loaded next, and tabs that are opened from now on. The page goes on with its own project until then. */
export function storeProject({ id, token }: TabProject): void {
  for (const keeper of ['tab', 'browser'] as const) {
    writeStored('projectToken', token, keeper);
    writeStored('projectId', id === null ? null : String(id), keeper);
  }
}

/** A tab that is looked at again is the one that was used last. It may have come back whole from the history, after another project. */
export function followUse(): void {
  const note = () => {
    if (document.visibilityState === 'visible' && tab.project) storeProject(tab.project);
  };
  document.addEventListener('visibilitychange', note);
  window.addEventListener('pageshow', note);
  window.addEventListener('focus', note);
}

function readProject(keeper: Keeper): TabProject | null {
  const token = readStored('projectToken', keeper);
  const id = Number(readStored('projectId', keeper));
  return token === null ? null : { id: id > 0 ? id : null, token };
}
