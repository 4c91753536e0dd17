import { createStore, useStore } from '#console-kit/state/store.ts';

/** A project of the person, as others name it. */
export interface OwnProject {
  readonly id: number;
  readonly name: string;
  readonly token: string;
}

const projects = createStore<readonly OwnProject[]>([]);

/** Takes the projects of the person, once the shell knows them. */
export const setOwnProjects = (own: readonly OwnProject[]): void => projects.set(own);

/** Empty until they are known. */
export const useOwnProjects = (): readonly OwnProject[] => useStore(projects);
