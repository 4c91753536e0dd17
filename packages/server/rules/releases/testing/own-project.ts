import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import type { Releases } from '#server/rules/releases/releases.ts';
import { openTestDatabase } from '#testing/raw-database.ts';
import { addMidnightWords, addProject, addSynonyms, releaseKit } from './release-kit.ts';

interface OwnProject {
  readonly db: Database;
  readonly project: ProjectScope;
  readonly releases: Releases;
  /** What was logged. */
  readonly told: ReturnType<typeof releaseKit>['told'];
}

/** A database for the tests of a file, and a new project for each of them, with synonyms and with words that wait for midnight. */
export function ownProject(): OwnProject {
  const own = {} as { -readonly [Name in keyof OwnProject]: OwnProject[Name] };
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ db: own.db, close } = await openTestDatabase());
  });
  beforeEach(async () => {
    Object.assign(own, releaseKit(own.db));
    addSynonyms(own.releases);
    addMidnightWords(own.releases);
    own.project = await addProject(own.db);
  });
  afterAll(() => close());
  return own;
}

export const who = { userId: null, reason: 'test' };

export const synonym = (term: string, other: string, is_active = true) => ({
  term,
  synonym_type_id: 2 as const,
  synonyms: [other],
  is_active,
});
