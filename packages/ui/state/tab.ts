import { readStored, writeStored, type Keeper } from './stored.ts';

interface Tab {
  readonly sessionToken: string | null;
  readonly project: TabProject | null;
}

export interface TabProject {
  readonly id: number | null;
  readonly token: string;
}

/** In memory, as the browser's storage is shared: another tab must not change where this one saves. */
let tab: Tab = { sessionToken: null, project: null };
let former: TabProject | null = null;
let supposed: number | null = null;

export const projectParameter = 'p';

export function projectOf(query: string): number | null {
  const id = new URLSearchParams(query).get(projectParameter);
  return id !== null && /^\d{1,15}$/.test(id) ? Number(id) : null;
}

/** The project of the address, else of this tab before a reload, else the one used last. */
export function beginTab(query: string = location.search): void {
  const wanted = projectOf(query);
  supposed = null;
  former = readProject('tab') ?? readProject('browser');
  tab = { sessionToken: readStored('sessionToken'), project: wanted === null || former?.id === wanted ? former : null };
}

/** Added by itself, so a refusal isn't the person's doing (`isAskedFor`). */
export function nameProject(): void {
  const id = tab.project?.id ?? null;
  if (id === null || projectOf(location.search) !== null) return;
  const address = new URL(location.href);
  address.searchParams.set(projectParameter, String(id));
  history.replaceState(null, '', address);
  supposed = id;
}

export const isAskedFor = (id: number): boolean => id !== supposed;

export const tabSession = (): string | null => tab.sessionToken;
export const tabProject = (): TabProject | null => tab.project;

export const formerProject = (): TabProject | null => former;

export function setTabSession(sessionToken: string | null): void {
  tab = { ...tab, sessionToken };
}

export function selectProject(project: TabProject): void {
  tab = { ...tab, project };
  storeProject(project);
  holdProject(project.id);
}

const lockOf = (id: number | null): string => `project ${id}`;
let letGo: (() => void) | undefined;

/** A lock shared by the tabs of a project, which ends with the tab. Pages without TLS have no locks. */
function holdProject(id: number | null): void {
  letGo?.();
  const held = new Promise<void>((resolve) => (letGo = resolve));
  void navigator.locks?.request(lockOf(id), { mode: 'shared' }, () => held);
}

export async function isOpenInOtherTab(id: number | null): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === lockOf(id));
}

/** For the next load and for new tabs. The page keeps its project until then. */
export function storeProject({ id, token }: TabProject): void {
  for (const keeper of ['tab', 'browser'] as const) {
    writeStored('projectToken', token, keeper);
    writeStored('projectId', id === null ? null : String(id), keeper);
  }
}

/** The tab that was looked at last is where new tabs begin. */
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
