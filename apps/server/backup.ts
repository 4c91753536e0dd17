import path from 'node:path';
import { parseArgs } from 'node:util';
import { sentenceOf } from './backup/manifest.ts';
import { runProgram, UsageError } from '#apps/server/backup/run-program.ts';
import { takeBackup } from '#apps/server/backup/take-backup.ts';
import { readConfig } from './config.ts';

const usage = 'Use: aisle backup [folder], by default into ./backups; in a clone, npm run backup -- [folder].';

await runProgram(usage, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 1) throw new UsageError('One folder at most can be given.');
  const { folder, manifest } = await takeBackup(readConfig(process.env), path.resolve(positionals[0] ?? 'backups'));
  console.log(sentenceOf(manifest));
  if (!manifest.hasSecretKey)
    console.log('AISLE_SECRET_KEY is not in it; keep it elsewhere, or the passwords of feeds have to be entered again.');
  if (manifest.engine === 'opensearch')
    console.log('The indexes of OpenSearch are not in it; keep snapshots of them, or import all feeds after a restore.');
  console.log(`It is in ${folder}`);
});
