import { describe, expect, test } from 'vitest';
import { isIncomplete, personOf } from './provider-claims.ts';

const groupsOf = (claims: Record<string, unknown>, claim = 'groups') => personOf('x', claims, claim).groups;

describe('groups', () => {
  test.each([
    [{ groups: ['a', 'b'] }, 'groups', ['a', 'b']],
    [{ roles: 'a' }, 'roles', ['a']],
    [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    [{ 'https://shop.example/groups': ['a'] }, 'https://shop.example/groups', ['a']],
    [{ groups: ['a', 1, null, '', { b: 'c' }] }, 'groups', ['a']],
    [{ groups: null }, 'groups', []],
    [{}, 'realm_access.roles', []],
    [{ realm_access: 'roles' }, 'realm_access.roles.length', []],
    [{}, '__proto__.constructor.name', []],
  ])('of %j by %s are %j', (claims, claim, groups) => {
    expect(groupsOf(claims, claim)).toEqual(groups);
  });
});

test.each([
  [{ email_verified: true }, true],
  [{ email_verified: 'true' }, true],
  [{ xms_edov: 1 }, true],
  [{ xms_edov: '1' }, true],
  [{ email_verified: false, xms_edov: false }, false],
  [{ email_verified: false, xms_edov: true }, false],
  [{ email_verified: 'yes' }, false],
  [{ email_verified: ['true'] }, false],
  [{}, false],
])('the address of %j is proven: %s', (claims, isProven) => {
  expect(personOf('x', { email: 'eva@example.com', ...claims }, 'groups').isEmailProven).toBe(isProven);
});

test('one source of claims proves no address that only the other one says', () => {
  const proven = { email: 'eva@example.com', email_verified: true };
  const of = (token: Record<string, unknown>, more: Record<string, unknown>) => personOf('x', token, 'groups', more);
  expect(of({ email: 'olga@example.com' }, proven)).toMatchObject({ email: 'olga@example.com', isEmailProven: false });
  expect(of({ email_verified: true }, { email: 'eva@example.com' }).isEmailProven).toBe(false);
  expect(of({ email: 'Eva@example.com' }, proven)).toMatchObject({ email: 'eva@example.com', isEmailProven: true });
  expect(of({}, proven)).toMatchObject({ email: 'eva@example.com', isEmailProven: true });
  expect(of({ ...proven, email_verified: false }, proven).isEmailProven).toBe(false);
});

test.each([
  'eva@example.com, olga@example.com',
  'eva@example.com\r\nBcc: olga@example.com',
  'eva@example.com\0',
  'Eva <eva@example.com>',
  '\u212Aarel@example.com',
  'eva@\u212Aeys.example',
  `${'e'.repeat(300)}@example.com`,
  'eva',
])('%j is no address, and opens no account of one', (email) => {
  expect(personOf('x', { email, email_verified: true }, 'groups')).toMatchObject({ email: null, isEmailProven: false });
});

test('names come whole or in one, addresses in small letters', () => {
  expect(personOf('x', { name: 'Eva Marie Nová', email: ' Eva@Example.com ' }, 'groups')).toMatchObject({
    name: 'Eva',
    surname: 'Marie Nová',
    email: 'eva@example.com',
  });
  expect(personOf('x', { given_name: 'Eva', family_name: 'Nová', name: 'E. N.' }, 'groups')).toMatchObject({
    name: 'Eva',
    surname: 'Nová',
  });
  expect(personOf('x', { email: 7, name: {} }, 'groups')).toMatchObject({ email: null, name: '', surname: '' });
});

test('what lacks the address, whether it is proven, or groups that are needed is incomplete', () => {
  const whole = { email: 'eva@example.com', email_verified: false, groups: [] };
  expect(isIncomplete(whole, 'groups')).toBe(false);
  for (const name of ['email', 'email_verified', 'groups'])
    expect(isIncomplete({ ...whole, [name]: undefined }, 'groups')).toBe(true);
  expect(isIncomplete({ ...whole, groups: undefined }, null)).toBe(false);
});
