import type { JobRow } from './job-store.ts';

/** null for one that is damaged. */
export function payloadOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

interface Needs {
  /** Whose job of a kind it is; undefined for kinds without groups. */
  readonly groupOf: (kind: string) => ((payload: unknown) => number) | undefined;
  readonly payloads: (ids: readonly number[]) => Promise<readonly { readonly id: number; readonly payload: string }[]>;
}

/** Whose jobs the unfinished ones are. The payload says so; it never changes, so it is read once. */
export function jobGroups({ groupOf, payloads }: Needs) {
  const known = new Map<number, { readonly kind: string; readonly group: number | null }>();
  return {
    /** Learns whose jobs these are, which are all unfinished ones of their kinds, and forgets the others. */
    async keep(jobs: readonly JobRow[], kinds: readonly string[]): Promise<void> {
      const unfinished = new Map(jobs.map((job) => [job.id, job.kind]));
      for (const [id, { kind }] of known) if (kinds.includes(kind) && !unfinished.has(id)) known.delete(id);
      const unknown = [...unfinished].filter(([id, kind]) => groupOf(kind) !== undefined && !known.has(id));
      for (const { id, payload: json } of await payloads(unknown.map(([id]) => id))) {
        const [kind, payload] = [unfinished.get(id) ?? '', payloadOf(json)];
        known.set(id, { kind, group: payload === null ? null : (groupOf(kind)?.(payload) ?? null) });
      }
    },
    /** A job without a group, or whose payload can't be read, is a group of its own. */
    of: ({ id, kind }: JobRow): string => `${kind} ${known.get(id)?.group ?? `of ${id}`}`,
  };
}
