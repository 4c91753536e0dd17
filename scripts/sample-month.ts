/**
 * Adds the sample shop and a month of simulated visitors to a running server, for a new user or an existing one, and prints the sign-in.
 * Run: npm run sample-month [-- http://127.0.0.1:4600 [cs|en]]
 * As an existing user: AISLE_EMAIL=… AISLE_PASSWORD=… npm run sample-month
 */
import { randomBytes } from 'node:crypto';
import { login, register } from '#features/account/account.contract.ts';
import { makeUpVisitors } from '#features/analytics/made-up-visitors/made-up-visitors.contract.ts';
import { createSampleProject } from '#features/owner/projects/projects.contract.ts';
import { post, send, firstImport } from '#e2e/calls.ts';

const [address = 'http://127.0.0.1:4600', language = 'en'] = process.argv.slice(2);
const serverUrl = address.replace(/\/+$/, '');

const { AISLE_EMAIL: existing, AISLE_PASSWORD: password = `${randomBytes(12).toString('base64url')}-Aa1` } = process.env;
const email = existing ?? `sample-${randomBytes(4).toString('hex')}@example.com`;

async function openSession(): Promise<string> {
  const person = { name: 'Sam', surname: 'Sample', password_confirmation: password, agree: true };
  const [path, input] = existing === undefined ? [register.path, person] : [login.path, {}];
  const { token } = await post<{ token: string | null }>(serverUrl, path, { ...input, email, password }).catch((error: Error) => {
    throw error.cause === undefined ? new Error(`${error.message} ${asUser}`) : error;
  });
  if (token === null) throw new Error(`Signing in needs a mail or a code. ${asUser}`);
  return token;
}

const asUser = 'Sign in as an existing user without two-factor authentication: set AISLE_EMAIL and AISLE_PASSWORD.';

async function addSampleMonth(): Promise<void> {
  const sessionToken = await openSession();
  console.log('Importing the sample shop …');
  const { token } = await post<{ token: string }>(serverUrl, createSampleProject.path, { language }, sessionToken);
  await firstImport(serverUrl, { sessionToken, token });
  console.log('Making up a month of visitors …');
  await send(serverUrl, { method: makeUpVisitors.method, path: makeUpVisitors.path, body: {}, sessionToken, token });
  console.log(`Sign in at ${serverUrl} as ${email} with the password ${password}`);
}

try {
  await addSampleMonth();
} catch (error) {
  const { message, cause } = error as Error;
  console.error(
    cause === undefined ? message : `No Aisle answers at ${serverUrl}: ${(cause as Error).message}. Start one with npm start.`,
  );
  process.exitCode = 1;
}
