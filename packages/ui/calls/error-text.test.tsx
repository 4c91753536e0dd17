import { expect, it } from 'vitest';
import type { Problem } from '#contract/errors.ts';
import { problemText } from './error-text.ts';
import { translatorOf } from '#ui/text/i18n.ts';

const problem = (code: Problem['code'], parameters = {}): Problem => ({ field: '', code, message: 'as sent', parameters });
const said = (code: Problem['code'], parameters = {}, fieldName?: string) =>
  problemText(translatorOf('en'), problem(code, parameters), fieldName);

const sentences: readonly [Problem['code'], object, string | undefined, string][] = [
  ['internal', {}, undefined, 'Internal error, please try again a few minutes later.'],
  ['loginIncorrect', {}, undefined, 'The login detail is incorrect.'],
  ['notFound', { name: 'synonym' }, undefined, 'The requested synonym is not found.'],
  ['notValid', { name: 'Feed url' }, 'Feed URL', 'Feed URL is not valid'],
  ['required', { name: 'Name' }, 'Name', 'Name is required'],
  ['minimumLength', { min: 8 }, undefined, 'minimum length is 8'],
  ['fieldNotValid', {}, undefined, 'Field is not valid'],
  ['termsRequired', {}, undefined, 'Accepting terms & conditions are required.'],
];

it.each(sentences)('%s keeps the words of the specification', (code, parameters, fieldName, text) => {
  expect(said(code, parameters, fieldName)).toBe(text);
});

it('names the curation that has a query, also where the field is named', () => {
  const taken = { name: 'query', query: 'boots', curation: 'Winter', id: 1 };
  expect(said('alreadyUsed', taken, 'queries.0.query')).toBe('“boots” is already in “Winter”.');
  expect(said('alreadyUsed', { name: 'query' }, 'queries.0.query')).toBe('This is already used.');
});

it('says what the server said when the code is newer than the console', () => {
  expect(said('inTheFuture' as Problem['code'])).toBe('as sent');
});
