import * as z from 'zod/mini';
import { errorText, type ErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';
import { toldFileRows, toldMistakes } from '#contract/limits.ts';
import { problemsOf } from '#contract/problems.ts';
import type { RowMistake } from '#contract/rows/row-files.ts';
import {
  relevanceFiles,
  type RelevanceField,
  RelevanceRow,
} from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { shownRelevance } from './shown-relevance.ts';
import type { App } from '#server/app/app.ts';
import { type FileChange, type FileRow, foretoldRows, readRows, writeRows } from '#server/rules/files/row-files.ts';
import { collectionOf } from '#server/db/row-scope.ts';
import { serve } from '#server/app/serve.ts';

type Tuning = Pick<
  RelevanceField,
  'searchable' | 'weight' | 'wildcard' | 'phrase_weight' | 'user_phrase_check' | 'boostable' | 'fuzzy' | 'shingle' | 'stemmer'
>;
type Tuned = Tuning & { readonly id: number };

/** Fields with how they are searched, as a file: out as they are saved, in as a proposal. */
export function serveRelevanceFiles(app: App): void {
  serve(app, relevanceFiles.exportRows, async ({ c, format }, { project }) => {
    const { data } = await shownRelevance(app, await collectionOf(app.db, project, c));
    return { file_name: `relevance.${format}`, text: await writeRows(format, RelevanceRow, data.map(asRow)) };
  });

  serve(app, relevanceFiles.importRows, async ({ c, format, text }, { project }) => {
    const { data } = await shownRelevance(app, await collectionOf(app.db, project, c));
    const { rows, unknownColumns } = await readRows(format, RelevanceRow, text);
    const known = new Map(data.map((field) => [field.field_name, field]));
    const seen = new Map<string, number>();
    const mistakes: RowMistake[] = [];
    const fields: Tuned[] = [];
    const changes: FileChange[] = [];
    let same = 0;
    for (const row of rows) {
      const { line, problem } = row;
      const read = problem ? { problem } : tuned(row, known, seen);
      if ('problem' in read) mistakes.push({ line, ...read.problem });
      else if (read.isSame) same += 1;
      else {
        fields.push(read.field);
        changes.push({ line, before: asRow(read.before), after: asRow({ ...read.before, ...read.field }) });
      }
    }
    return {
      new: 0,
      changed: fields.length,
      same,
      unknown_columns: [...unknownColumns],
      mistake_count: mistakes.length,
      mistakes: mistakes.slice(0, toldMistakes),
      rows: foretoldRows(changes.slice(0, toldFileRows), RelevanceRow, 'field_name'),
      is_written: false,
      fields,
    };
  });
}

const asRow = (field: RelevanceField): object => ({ ...field, user_phrase_check: field.user_phrase_check === '1' });

type Read = { readonly problem: Problem } | { readonly before: RelevanceField; readonly field: Tuned; readonly isSame: boolean };

/** A row of the file over the field as it is saved. */
function tuned({ line, values }: FileRow, known: ReadonlyMap<string, RelevanceField>, seen: Map<string, number>): Read {
  const { success, data, error } = z.safeParse(RelevanceRow, values);
  if (!success) return { problem: problemsOf(error, values)[0] ?? refusal('fieldNotValid') };
  const { field_name: name, user_phrase_check: isChecked, ...sent } = data;
  const before = known.get(name);
  if (before === undefined) return { problem: refusal('notFound') };
  const twin = seen.get(name);
  if (twin !== undefined) return { problem: refusal('rowTwice', { line: twin }) };
  seen.set(name, line);
  const said = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const old = tuningOf(before);
  const field = { ...old, ...said, ...(isChecked !== undefined && { user_phrase_check: isChecked ? '1' : '0' }) } as Tuned;
  return { before, field, isSame: Object.entries(field).every(([key, value]) => old[key as keyof Tuned] === value) };
}

const tuningOf = ({ id, searchable, weight, wildcard, phrase_weight, ...field }: RelevanceField): Tuned => {
  const { user_phrase_check, boostable, fuzzy, shingle, stemmer } = field;
  return { id, searchable, weight, wildcard, phrase_weight, user_phrase_check, boostable, fuzzy, shingle, stemmer };
};

const refusal = (code: ErrorCode, parameters: ErrorParameters = { name: 'field' }): Problem => ({
  field: 'field_name',
  code,
  message: errorText(code, parameters),
  parameters,
});
