/**
 * Begins to build a generation in a process that doesn't serve, says its name, and waits to be killed.
 * Run: `node packages/engine/testing/build-and-wait.ts <directory> <collection>`
 */
import { startEmbeddedBuild } from '#engine/open-engine.ts';
import { layout } from './catalogue.ts';

const [directory = '', collection = ''] = process.argv.slice(2);
console.log(startEmbeddedBuild(directory, collection, layout).generation);
setInterval(() => undefined, 1_000);
