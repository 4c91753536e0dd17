import { Secret, TOTP } from 'otpauth';
import { beginSecondFactor, turnOnSecondFactor } from '#features/account/account.contract.ts';
import { type Actor, type TestServer, testPassword } from './test-app.ts';

const stepMilliseconds = 30_000;

/** The code that an app with this key shows, some steps of its clock from now. */
export const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * stepMilliseconds });

/** Sets a second factor up for somebody; the code of now can still be used. */
export async function setUp(server: TestServer, person: Actor): Promise<{ key: string; recoveryCodes: string[] }> {
  const { data } = await server.call(person, beginSecondFactor, { password: testPassword });
  if (!data) throw new Error('No second factor could be begun.');
  const on = await server.call(person, turnOnSecondFactor, { code: codeOf(data.key) });
  if (!on.data) throw new Error(`The second factor was not turned on: ${on.msg}`);
  const factor = server.app.db.updateTable('second_factor').where('sealed_key', 'is not', null);
  await factor.set({ last_counter: 0 }).execute();
  return { key: data.key, recoveryCodes: on.data.recovery_codes };
}
