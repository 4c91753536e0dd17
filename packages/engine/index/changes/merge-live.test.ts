import { expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import type { ItemChange } from '#engine/port.ts';
import { layout, planOf, randomNumbers } from '#engine/testing/catalogue.ts';
import { scratchEngine } from '#engine/testing/scratch.ts';

type State = Map<string, Item>;
const sources = [1, 2, 3];
const idCount = 60;
const rounds = 15;

/** What is live when a source publishes: stated by whole states, without a log. */
function merged(source: number, brought: State, before: State, now: State): State {
  const result: State = new Map();
  for (const id of new Set([...brought.keys(), ...before.keys(), ...now.keys()])) {
    const [own, was, is] = [brought.get(id), before.get(id), now.get(id)];
    const built = own ?? (was?.source === source ? undefined : was);
    const isTouched = JSON.stringify(was) !== JSON.stringify(is);
    let item = built;
    if (isTouched && is === undefined) item = undefined;
    else if (isTouched && is?.source !== source) item = is;
    else if (isTouched && built !== undefined && was?.source === source) {
      const patch = Object.entries(is?.fields ?? {}).filter(([name, value]) => was.fields[name] !== value);
      item = { ...built, fields: { ...built.fields, ...Object.fromEntries(patch) } };
    }
    if (item !== undefined) result.set(id, item);
  }
  return result;
}

it('sources, single changes and rewriting in any order leave what whole states would', async () => {
  // So few that the live generation is rewritten again and again, also while sources are built.
  const engine = scratchEngine({ rewriteAfterItems: 40 });
  const random = randomNumbers(97);
  const drawnId = (): string => `item-${Math.floor(random() * idCount)}`;
  let counter = 0;
  let live: State = new Map();

  async function changeSome(): Promise<void> {
    const changes = Array.from({ length: Math.ceil(random() * 8) }, (): ItemChange => {
      const id = drawnId();
      const price = (counter += 1);
      const kind = random();
      const known = live.get(id);
      if (kind < 0.2) {
        live.delete(id);
        return { kind: 'remove', id };
      }
      if (kind < 0.6) {
        if (known !== undefined) live.set(id, { ...known, fields: { ...known.fields, price } });
        return { kind: 'patch', id, fields: { price } };
      }
      const item: Item = { id, fields: { name: `own ${price}`, price } };
      live.set(id, item);
      return { kind: 'put', item };
    });
    await engine.change('shop', changes);
  }

  async function startSource(source: number) {
    const before: State = new Map(live);
    const build = await engine.build('shop', layout, source);
    const brought: State = new Map();
    const standing = await build.standing(Array.from({ length: idCount }, (_, at) => `item-${at}`));
    for (let at = 0; at < idCount; at += 1) {
      const id = `item-${at}`;
      const owner = standing.get(id)?.source;
      if ((owner !== undefined && owner !== source) || random() < 0.5) continue;
      counter += 1;
      brought.set(id, { id, fields: { name: `feed${source} ${counter}`, price: counter }, source });
    }
    await build.add([...brought.values()]);
    return async (): Promise<void> => {
      await build.carryOver();
      await changeSome();
      await build.finish();
      if (random() < 0.5) await changeSome();
      await engine.publish('shop', build.generation);
      live = merged(source, brought, before, live);
    };
  }

  await (await engine.build('shop', layout)).finish().then(({ generation }) => engine.publish('shop', generation));
  const generations = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const drawn = sources[Math.floor(random() * sources.length)]!;
    const others = sources.filter((source) => source !== drawn && random() < 0.5);
    const open = [];
    for (const source of [drawn, ...others]) {
      open.push(await startSource(source));
      await changeSome();
    }
    for (const publish of open.sort(() => random() - 0.5)) {
      for (let count = 0; count < 6; count += 1) await changeSome();
      await publish();
      generations.add((await engine.status('shop'))?.generation ?? '');
    }
    const { hits } = await engine.search('shop', planOf([], { size: idCount }));
    const told = (items: readonly Item[]) => new Map(items.map(({ id, source, fields }) => [id, { source, fields }]));
    expect(told(hits.map(({ item }) => item)), `round ${round}`).toEqual(told([...live.values()]));
  }
  expect(generations.size).toBeGreaterThan(rounds);
});
