/**
 * Adds a user with the sample shop and a month of simulated visitors to a running server, and prints the sign-in.
 * Run: npm run sample-month [-- http://127.0.0.1:4600 [cs|en]]
 */
import { randomBytes } from 'node:crypto';
import { register } from '#features/account/account.contract.ts';
import { makeUpVisitors } from '#features/analytics/made-up-visitors/made-up-visitors.contract.ts';
import { createSampleProject } from '#features/owner/projects/projects.contract.ts';
import { post, send, firstImport } from '#e2e/calls.ts';

const [address = 'http://127.0.0.1:4600', language = 'en'] = process.argv.slice(2);
const serverUrl = address.replace(/\/+$/, '');

const password = `${randomBytes(12).toString('base64url')}-Aa1`;
const email = `sample-${randomBytes(4).toString('hex')}@example.com`;

async function addSampleMonth(): Promise<void> {
  const person = { name: 'Sam', surname: 'Sample', email, password, password_confirmation: password, agree: true };
  const { token: sessionToken } = await post<{ token: string | null }>(serverUrl, register.path, person);
  if (sessionToken === null)
    throw new Error('This server asks new people to confirm their address by mail. Run this on one without a mail server.');
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
