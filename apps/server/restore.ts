import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '#apps/server/backup/restore-backup.ts';
import { runProgram, UsageError } from '#apps/server/backup/run-program.ts';
import { readConfig } from './config.ts';

const usage =
  'Use: aisle restore <backup> [--replace], with AISLE_DATA set to the folder it goes to; in a clone, npm run restore -- <backup>.';

await runProgram(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new UsageError('The folder of one backup has to be given.');
  const config = readConfig(process.env);
  const { manifest, replaced } = await restoreBackup(config, path.resolve(folder), {
    isReplacing: values.replace,
    tell: (sentence) => console.log(sentence),
  });
  console.log(`It is restored into ${config.dataDirectory}; start the server on it.`);
  if (replaced !== null) console.log(`What was there before is in ${replaced}; delete it once all is well.`);
  if (!manifest.hasSecretKey) console.log('Set AISLE_SECRET_KEY to the one that the server had.');
  if (manifest.engine === 'opensearch')
    console.log('Indexes were not in it: where OpenSearch has none of that time, import all feeds again.');
});
