import { type EmbeddedEngine, type EmbeddedEngineOptions, openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { FollowingEngine } from '#engine/live/following-engine.ts';
import { inSession, type SearchEngine } from '#engine/port.ts';

/** An embedded engine searched by a follower, with all messages cloned as between threads. */
export function openFollowedEngine(options: EmbeddedEngineOptions): SearchEngine {
  const following = new FollowingEngine(async (asked) => structuredClone(await followed.answerFollower(structuredClone(asked))));
  const followed: EmbeddedEngine = openEmbeddedEngine({
    ...options,
    tellFollowers: async (news) => following.take(structuredClone(news)),
  });
  const searches: Partial<SearchEngine> = {
    open: (collection, signal) => following.open(collection, signal),
    status: (collection) => following.status(collection),
    search: (collection, plan) => inSession(following, collection, (session) => session.search(plan)),
    items: (collection, ids) => inSession(following, collection, (session) => session.items(ids)),
  };
  return new Proxy<SearchEngine>(followed, {
    get(target, name: keyof SearchEngine) {
      return searches[name] ?? (target[name] as () => unknown).bind(target);
    },
  });
}
