import { createStore, useStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

export interface CollectionChoice {
  readonly id: number;
  readonly name: string;
  readonly item_count: number;
}

interface Choices {
  readonly projectId: number;
  readonly collections: readonly CollectionChoice[];
  readonly selectedId: number | null;
}

const choices = createStore<Choices | null>(null);

/** Takes the collections of the selected project: the chosen one stays chosen, otherwise it is the first. */
export function setCollections(projectId: number, collections: readonly CollectionChoice[]): void {
  const chosenId = choices.get()?.projectId === projectId ? choices.get()?.selectedId : storedChoices()[projectId];
  const selected = collections.find(({ id }) => id === chosenId) ?? collections[0];
  choices.set({ projectId, collections, selectedId: selected?.id ?? null });
}

/** Selects a collection on all screens and remembers it for the project. */
export function selectCollection(id: number): void {
  const current = choices.get();
  if (!current) return;
  choices.set({ ...current, selectedId: id });
  writeStored('collections', JSON.stringify({ ...storedChoices(), [current.projectId]: id }));
}

interface CollectionState {
  /** Undefined until they are known, empty when the project needs its first one. */
  readonly collections: readonly CollectionChoice[] | undefined;
  readonly selected: CollectionChoice | null;
}

/** The collections of the project and the one that the top bar selects. */
export function useCollections(): CollectionState {
  const current = useStore(choices);
  const selected = current?.collections.find(({ id }) => id === current.selectedId) ?? null;
  return { collections: current?.collections, selected };
}

/** The collection that the top bar selects; null until it is known, or when there is none. */
export const useCollection = (): CollectionChoice | null => useCollections().selected;

/** Collection ids by project id. */
function storedChoices(): Readonly<Record<number, number>> {
  try {
    return JSON.parse(readStored('collections') ?? '{}') as Record<number, number>;
  } catch {
    return {};
  }
}
