/**
 * Changes items of a collection until it is killed, and says the number of each change once it is
 * acknowledged, and the live generation.
 * Run: `node packages/engine/testing/change-until-killed.ts <directory> <first change>`
 */
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import { changeNumber, rewriteAfterItems } from './counted-changes.ts';

const [directory = '', first = '1'] = process.argv.slice(2);
const engine = openEmbeddedEngine({ directory, rewriteAfterItems });

for (let number = Number(first); ; number += 1) {
  await engine.change('counted', changeNumber(number));
  console.log(`${number} ${(await engine.status('counted'))?.generation}`);
}
