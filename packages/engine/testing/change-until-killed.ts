/**
 * Changes items of a collection until it is killed, and says the number of each change once it is
 * acknowledged, and the live generation.
 * With `importing`, a source is built and published again and again meanwhile; its items all name their round.
 * Run: `node packages/engine/testing/change-until-killed.ts <directory> <first change> [importing]`
 */
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { layout } from './catalogue.ts';
import { changeNumber, importedCount, importedSource, rewriteAfterItems } from './kill-changes.ts';

const [directory = '', first = '1', mode] = process.argv.slice(2);
const engine = openEmbeddedEngine({ directory, rewriteAfterItems });

async function importAgain(): Promise<never> {
  for (let round = Number(first); ; round += 1) {
    const build = await engine.build('counted', layout, importedSource);
    await build.add(
      Array.from({ length: importedCount }, (_, at) => ({ id: `fed-${at}`, fields: { name: 'fed', code: `round${round}` } })),
    );
    await build.carryOver();
    await build.finish();
    await engine.publish('counted', build.generation);
  }
}
if (mode === 'importing') void importAgain();

for (let number = Number(first); ; number += 1) {
  await engine.change('counted', changeNumber(number));
  console.log(`${number} ${(await engine.status('counted'))?.generation}`);
}
