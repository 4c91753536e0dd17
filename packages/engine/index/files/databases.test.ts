import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { scratchFolder } from '#engine/testing/scratch.ts';
import { holdLock, openStored } from './databases.ts';

test('keeps others out until it is closed', () => {
  const file = path.join(scratchFolder(), 'changes.lock');
  const lock = holdLock(file, 0);
  expect(() => holdLock(file, 0)).toThrow('locked');
  lock.close();
  holdLock(file, 0).close();
});

test('writes nothing, so that it can be held on a full disk', () => {
  const folder = scratchFolder();
  const lock = holdLock(path.join(folder, 'changes.lock'), 0);
  expect(readdirSync(folder)).toEqual(['changes.lock']);
  expect(statSync(path.join(folder, 'changes.lock')).size).toBe(0);
  lock.close();
});

/** Locks the file for 100 ms, as the last one to close it does. */
const holder = `
  const { DatabaseSync } = require('node:sqlite');
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new DatabaseSync(workerData);
  database.exec('begin exclusive');
  parentPort.postMessage('held');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  database.close();
`;

test('waits for a file that another process is just closing', async () => {
  const file = path.join(scratchFolder(), 'changes.sqlite');
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
