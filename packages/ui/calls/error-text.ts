import { errors, isErrorCode, type ErrorParameters, type Problem, isPatternMistake } from '#contract/errors.ts';
import { isGlossaryName } from '#contract/texts/glossary-names.ts';
import { asCallError } from './api.ts';
import { t, type Translate } from '#ui/text/i18n.ts';

export function problemText(t: Translate, problem: Problem, fieldName?: string): string {
  if (!isErrorCode(problem.code)) return problem.message;
  const { query, curation } = problem.parameters ?? {};
  if (problem.code === 'alreadyUsed' && query !== undefined && curation !== undefined)
    return t('“{query}” is already in “{curation}”.', { query, curation });
  // The label names a column, which makes no sense in a sentence at its field.
  if (problem.code === 'alreadyUsed' && fieldName !== undefined) return t('This is already used.');
  return t(errors[problem.code].text, {
    ...problem.parameters,
    ...nameOf(t, problem.parameters, fieldName),
    ...wordsOf(t, problem.parameters),
  });
}

function nameOf(t: Translate, parameters: ErrorParameters = {}, fieldName?: string): ErrorParameters {
  if (fieldName !== undefined) return { name: fieldName };
  const sent = parameters['name'];
  return isGlossaryName(sent) ? { name: t(sent) } : {};
}

function wordsOf(t: Translate, parameters: ErrorParameters = {}): ErrorParameters {
  const sent = parameters['words'];
  return isPatternMistake(sent) ? { words: t(sent) } : {};
}

export function errorText(error: unknown): string {
  const { code, parameters, message } = asCallError(error);
  return problemText(t, { field: '', code, parameters, message });
}

interface LineMistake {
  readonly line: number | string;
  readonly field: string;
  readonly what: string;
}

export const lineText = (t: Translate, { line, field, what }: LineMistake): string =>
  field === '' ? t('Line {line}: {what}', { line, what }) : t('Line {line}, {field}: {what}', { line, field, what });
