import type { Rights } from '#contract/permission.ts';
import { useProject } from './rights.ts';
import { createStore, useStore } from './store.ts';

/** A project of the person, as others name it. */
export interface OwnProject {
  readonly id: number;
  readonly name: string;
  readonly token: string;
  readonly type: 'search_plugin' | 'front_api';
  readonly is_live: boolean;
  readonly rights: Rights;
}

const projects = createStore<readonly OwnProject[]>([]);

/** Takes the projects of the person, once the shell knows them. */
export const setOwnProjects = (own: readonly OwnProject[]): void => projects.set(own);

/** Empty until they are known. */
export const useOwnProjects = (): readonly OwnProject[] => useStore(projects);

/** The selected one; undefined until it is known. */
export function useSelectedProject(): OwnProject | undefined {
  const id = useProject()?.id;
  return useOwnProjects().find((one) => one.id === id);
}
