import type { Permission } from '#contract/permission.ts';
import type { Caller } from '#server/access.ts';
import { fairQueue } from './fair-queue.ts';
import { rateLimit } from './rate-limit.ts';

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
/** Searches of one project that wait, before it is known how fast they are answered. */
const mostWaitingSearches = 250;
/** Whoever types has typed on by then. */
const longestWaitMilliseconds = 1_000;

/** Where searches are answered: by so many threads of this process, or by OpenSearch. */
export type SearchPlace = { readonly searchThreads: number } | 'openSearch';

/**
 * Fewer than for a project that asks alone leave threads without work while answers are written; more than for one beside others make
 * another project's search wait in a thread.
 */
const searchesOfProject = (place: SearchPlace) =>
  place === 'openSearch'
    ? { atOnceOfProject: remoteSearchesOfProject, atOnceBesideOthers: remoteSearchesOfProject }
    : {
        atOnceOfProject: Math.min(searchesAtOnce, 4 * place.searchThreads + 2),
        atOnceBesideOthers: Math.max(1, place.searchThreads),
      };

/** Keeps one caller from taking what others need: rates by visitor, project and person, and turns between the projects that are searched. */
export function callLimits(rates: CallRates, place: SearchPlace) {
  const visitors = rateLimit({ perSecond: rates.visitorCallsPerSecond });
  const projects = rateLimit({ perSecond: rates.projectCallsPerSecond });
  const people = rateLimit({ perSecond: rates.personCallsPerSecond });
  const searches = fairQueue({
    atOnce: searchesAtOnce,
    ...searchesOfProject(place),
    mostWaiting: mostWaitingSearches,
    longestWaitMilliseconds,
  });

  return {
    /** Of shops that say nothing else. */
    usual: rates,

    /**
     * Throws `tooManyRequests` before anything of the call is read; and later, for a call that turns out to ask for more than one thing,
     * for the `count` that it has beside.
     */
    admit(needs: Permission, caller: unknown, count = 1): void {
      if (needs === 'public' || needs === 'api') return;
      if (needs !== 'shop') return people.take(String((caller as Caller<'user'>).user.id));
      const { project, address, isShopServer } = caller as Caller<'shop'>;
      // A shop's own server asks for all of its visitors.
      const { visitorCallsPerSecond, projectCallsPerSecond } = project;
      if (!isShopServer) visitors.take(`${project.id} ${address}`, { count, ownPerSecond: visitorCallsPerSecond });
      projects.take(String(project.id), { count, ownPerSecond: projectCallsPerSecond });
    },

    searches: () => ({ runningCount: searches.runningCount(), waitingCount: searches.waitingCount() }),

    /** Searches for a shop when it is its turn. Throws `unavailable` when too much of its project waits. */
    search: <Done>({ project }: Caller<'shop'>, signal: AbortSignal, work: () => Promise<Done>): Promise<Done> =>
      searches.run(project.id, signal, work),
  };
}
export type CallLimits = ReturnType<typeof callLimits>;
