import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';

/** Longer than search results, because counting is slower. */
const countedSeconds = 300;

/** Ids of items by counts of events, cached under a key within the project. */
export async function countedIds(
  app: Pick<App, 'cache'>,
  { id }: ProjectScope,
  key: readonly (string | number)[],
  count: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { answer } = await app.cache.answers.get({
    key: JSON.stringify([...key, id]),
    version: '',
    tags: [`project ${id}`],
    origin: null,
    ttlSeconds: countedSeconds,
    graceSeconds: countedSeconds,
    make: async () => ({ json: Buffer.from(JSON.stringify(await count())), beside: null }),
  });
  return JSON.parse(answer.json.toString()) as string[];
}
