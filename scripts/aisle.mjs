#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/* The command of a release, which `pack.mjs` puts at its root. */
const leastNode = 24;
const usage = `Use: aisle <command>

  start                    runs the server on http://127.0.0.1:4600 (AISLE_HOST, AISLE_PORT)
  backup [folder]          backs up a server, also while it runs, by default into ./backups
  restore <backup>         restores a backup into an empty data folder; --replace sets aside what is there
  project export|diff|apply <file>   a project's settings and rules as a YAML file
  move-database            moves from SQLite to PostgreSQL

Data are kept in ./data, or in AISLE_DATA. Settings: docs/operating.md`;

const folder = path.dirname(fileURLToPath(import.meta.url));
const [command, ...args] = process.argv.slice(2);

function run() {
  if (Number(process.versions.node.split('.')[0]) < leastNode)
    return `Aisle needs Node ${leastNode} or newer; this is Node ${process.versions.node}.`;
  if (command === '--version') return console.log(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version);
  if (command === undefined || command === '--help') return console.log(usage);
  if (!['start', 'backup', 'restore', 'project', 'move-database'].includes(command))
    return `There is no command "${command}".\n\n${usage}`;
  return start();
}

function start() {
  const program = path.join(folder, 'apps/server/dist', `${command === 'start' ? 'main' : command}.js`);
  // Both as in `server-process.mjs`, which says why.
  const env = { NODE_COMPILE_CACHE: path.join(homedir(), '.cache', 'aisle'), MALLOC_MMAP_THRESHOLD_: '262144', ...process.env };
  const nodeArguments = ['--max-semi-space-size=16', program, ...args];
  // The same process goes on as the server, so signals reach it. Windows has no such call.
  if (process.platform !== 'win32') process.execve(process.execPath, [process.execPath, ...nodeArguments], env);
  const child = spawn(process.execPath, nodeArguments, { stdio: 'inherit', env });
  child.on('exit', (code) => process.exit(code ?? 1));
}

const problem = run();
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
}
