import type { Finding } from '#contract/findings.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import type { QueryDraft } from '#engine/query/pipeline.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { LiveRelease } from './releases/live-release.ts';
import type { ReleasedRow } from './releases/rule-source.ts';

/** A word that no rule knows or ignores. */
export const unknownWord = 'qzxvwq';

export interface LintContext {
  readonly project: ProjectScope;
  readonly release: LiveRelease;
  readonly analyser: Analyser;
  readonly rows: readonly ReleasedRow[];
  readonly collectionIds: readonly number[];
  /** Takes a query through the live rules of a collection, as a search does. */
  readonly draft: (collectionId: number, query: string, category?: string) => QueryDraft;
  /** The same without rules that replace whole queries, which may be slow patterns. */
  readonly draftUnreplaced: (collectionId: number, query: string) => QueryDraft;
  /** Ask before each row: false once linting has taken too long. Findings that weren't reached are left out. */
  readonly hasTime: () => boolean;
  /** Call between rows, to let searches run. */
  readonly breathe: () => Promise<void>;
}

export type Found = Pick<Finding, 'kind'> & Partial<Pick<Finding, 'by' | 'text' | 'count'>> & { readonly row: ReleasedRow };

export type Lint = (context: LintContext) => Promise<readonly Found[]>;

export type Lints = Map<string, Lint>;
