import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { login, register } from '#features/account/account.contract.ts';
import { makeUpVisitors } from '#features/analytics/made-up-visitors/made-up-visitors.contract.ts';
import { isSample } from '#features/data/feed-settings/feed.contract.ts';
import { createSampleProject, listProjects, type Project } from '#features/owner/projects/projects.contract.ts';
import { post, send, firstImport } from '#e2e/calls.ts';

const usage = `Use: npm run sample-month [-- [address] [cs|en]]

Adds a month of simulated visitors to the sample shop of a running server. Adds the shop if there is none.

  address                        of the server; by default from AISLE_HOST and AISLE_PORT, or http://127.0.0.1:4600
  cs, en                         language of the sample shop; by default en
  AISLE_EMAIL, AISLE_PASSWORD    an existing user; by default a new one, whose sign-in is written into AISLE_DATA`;

const { AISLE_EMAIL: existing, AISLE_PASSWORD: password = `${randomBytes(12).toString('base64url')}-Aa1` } = process.env;
const email = existing ?? `sample-${randomBytes(4).toString('hex')}@example.com`;
const signInFile = path.resolve(process.env['AISLE_DATA'] || './data', 'sample-month.txt');

const isLanguage = (word: string): boolean => word === 'cs' || word === 'en';

function usualAddress(): string {
  const { AISLE_HOST: host = '', AISLE_PORT: port } = process.env;
  const isAny = host === '' || host === '0.0.0.0' || host === '::';
  return `http://${isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port || 4600}`;
}

function readArguments() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } });
  const addresses = positionals.filter((word) => !isLanguage(word));
  const [address = usualAddress()] = addresses;
  if (addresses.length > 1 || !URL.canParse(address)) throw new Error(`${addresses.join(' ')} is no address.\n\n${usage}`);
  return { wantsHelp: values.help === true, serverUrl: address.replace(/\/+$/, ''), language: positionals.find(isLanguage) };
}

async function openSession(serverUrl: string): Promise<string> {
  const person = { name: 'Sam', surname: 'Sample', password_confirmation: password, agree: true };
  const [path, input] = existing === undefined ? [register.path, person] : [login.path, {}];
  const { token } = await post<{ token: string | null }>(serverUrl, path, { ...input, email, password }).catch((error: Error) => {
    throw error.cause === undefined ? new Error(`${error.message} ${asUser}`) : error;
  });
  if (token === null) throw new Error(`Signing in needs a mail or a code. ${asUser}`);
  return token;
}

const asUser = 'Sign in as an existing user without two-factor authentication: set AISLE_EMAIL and AISLE_PASSWORD.';

async function sampleShop(serverUrl: string, sessionToken: string, language: string | undefined): Promise<string> {
  const projects = await send<Project[]>(serverUrl, { ...request(listProjects), sessionToken });
  const shop = projects.find((one) => one.is_owner && isSample(one) && (language === undefined || one.language === language));
  if (shop !== undefined) return shop.token;
  console.log('Importing the sample shop …');
  const body = { language: language ?? 'en' };
  const { token } = await send<{ token: string }>(serverUrl, { ...request(createSampleProject), body, sessionToken });
  await firstImport(serverUrl, { sessionToken, token });
  return token;
}

const request = ({ method, path: address }: { readonly method: string; readonly path: string }) => ({ method, path: address });

async function addSampleMonth(serverUrl: string, language: string | undefined): Promise<void> {
  const sessionToken = await openSession(serverUrl);
  if (existing === undefined) {
    mkdirSync(path.dirname(signInFile), { recursive: true });
    writeFileSync(signInFile, `${serverUrl}\n${email}\n${password}\n`, { mode: 0o600 });
  }
  const token = await sampleShop(serverUrl, sessionToken, language);
  console.log('Making up a month of visitors …');
  await send(serverUrl, { ...request(makeUpVisitors), body: {}, sessionToken, token });
  console.log(`Sign in at ${serverUrl} as ${email}${existing === undefined ? `. The password is in ${signInFile}` : ''}`);
}

async function main(): Promise<void> {
  const { wantsHelp, serverUrl, language } = readArguments();
  if (wantsHelp) return console.log(usage);
  await addSampleMonth(serverUrl, language).catch((error: Error) => {
    const { message, cause } = error;
    if (cause === undefined) throw error;
    throw new Error(`No Aisle answers at ${serverUrl}: ${(cause as Error).message || message}. Start one with npm start.`);
  });
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
