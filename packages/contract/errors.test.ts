import { expect, it } from 'vitest';
import { errorText } from './errors.ts';

it('numbers in errors are written as people read them', () => {
  expect(errorText('tooMany', { max: 10_000 })).toBe('At most 10,000 are possible. Remove some.');
  expect(errorText('tooManyRequests', { seconds: 30 })).toBe('Too many attempts. Try again in 30 seconds.');
  expect(errorText('notFound', { name: 'release 10000' })).toBe('The requested release 10000 is not found.');
  expect(errorText('tooMany')).toBe('At most {max} are possible. Remove some.');
});
