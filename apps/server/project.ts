import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { replaceFile } from '#process-kit/durable-files.ts';
import { ConfigError } from '#apps/server/config-error.ts';
import { connectProject, ProjectCallError } from '#apps/server/project/connect-project.ts';
import { tellImport } from '#apps/server/project/tell-import.ts';

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
