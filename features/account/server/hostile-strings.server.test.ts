import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAccounts } from '#features/super-admin/all-users/all-users.contract.ts';
import { sharedData } from '#scripts/shared-data.ts';
import { type Actor, startTestApp, type TestApp } from '#testing/test-app.ts';
import { changeUserData, readUserData } from '#features/account/profile/profile.contract.ts';

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
});
