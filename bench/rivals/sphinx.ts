import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import type { Item } from '#contract/item.ts';
import { prepareBenchPackage } from '#scripts/bench/bench-packages.mjs';
import { installDebian } from '#scripts/testing/services.mjs';
import { answerSize, fieldNames, fieldWeights, wordsOf, type Rival } from './rival.ts';

const program = '/usr/bin/searchd';
const startSeconds = 60;
/** Sphinx takes whole numbers. */
const weightScale = 10;

interface Connection {
  query(text: string): Promise<readonly [readonly Readonly<Record<string, string>>[], unknown]>;
  destroy(): void;
}
interface MySql {
  createConnection(options: object): { promise(): Connection; connect(done: (error: Error | null) => void): void };
}

/** Debian's Sphinx, a server of its own behind a socket of this machine. Null where it can't be installed. */
export async function openSphinx(folder: string, items: Iterable<Item>): Promise<Rival | null> {
  if (!existsSync(program) && !(await installDebian('sphinxsearch'))) return null;
  const file = path.join(folder, 'sphinx.conf');
  const socketPath = path.join(folder, 'sphinx.sock');
  writeFileSync(file, configuration(folder, socketPath));
  await pipeline(lines(items), createWriteStream(path.join(folder, 'products.tsv')));
  execFileSync('/usr/bin/indexer', ['--config', file, '--all'], { stdio: 'ignore' });
  const server = spawn(program, ['--config', file, '--nodetach'], { stdio: 'ignore' });
  const ended = once(server, 'exit');
  process.once('exit', () => server.kill());
  const connection = await connected(socketPath);
  const weights = fieldNames.map((field) => `${field}=${fieldWeights[field] * weightScale}`).join(', ');
  return {
    name: 'Sphinx',
    async ask(words, match) {
      const query = words.join(match === 'any' ? '|' : ' ');
      const [rows] = await connection.query(
        `select json from products where match('${query}') limit ${answerSize} option ranker=bm25, field_weights=(${weights})`,
      );
      const [[meta]] = await connection.query("show meta like 'total_found'");
      return { items: rows.map(({ json }): unknown => JSON.parse(String(json))), total: Number(meta?.['Value']) };
    },
    async close() {
      connection.destroy();
      server.kill();
      await ended;
    },
  };
}

async function connected(socketPath: string): Promise<Connection> {
  const module = (await import(pathToFileURL(await prepareBenchPackage('mysql2')).href)) as { default: MySql };
  for (let waited = 0; waited < startSeconds; waited++) {
    const connection = module.default.createConnection({ socketPath });
    const error = await new Promise<Error | null>((resolve) => connection.connect(resolve));
    if (error === null) return connection.promise();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(`Sphinx did not answer within ${startSeconds} seconds.`);
}

function* lines(items: Iterable<Item>): Generator<string> {
  let number = 0;
  for (const item of items)
    yield `${[++number, ...fieldNames.map((field) => wordsOf(item, field)), JSON.stringify(item)].join('\t')}\n`;
}

const configuration = (folder: string, socketPath: string): string => `
source products {
  type = tsvpipe
  tsvpipe_command = cat ${folder}/products.tsv
${fieldNames.map((field) => `  tsvpipe_field = ${field}\n`).join('')}  tsvpipe_attr_string = json
}
index products {
  source = products
  path = ${folder}/sphinx-products
  charset_table = 0..9, a..z
}
indexer {
  mem_limit = 512M
}
searchd {
  listen = ${socketPath}:mysql41
  pid_file = ${folder}/sphinx.pid
  log = ${folder}/sphinx.log
  workers = threads
  binlog_path =
}
`;
