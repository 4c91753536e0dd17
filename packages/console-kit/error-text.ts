import { useCallback } from 'react';
import { errors, isErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';
import { asCallError } from './call-error.ts';
import { msg, useText, type Translate } from './i18n.ts';

/** The glossary's words as the server names them in `The requested {name} is not found.` */
const glossaryNames: readonly string[] = [
  msg('project'),
  msg('collection'),
  msg('item'),
  msg('feed'),
  msg('import'),
  msg('field'),
  msg('synonym'),
  msg('phrase'),
  msg('invitation'),
  msg('user'),
  msg('email'),
  msg('page'),
  msg('record'),
  msg('Feed address'),
  msg('Filters'),
  msg('Sort'),
];

/** The sentence of a problem. `fieldName` is the field's translated label, for problems that name their field. */
export function problemText(t: Translate, problem: Problem, fieldName?: string): string {
  if (!isErrorCode(problem.code)) return problem.message;
  return t(errors[problem.code].text, { ...problem.parameters, ...nameOf(t, problem.parameters, fieldName) });
}

function nameOf(t: Translate, parameters: ErrorParameters = {}, fieldName?: string): ErrorParameters {
  if (fieldName !== undefined) return { name: fieldName };
  const sent = parameters['name'];
  return typeof sent === 'string' && glossaryNames.includes(sent) ? { name: t(sent) } : {};
}

/** Says any thrown value in one sentence of the shown language. */
export function useErrorText(): (error: unknown) => string {
  const t = useText();
  return useCallback(
    (error) => {
      const { code, parameters, message } = asCallError(error);
      return problemText(t, { field: '', code, parameters, message });
    },
    [t],
  );
}
