import type { Rights } from '#contract/permission.ts';
import { useProject } from './rights.ts';
import { createStore, useStore } from './store.ts';

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
