import type { Problem } from '#contract/errors.ts';
import { resultProblems } from '#features/developer/result-settings/result-checks.contract.ts';
import type { AnswerField } from '#features/developer/result-settings/result-settings.contract.ts';
import type { ResultDraft } from './draft.ts';

/** What is wrong with a draft, by its place: `sort.0.field`. The server checks the same. */
export type DraftProblems = ReadonlyMap<string, Problem>;

const checkedField = ({ name, type, is_archived, is_counted, is_path }: AnswerField) => ({
  name,
  type,
  isArchived: is_archived,
  isCounted: is_counted,
  isPath: is_path,
});

/** With what the server said of the draft as it was last sent. */
export function draftProblems(draft: ResultDraft, fields: readonly AnswerField[], told: readonly Problem[]): DraftProblems {
  const found = resultProblems(draft, fields.map(checkedField));
  return new Map([...told.filter(({ field }) => field !== ''), ...found].map((problem) => [problem.field, problem]));
}
