import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { replaceFile } from '#process-kit/durable-files.ts';
import { ConfigError } from './config-error.ts';
import { connectProject, ProjectCallError } from './project/connect-project.ts';
import type { FileChange, ProjectImport } from '#features/owner/project-file/project-file.contract.ts';

const marks: Readonly<Record<FileChange['kind'], string>> = {
  added: '+',
  deleted: '-',
  changed: '~',
  turnedOn: '~',
  turnedOff: '~',
  began: '~',
  ended: '~',
};

function tellImport({ counts, changes, kept, left_out: leftOut }: ProjectImport): string[] {
  const count = Object.values(counts)
    .flatMap((ofSource) => Object.values(ofSource))
    .reduce((sum, one) => sum + one, 0);
  return [
    ...changes.flatMap(toldChange),
    ...(count > changes.length ? [`… and ${count - changes.length} more.`] : []),
    ...kept.map(
      ({ source, collection, names }) => `= ${placeOf(source, collection)}: ${names.length} not in the file stay as they are`,
    ),
    ...leftOut.map(({ source, collection, name, message }) => `! ${placeOf(source, collection)}: ${name}: ${message}`),
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
