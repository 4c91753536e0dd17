/**
 * Builds and publishes generations one after the other until it is killed; every item names its generation's number.
 * Run: `node packages/engine/testing/build-until-killed.ts <directory> <items per generation>`
 */
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { catalogue, layout } from './catalogue.ts';

const [directory = '', itemCount = '0'] = process.argv.slice(2);
const engine = openEmbeddedEngine({ directory, flushItemCount: 200 });

for (let number = 1; ; number++) {
  const build = await engine.build('products', layout);
  const items = [...catalogue(Number(itemCount), number)].map((item) => ({
    ...item,
    fields: { ...item.fields, code: `round${number}` },
  }));
  for (let at = 0; at < items.length; at += 100) await build.add(items.slice(at, at + 100));
  await build.finish();
  await engine.publish('products', build.generation);
  console.log(build.generation);
}
