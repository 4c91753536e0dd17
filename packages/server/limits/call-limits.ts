import type { Permission } from '#contract/permission.ts';
import type { Awaitable } from '#process-kit/work.ts';
import { fairQueue } from './fair-queue.ts';
import { newBuckets, rateLimit } from './rate-limit.ts';

export interface CallRates {
  /** By address. */
  readonly visitorCallsPerSecond: number;
  readonly projectCallsPerSecond: number;
  readonly personCallsPerSecond: number;
}

/** A shop's visitor, or its server, which calls for many visitors. */
interface ShopCaller {
  readonly project: {
    readonly id: number;
    readonly visitorCallsPerSecond: number | null;
    readonly projectCallsPerSecond: number | null;
  };
  readonly address: string;
  readonly isShopServer: boolean;
}

export const defaultCallRates: CallRates = {
  visitorCallsPerSecond: 50,
  projectCallsPerSecond: 1_000,
  personCallsPerSecond: 100,
};

const searchesAtOnce = 16;
/** So that other projects' searches find a place beside it. */
const remoteSearchesOfProject = 12;
/** Until the service rate is known. */
const mostWaitingSearches = 250;
/** By then the visitor has typed on. */
const longestWaitMilliseconds = 1_000;

export type SearchPlace = 'embedded' | 'openSearch';

const searchesOfProject: Readonly<Record<SearchPlace, number>> = {
  // Searched at once; what waits has its index loaded.
  embedded: 2,
  openSearch: remoteSearchesOfProject,
};

/** Shared by all threads that take calls. */
export interface CallBuckets {
  readonly visitors: SharedArrayBuffer;
  readonly projects: SharedArrayBuffer;
}
export const newCallBuckets = (): CallBuckets => ({ visitors: newBuckets(), projects: newBuckets() });

/** Fairness: rates by visitor, project and person, and turns between projects. */
export function callLimits(rates: CallRates, place: SearchPlace, buckets: CallBuckets = newCallBuckets()) {
  const visitors = rateLimit({ perSecond: rates.visitorCallsPerSecond, buckets: buckets.visitors });
  const projects = rateLimit({ perSecond: rates.projectCallsPerSecond, buckets: buckets.projects });
  const people = rateLimit({ perSecond: rates.personCallsPerSecond });
  const searches = fairQueue({
    atOnce: searchesAtOnce,
    atOnceOfProject: searchesOfProject[place],
    mostWaiting: mostWaitingSearches,
    longestWaitMilliseconds,
  });

  return {
    usual: rates,

    /** Before the call is read; later again for calls with several queries, with their `count`. Throws `tooManyRequests`. */
    admit(needs: Permission, caller: unknown, count = 1): void {
      if (needs === 'public' || needs === 'api') return;
      if (needs !== 'shop') return people.take(String((caller as { readonly user: { readonly id: number } }).user.id));
      const { project, address, isShopServer } = caller as ShopCaller;
      const { visitorCallsPerSecond, projectCallsPerSecond } = project;
      if (!isShopServer) visitors.take(`${project.id} ${address}`, { count, ownPerSecond: visitorCallsPerSecond });
      projects.take(String(project.id), { count, ownPerSecond: projectCallsPerSecond });
    },

    searches: () => ({ runningCount: searches.runningCount(), waitingCount: searches.waitingCount() }),

    /** Waits for the project's turn. Throws `unavailable` when its queue is too long. */
    search: <Done>({ project }: Pick<ShopCaller, 'project'>, signal: AbortSignal, work: () => Awaitable<Done>): Awaitable<Done> =>
      searches.run(project.id, signal, work),
  };
}
export type CallLimits = ReturnType<typeof callLimits>;
