import type * as z from 'zod/mini';
import { errorText, isErrorCode, type ErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';

type Issue = z.core.$ZodIssue;

/** What a failed parse means, field by field, as both the server and the forms say it. One problem per field, the first. */
export function problemsOf(error: z.core.$ZodError): Problem[] {
  const problems = new Map<string, Problem>();
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.');
    if (!problems.has(field)) problems.set(field, problemOf(field, issue));
  }
  return [...problems.values()];
}

function problemOf(field: string, issue: Issue): Problem {
  const code = codeOf(issue);
  const parameters = { name: fieldName(field), ...bounds(issue) };
  return { field, code, message: errorText(code, parameters), parameters };
}

function codeOf(issue: Issue): ErrorCode {
  if (isErrorCode(issue.message)) return issue.message;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required';
  if (issue.code === 'too_small' && issue.origin === 'string') return 'minimumLength';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'maximumLength';
  return numbersOf(issue) ? 'notOneOf' : 'notValid';
}

/** Where a field takes a few numbers, those. */
const numbersOf = (issue: Issue): string | null =>
  issue.code === 'invalid_value' && issue.values.every((value) => typeof value === 'number') ? issue.values.join(', ') : null;

const bounds = (issue: Issue): ErrorParameters => ({
  ...(numbersOf(issue) !== null && { values: numbersOf(issue) ?? '' }),
  ...(issue.code === 'too_small' && { min: Number(issue.minimum) }),
  ...(issue.code === 'too_big' && { max: Number(issue.maximum) }),
  ...(issue.code === 'custom' && (issue.params as ErrorParameters | undefined)),
});

/** `feed_url` reads as `Feed url`. The console has better, translated names and uses those. */
function fieldName(field: string): string {
  const words = field.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
