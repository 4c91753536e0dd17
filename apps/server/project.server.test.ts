import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { runServerCommand } from '#testing/processes/test-process.ts';
import { type Actor, startTestApp, type TestApp } from '#testing/test-app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-project-'));
const file = path.join(folder, 'shop.yaml');
let server: TestApp;
let owner: Actor;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startTestApp();
  await server.app.http.listen({ host: '127.0.0.1', port: 0 });
  const person = await server.signUp('owner@example.com');
  const { data } = await server.call(person, createProject, { name: 'Shop', language: 'en', data_source: 'aisle_api' });
  owner = { ...person, project: data?.token ?? '' };
  env = {
    AISLE_URL: server.app.http.listeningOrigin,
    AISLE_CLIENT_ID: data?.token ?? '',
    AISLE_CLIENT_SECRET: data?.client_secret ?? '',
  };
  await server.call(owner, synonyms.create, { term: 'sofa', synonyms: ['couch'], synonym_type_id: 1 });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const project = (args: readonly string[], changes: Record<string, string> = {}) =>
  runServerCommand('project', args, { ...env, ...changes });

test('what is exported is the same, a changed file differs, and once applied it is the same again', async () => {
  expect(await project(['export', file])).toEqual({ exitCode: 0, said: '' });
  const text = readFileSync(file, 'utf8');
  expect((await project(['export'])).said).toBe(text.trim());
  expect(await project(['diff', file])).toEqual({ exitCode: 0, said: 'The project already matches the file.' });

  writeFileSync(file, text.replace('- couch', '- settee').replace('name: Shop', 'name: Theirs'));
  const differs = { exitCode: 1, said: '~ synonyms: sofa\n    synonyms: ["couch"] → ["settee"]\nRows that differ: 1' };
  expect(await project(['diff', file])).toEqual(differs);
  const applied = await project(['apply', file]);
  expect(applied).toEqual({ exitCode: 0, said: expect.stringMatching(/Applied; release \d+ is live\.$/) });
  expect((await project(['diff', file])).exitCode).toBe(0);
  expect((await project(['export'])).said).toContain('name: Shop\n');
});

test('mistakes, wrong secrets and servers that are away leave the exit code 2, and say what to do', async () => {
  writeFileSync(file, 'version: 1\nrules:\n  synonym: []\n');
  expect(await project(['apply', file])).toEqual({
    exitCode: 2,
    said: expect.stringMatching(/Line 3: Unknown key “synonym”\. Use one of: .*synonyms.* \(rules\.synonym\)/),
  });
  expect((await project(['diff', file], { AISLE_CLIENT_SECRET: 'wrong' })).exitCode).toBe(2);
  expect(await project(['diff', file], { AISLE_URL: 'http://127.0.0.1:9' })).toEqual({
    exitCode: 2,
    said: expect.stringContaining('127.0.0.1:9 does not answer'),
  });
  expect(await project(['diff', `${file}.gone`])).toMatchObject({ exitCode: 2, said: expect.stringContaining('no such file') });
  expect(await project(['diff'])).toMatchObject({ exitCode: 2, said: expect.stringContaining('aisle project') });
  expect(await project(['export'], { AISLE_CLIENT_ID: '' })).toMatchObject({
    exitCode: 2,
    said: 'Set AISLE_CLIENT_ID; the credentials page of the project has them.',
  });
});
