/** An engine that is killed at crash points. Run by `fork` with its directory. */
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { ItemChange } from '#engine/port.ts';
import { answerOver, parentLine } from '#process-kit/channel.ts';
import { group, layout, planOf } from './catalogue.ts';
import { collection, type EngineAnswer, type EngineTask, fedCount, type Looked, source, versionWord } from './crash-tasks.ts';
import { plainItem } from '#engine/index/stored-item.ts';

const problems: string[] = [];
const engine = openEmbeddedEngine({ directory: process.argv[2] ?? '', onProblem: (message) => problems.push(message) });

async function build(version: number): Promise<string> {
  const building = await engine.build(collection, layout, source);
  await building.add(
    Array.from({ length: fedCount }, (_, at) => ({
      id: `fed-${at}`,
      fields: { name: 'fed lamp', code: versionWord(version), price: at },
    })),
  );
  await building.carryOver();
  await building.finish();
  return building.generation;
}

async function recreate(meanwhile: readonly ItemChange[]): Promise<null> {
  let changing: Promise<unknown> | undefined;
  const change = () => (changing ??= meanwhile.length === 0 ? Promise.resolve() : engine.change(collection, meanwhile));
  await engine.recreate(collection, layout, { onProgress: () => void change() });
  await changing;
  return null;
}

async function look(): Promise<Looked> {
  const { hits } = await engine.search(collection, planOf([], { size: 1_000 }));
  const words = new Set(hits.flatMap(({ item }) => (item.source === source ? [String(item.fields['code'])] : [])));
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (await engine.search(collection, planOf([group(word)]))).totalCount;
  return { items: hits.map(({ item }) => plainItem(item)), counts, generations: await engine.generations(collection), problems };
}

async function answer(task: EngineTask): Promise<EngineAnswer> {
  switch (task.kind) {
    case 'build':
      return build(task.version);
    case 'publish':
      await engine.publish(collection, task.generation);
      return null;
    case 'change':
      await engine.change(collection, task.changes);
      return null;
    case 'recreate':
      return recreate(task.meanwhile);
    case 'drop':
      await engine.drop(collection);
      return null;
    case 'look':
      return look();
  }
}

process.once('disconnect', () => void engine.close().finally(() => process.exit()));
answerOver(parentLine(), answer);
