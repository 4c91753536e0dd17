import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStored } from './databases.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'aisle-stored-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Has the file for itself for a moment, as whoever closes it last. */
const holder = `
  const { DatabaseSync } = require('node:sqlite');
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new DatabaseSync(workerData);
  database.exec('begin exclusive');
  parentPort.postMessage('held');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  database.close();
`;

it('a file that another process closes just now is waited for', async () => {
  const file = path.join(folder, 'changes.sqlite');
  const made = new DatabaseSync(file);
  made.exec('create table changes (id text)');
  made.close();
  const worker = new Worker(holder, { eval: true, workerData: file });
  await once(worker, 'message');
  const database = openStored(file);
  expect(database.prepare('select count(*) as count from changes').get()).toEqual({ count: 0 });
  database.close();
  await once(worker, 'exit');
});
