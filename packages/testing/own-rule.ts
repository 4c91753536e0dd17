import type { Rule } from '#engine/query/pipeline.ts';
import type { RuleStore } from '#server/rules/releases/rule-source.ts';
import type { Releases } from '#server/rules/releases/releases.ts';

const nothing: RuleStore<never> = {
  some: () => Promise.resolve([]),
  following: () => Promise.resolve([]),
  put: () => Promise.resolve(),
  removeAll: () => Promise.resolve(),
  copy: () => Promise.resolve(),
};

export const addOwnRule = (releases: Releases, rule: Rule): void =>
  releases.add<never, never>({
    key: `own-${rule.stage}`,
    scope: 'project',
    goesLive: 'atOnce',
    table: 'synonym',
    store: () => nothing,
    nameOf: String,
    prepare: (row) => row,
    merge: () => rule,
  });
