import type { Tag } from '#server-kit/cache/answer.ts';

/** Another one whenever what is kept has another form. */
const form = 1;

/** Begin with the installation, so several share a Redis, and with the version, as another may answer otherwise. */
export function redisNames(installation: string, version: string) {
  const ours = `aisle:${form}:${version}:${installation}`;
  return {
    /** Where servers tell each other what is purged. Redis has one for all of its databases. */
    channel: `${ours}:purges`,
    answer: (id: string): string => `${ours}:answer:${id}`,
    /** What stands there is another text after each purge. */
    tag: (tag: Tag): string => `${ours}:tag:${tag}`,
    /** Ids of the answers of a project by when they end. */
    answersOf: (projectId: number): string => `${ours}:answers:${projectId}`,
  };
}
export type RedisNames = ReturnType<typeof redisNames>;
