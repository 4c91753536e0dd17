import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProxy } from './service-proxy.ts';
import type { TestServer } from '#testing/test-app.ts';

const callCount = 1_000;
const workerCount = 10;
const resetMilliseconds = 25;
/** Shorter than the time that answers of this shop are fresh for, so that some have to be made again meanwhile. */
const spanMilliseconds = 2_500;

export const failures = ['is dead', 'hangs', 'resets its connections'] as const;
export type Failure = (typeof failures)[number];

type Owner = Awaited<ReturnType<TestServer['owner']>>;

/** What shops ask, each fresh for a second and then within a long grace. */
export const cachedPaths = [
  ...['kettle', 'mug', 'blue+mug', 'lamp', 'towel', 'pan'].map((q) => `/front/search?q=${q}`),
  ...['ke', 'mu', 'la'].map((q) => `/front/autocomplete?q=${q}`),
  '/front/catalog',
];

export async function cacheShortly({ app }: TestServer, { projectId: project_id }: Owner): Promise<void> {
  const rows = (['search', 'autocomplete', 'catalog'] as const).map((endpoint) => ({ project_id, endpoint }));
  const times = { is_cached: 1, ttl_seconds: 1, grace_seconds: 600, updated_at: 1, updated_by: null } as const;
  await app.db
    .insertInto('endpoint_caching')
    .values(rows.map((row) => ({ ...row, ...times })))
    .execute();
  await app.cache.answers.purge(`project ${project_id}`);
}

/** Lets a service fail in its way until that is ended. */
export function fail(proxy: ServiceProxy, failure: Failure): () => void {
  if (failure === 'is dead') proxy.die();
  else if (failure === 'hangs') proxy.hang();
  else {
    const resets = setInterval(() => proxy.reset(), resetMilliseconds);
    return () => clearInterval(resets);
  }
  return () => proxy.heal();
}

/** Asks what was asked before, again and again for some seconds, and answers how many calls got an answer, of how many. */
export async function askedAgain({ app }: TestServer, { project }: Owner): Promise<{ asked: number; answered: number }> {
  let [asked, answered] = [0, 0];
  const worker = async (): Promise<void> => {
    while (asked < callCount) {
      const path = cachedPaths[(asked += 1) % cachedPaths.length]!;
      const { statusCode } = await app.http.inject({ url: `${path}${path.includes('?') ? '&' : '?'}token=${project}` });
      if (statusCode === 200) answered += 1;
      await sleep((spanMilliseconds * workerCount) / callCount);
    }
  };
  await Promise.all(Array.from({ length: workerCount }, worker));
  return { asked, answered };
}
