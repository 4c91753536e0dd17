import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { replaceFile } from '#process-kit/durable-files.ts';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { Envelope } from '#contract/envelope.ts';
import { authorizeByPost } from '#features/developer/credentials/credentials.contract.ts';
import {
  exportProjectByApi,
  type FileChange,
  importProjectByApi,
  type ProjectImport,
} from '#features/owner/project-file/project-file.contract.ts';
import { ConfigError } from '#apps/server/config.ts';

/** From the server, or why it wasn't reached; whole sentences. */
class ProjectCallError extends Error {}

const longestMilliseconds = 120_000;
const names = ['AISLE_URL', 'AISLE_CLIENT_ID', 'AISLE_CLIENT_SECRET'] as const;

interface ConnectedProject {
  export(): Promise<OutputOf<typeof exportProjectByApi>>;
  import(input: InputOf<typeof importProjectByApi>): Promise<ProjectImport>;
}

/** By client id and secret from the environment. Throws `ConfigError` and `ProjectCallError`. */
async function connectProject(env: Readonly<Record<string, string | undefined>>): Promise<ConnectedProject> {
  const [url = '', client_id = '', client_secret = ''] = names.map((name) => env[name]);
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) throw new ConfigError(`Set ${missing.join(', ')}; the credentials page of the project has them.`);
  const base = URL.parse(url);
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new ConfigError('AISLE_URL has to be the address of the server, such as https://search.example.com.');

  async function call<E extends Endpoint>(endpoint: E, input: object, bearer?: string): Promise<OutputOf<E>> {
    const { method, path } = endpoint;
    const response = await fetch(url.replace(/\/$/, '') + path, {
      method,
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(longestMilliseconds),
    }).catch((error: unknown) => {
      throw new ProjectCallError(`${base?.host ?? url} does not answer: ${reasonOf(error)}.`);
    });
    const answer = (await response.json().catch(() => null)) as Envelope<OutputOf<E>> | null;
    if (answer === null)
      throw new ProjectCallError(`${base?.host ?? url} is no Aisle: it answered ${response.status} without JSON.`);
    if (!response.ok || answer.data === null) {
      const told = answer.errors.map(({ field, message }) => (field === '' ? message : `${message} (${field})`));
      throw new ProjectCallError([answer.msg, ...told.filter((line) => line !== answer.msg)].join('\n'));
    }
    return answer.data;
  }

  const { token } = await call(authorizeByPost, { client_id, client_secret });
  return {
    export: () => call(exportProjectByApi, {}, token),
    import: (input) => call(importProjectByApi, input, token),
  };
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
};

const marks: Readonly<Record<FileChange['kind'], string>> = {
  added: '+',
  deleted: '-',
  changed: '~',
  turnedOn: '~',
  turnedOff: '~',
  began: '~',
  ended: '~',
};

function tellImport({ counts, changes, kept, skipped }: ProjectImport): string[] {
  const count = Object.values(counts)
    .flatMap((ofSource) => Object.values(ofSource))
    .reduce((sum, one) => sum + one, 0);
  return [
    ...changes.flatMap(toldChange),
    ...(count > changes.length ? [`… and ${count - changes.length} more.`] : []),
    ...kept.map(
      ({ source, collection, names }) => `= ${placeOf(source, collection)}: ${names.length} not in the file stay as they are`,
    ),
    ...skipped.map(({ source, collection, name, message }) => `! ${placeOf(source, collection)}: ${name}: ${message}`),
    count === 0 ? 'The project already matches the file.' : `Rows that differ: ${count}`,
  ];
}

const placeOf = (source: string, collection: string | null): string =>
  collection === null ? source : `${collection} › ${source}`;

function toldChange({ kind, source, collection, name, fields }: FileChange): string[] {
  const line = `${marks[kind]} ${placeOf(source, collection)}: ${name}`;
  if (kind === 'added' || kind === 'deleted') return [line];
  return [line, ...fields.map(({ field, before, after }) => `    ${field}: ${before ?? '–'} → ${after ?? '–'}`)];
}

const usage = `Use: aisle project export [file], diff <file> or apply <file>,
with AISLE_URL, AISLE_CLIENT_ID and AISLE_CLIENT_SECRET set. Without a file, export prints.`;

/** As `diff`. */
const exitCodes = { same: 0, differs: 1, failed: 2 } as const;

async function run(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, file] = positionals;
  const isKnown = command === 'export' || ((command === 'diff' || command === 'apply') && file !== undefined);
  if (!isKnown || positionals.length > 2) throw new ConfigError(usage);
  const project = await connectProject(process.env);
  if (command === 'export') {
    const { text } = await project.export();
    if (file === undefined) process.stdout.write(text);
    else replaceFile(file, text);
    return exitCodes.same;
  }
  const text = readFileSync(file!, 'utf8');
  const seen = await project.import({ text, dry_run: true });
  for (const line of tellImport(seen)) console.log(line);
  const isSame = Object.keys(seen.counts).length === 0;
  if (command === 'diff') return isSame ? exitCodes.same : exitCodes.differs;
  if (isSame) return exitCodes.same;
  const { release } = await project.import({ text, dry_run: false, state: seen.state });
  console.log(`Applied; release ${release} is live.`);
  return exitCodes.same;
}

try {
  process.exitCode = await run();
} catch (error) {
  const isTold = error instanceof ConfigError || error instanceof ProjectCallError;
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(isTold || code !== undefined ? message : error);
  process.exitCode = exitCodes.failed;
}
