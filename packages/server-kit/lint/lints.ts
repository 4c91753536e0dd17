import type { Finding } from '#contract/findings.ts';
import type { Analyser } from '#engine/analysis/analyser.ts';
import type { QueryDraft } from '#engine/pipeline.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { LiveRelease } from '#server-kit/releases/live-release.ts';
import type { ReleasedRow } from '#server-kit/releases/rule-source.ts';

/** What a kind of rule looks at to find what is wrong with its rows. */
export interface LintContext {
  readonly app: App;
  readonly project: ProjectScope;
  readonly release: LiveRelease;
  readonly analyser: Analyser;
  /** Rows of the kind that act now. */
  readonly rows: readonly ReleasedRow[];
  readonly collectionIds: readonly number[];
  /** Takes a query through the live rules of a collection, as a search does. */
  readonly draft: (collectionId: number, query: string) => QueryDraft;
  /** The same without rules that replace whole queries, which may be slow patterns. */
  readonly draftUnreplaced: (collectionId: number, query: string) => QueryDraft;
  /** Asked before each row: no once looking takes too long. What isn't known isn't told. */
  readonly hasTime: () => boolean;
  /** To be called between rows: searches have their turn. */
  readonly breathe: () => Promise<void>;
}

/** What is said of a row; the kit knows the rest. */
export type Found = Pick<Finding, 'kind'> & Partial<Pick<Finding, 'by' | 'text' | 'count'>> & { readonly row: ReleasedRow };

/** Looks at all rows of one kind. */
export type Lint = (context: LintContext) => Promise<readonly Found[]>;

/** By the key of a kind of rule. */
export type Lints = Map<string, Lint>;
