import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { announce } from '#features/super-admin/announcement/announcement.contract.ts';
import { deleteAccount, listAccounts } from '#features/super-admin/all-users/all-users.contract.ts';
import { sharedData } from '#scripts/shared-data.ts';
import { dumpOf } from '#testing/raw-database.ts';
import { type Actor, startTestApp, testPassword, type TestApp } from '#testing/test-app.ts';
import { confirmSignUp, login, register, requestReset, resetPassword } from '#features/account/account.contract.ts';
import {
  deactivate,
  changePassword,
  changeUserData,
  confirmEmail,
  readUserData,
} from '#features/account/profile/profile.contract.ts';

/** Of what the schema of a call refuses already, the server is asked about some. */
const askedEvery = 16;
/** The big list of naughty strings: NUL, half letters, other directions of writing, SQL, HTML, templates, shells. */
const list = sharedData('hostile/strings/blns.json');
const strings: readonly string[] = list === null ? [] : (JSON.parse(readFileSync(list, 'utf8')) as string[]);
if (list === null) console.warn('SKIPPED: hostile/strings/blns.json is not beside the checkout.');

let server: TestApp;
let admin: Actor;
let eva: Actor;
const email = 'eva@example.com';
beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signUp('admin@example.com');
  eva = await server.signUp(email);
});
afterAll(() => server.close());
beforeEach(() => server.app.db.deleteFrom('attempt').execute());

/** NUL and half letters are in no text that the server keeps, nor is white space around one. */
const keptOf = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();
const stored = (): Promise<string> => dumpOf(server.app.db, ['session', 'attempt', 'job', 'account_activity', 'api_call']);

describe.skipIf(list === null)('every hostile string', () => {
  test('in the personal data is kept as it is, or refused at its field with nothing changed', async () => {
    const usual = { name: 'Eva', surname: 'Nova', company_name: '', job: '', phone: '', company_site: '' };
    const wrong: string[] = [];
    let kept = 0;
    for (const text of strings) {
      const sent = Object.fromEntries(Object.keys(usual).map((field) => [field, text])) as typeof usual;
      const all = await server.call(eva, changeUserData, { ...sent, email });
      const refused = new Set(all.errors.map(({ field }) => field));
      if (![200, 422].includes(all.status) || [...refused].some((field) => !(field in usual)))
        wrong.push(`${JSON.stringify(text)}: ${all.status} at ${[...refused].join()}`);
      const fitting = Object.fromEntries(Object.entries(sent).filter(([field]) => !refused.has(field)));
      const some = await server.call(eva, changeUserData, { ...usual, ...fitting, email });
      if (some.status !== 200) wrong.push(`${JSON.stringify(text)} in ${Object.keys(fitting).join()}: ${some.status}`);
      const { data } = await server.call(eva, readUserData, {});
      for (const field of Object.keys(fitting) as (keyof typeof usual)[])
        if (data?.[field] === keptOf(text)) kept += 1;
        else wrong.push(`${field}: ${JSON.stringify(text)} became ${JSON.stringify(data?.[field])}`);
    }
    expect(wrong).toEqual([]);
    expect(kept).toBeGreaterThan(strings.length);
    // Nothing that was kept has hurt what is kept beside it.
    expect((await server.call(admin, listAccounts, {})).data).toMatchObject({ total_count: 2 });
  });

  test('anywhere else in a form is refused at a field of it, and changes nothing', async () => {
    const fields = (text: string, ...names: string[]): Record<string, unknown> =>
      Object.fromEntries(names.map((name) => [name, text]));
    const password = ['new_password', 'new_password_confirmation'];
    const forms: readonly [Actor, Endpoint, (text: string) => Record<string, unknown>][] = [
      [{}, login, (text) => fields(text, 'email', 'password')],
      [{}, requestReset, (text) => fields(text, 'email')],
      [{}, resetPassword, (text) => fields(text, 'token', 'password', 'password_confirmation')],
      [{}, confirmEmail, (text) => fields(text, 'token')],
      [{}, confirmSignUp, (text) => fields(text, 'token', 'password')],
      [
        {},
        register,
        (text) => ({
          ...fields(text, 'name', 'surname', 'email', 'invitation'),
          password: testPassword,
          password_confirmation: testPassword,
          agree: true,
        }),
      ],
      [
        eva,
        changePassword,
        (text) => ({ ...fields(text, ...password.slice(0, 1)), password: testPassword, new_password_confirmation: 'x' }),
      ],
      [eva, deactivate, (text) => ({ password: testPassword, verification: text })],
      [admin, deleteAccount, (text) => ({ id: 2, email: text })],
      [admin, announce, (text) => ({ text_en: text, text_cs: text, until: text })],
    ];
    const before = await stored();
    const wrong: string[] = [];
    for (const [actor, endpoint, inputOf] of forms)
      for (const [at, text] of strings.entries()) {
        const input = inputOf(text);
        const isTaken = z.safeParse(endpoint.input, input).success;
        if (at % (isTaken ? 1 : askedEvery) > 0) continue;
        const { status, errors } = await server.call(actor, endpoint, input as never);
        const isAtField = errors.every(({ field }) => field in input);
        const isLink = status === 404 && errors.every(({ code }) => code === 'linkNotValid');
        if (!(status === 422 && isAtField) && !isLink)
          wrong.push(`${endpoint.path} ${JSON.stringify(text)}: ${status} ${JSON.stringify(errors)}`);
      }
    expect(wrong).toEqual([]);
    expect(await stored()).toBe(before);
  });
});
