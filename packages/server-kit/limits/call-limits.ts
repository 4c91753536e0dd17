import type { Permission } from '#contract/permission.ts';
import type { Caller } from '#server-kit/access.ts';
import { fairQueue } from '#server-kit/limits/fair-queue.ts';
import { rateLimit } from '#server-kit/limits/rate-limit.ts';

/** How many calls a second are answered. */
export interface CallRates {
  /** Of one visitor in one shop, by their address. */
  readonly visitorCallsPerSecond: number;
  /** Of all visitors of a project. */
  readonly projectCallsPerSecond: number;
  /** Of one person in the console. */
  readonly personCallsPerSecond: number;
}

export const defaultCallRates: CallRates = {
  visitorCallsPerSecond: 50,
  projectCallsPerSecond: 1_000,
  personCallsPerSecond: 100,
};

/** How many searches of shops run at once. */
const searchesAtOnce = 16;
/** Of one project, where OpenSearch answers: others find a place beside it. */
const remoteSearchesOfProject = 12;
/** Searches of one project that wait; at the usual rates they are answered within a second. */
const mostWaitingSearches = 500;

/** Where searches are answered: by so many threads of this process, or by OpenSearch. */
export type SearchPlace = { readonly searchThreads: number } | 'openSearch';

/** Fewer leave threads without work while answers are written; more make another project's search wait in a thread. */
const searchesOfProject = (place: SearchPlace): number =>
  place === 'openSearch' ? remoteSearchesOfProject : Math.min(searchesAtOnce, 4 * place.searchThreads + 2);

/** Keeps one caller from taking what others need: rates by visitor, project and person, and turns between the projects that are searched. */
export function callLimits(rates: CallRates, place: SearchPlace) {
  const visitors = rateLimit({ perSecond: rates.visitorCallsPerSecond });
  const projects = rateLimit({ perSecond: rates.projectCallsPerSecond });
  const people = rateLimit({ perSecond: rates.personCallsPerSecond });
  const searches = fairQueue({
    atOnce: searchesAtOnce,
    atOnceOfProject: searchesOfProject(place),
    mostWaiting: mostWaitingSearches,
  });

  return {
    /** Throws `tooManyRequests` before anything of the call is read. */
    admit(needs: Permission, caller: unknown): void {
      if (needs === 'public' || needs === 'api') return;
      if (needs !== 'shop') return people.take(String((caller as Caller<'user'>).user.id));
      const { project, address, isShopServer } = caller as Caller<'shop'>;
      // A shop's own server asks for all of its visitors.
      if (!isShopServer) visitors.take(`${project.id} ${address}`);
      projects.take(String(project.id));
    },

    /** Of shops, now. */
    searches: () => ({ runningCount: searches.runningCount(), waitingCount: searches.waitingCount() }),

    /** Does a call's work when it is its turn. Throws `unavailable` when too much of its project waits. */
    run<Done>(needs: Permission, caller: unknown, signal: AbortSignal, work: () => Promise<Done> | Done): Promise<Done> | Done {
      return needs === 'shop' ? searches.run((caller as Caller<'shop'>).project.id, signal, work) : work();
    },
  };
}
export type CallLimits = ReturnType<typeof callLimits>;
