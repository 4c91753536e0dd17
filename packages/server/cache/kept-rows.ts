import type { AnswerOrigin } from './answer.ts';

/** An answer to a shop that is kept, as people are told of it. */
export interface KeptRow extends AnswerOrigin {
  readonly id: string;
  readonly key: string;
  readonly ageSeconds: number;
  readonly ttlSeconds: number;
  readonly bytes: number;
}

export interface KeptRows {
  /** In no order; the newest where there are very many. */
  list(projectId: number): Promise<readonly KeptRow[]>;
  /** null where there is none of this id, also where another project has one. */
  json(projectId: number, id: string): Promise<Buffer | null>;
}

export const noRows: KeptRows = { list: () => Promise.resolve([]), json: () => Promise.resolve(null) };

/** Those of both places. What both have is told once, as the first has it. */
export const rowsOfBoth = (first: KeptRows, second: KeptRows): KeptRows => ({
  async list(projectId) {
    const [here, there] = await Promise.all([first.list(projectId), second.list(projectId)]);
    const known = new Set(here.map(({ id }) => id));
    return [...here, ...there.filter(({ id }) => !known.has(id))];
  },
  json: async (projectId, id) => (await first.json(projectId, id)) ?? second.json(projectId, id),
});
