import type * as z from 'zod/mini';
import { errorText, isErrorCode, type ErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';

type Issue = z.core.$ZodIssue;

const labels: Readonly<Record<string, string>> = {
  a: 'first item',
  b: 'second item',
  c: 'collection',
  catalog_term: 'replace with',
  collection_id: 'collection',
  elastic_item_id: 'item',
  front_name: 'shown name',
  is_active: 'active',
  is_regexp: 'regular expression',
  lang: 'language',
  password_confirmation: 'confirm password',
  per_page: 'results per page',
  q: 'query',
  relevant_rate: 'match rate',
  surname: 'last name',
  synonym_type_id: 'kind',
  tag_name: 'element of one item',
  unique_field: 'unique',
  url: 'website address',
  user_groups: 'groups',
};

/** For missing values. */
const missing: readonly ErrorCode[] = ['required', 'requiredField', 'termsRequired'];

/** The first problem of each field, as server and forms report it. */
export function problemsOf(error: z.core.$ZodError, given: unknown): Problem[] {
  const problems = new Map<string, Problem>();
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.');
    if (!problems.has(field)) problems.set(field, problemOf(field, issue, given));
  }
  return [...problems.values()];
}

function problemOf(field: string, issue: Issue, given: unknown): Problem {
  const code = codeOf(issue, valueAt(given, issue.path));
  const parameters = { name: fieldName(issue.path), ...bounds(issue) };
  return { field, code, message: errorText(code, parameters), parameters };
}

/** zod's issues don't have the value. */
const valueAt = (given: unknown, path: Issue['path']): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], given);

const isEmpty = (value: unknown): boolean =>
  value == null || (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0);

function codeOf(issue: Issue, value: unknown): ErrorCode {
  const own = isErrorCode(issue.message) ? issue.message : null;
  const isForMissing = own !== null && missing.includes(own);
  const isOfType = ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code);
  if (isOfType && isEmpty(value) && !isForMissing)
    return own === null || own === 'notValid' || value === undefined ? 'required' : own;
  if (own !== null && (!isForMissing || isEmpty(value) || issue.code === 'custom')) return own;
  if (issue.code === 'too_small' && issue.origin === 'string') return 'minimumLength';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'maximumLength';
  return numbersOf(issue) ? 'notOneOf' : 'notValid';
}

const numbersOf = (issue: Issue): string | null =>
  issue.code === 'invalid_value' && issue.values.every((value) => typeof value === 'number') ? issue.values.join(', ') : null;

const bounds = (issue: Issue): ErrorParameters => ({
  ...(numbersOf(issue) !== null && { values: numbersOf(issue) ?? '' }),
  ...(issue.code === 'too_small' && { min: Number(issue.minimum) }),
  ...(issue.code === 'too_big' && { max: Number(issue.maximum) }),
  ...(issue.code === 'custom' && (issue.params as ErrorParameters | undefined)),
});

/** `feed_url` reads as `Feed url`. The console uses its own translated names. */
function fieldName(path: Issue['path']): string {
  const name = path.findLast((key) => typeof key === 'string') ?? '';
  const words = labels[name] ?? name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
