import { all } from '#process-kit/work.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { randomNumbers } from '#engine/testing/catalogue.ts';
import {
  type Answer,
  type AnswerCache,
  type AskedAnswer,
  answerCache,
  type SharedAnswers,
  type Tag,
} from '#server/cache/answer-cache.ts';
import { type ServiceProxy, startServiceProxy } from '#testing/processes/service-proxy.ts';
import { emptyRedis, type HeardLog, heardLog, newInstallation, redisUrl } from './testing/redis-servers.ts';
import { redisSettingsOf } from './redis-settings.ts';
import { sharedAnswers } from './shared-answers.ts';

const ttlSeconds = 60;
const graceSeconds = 300;
const answerOf = (text: string): Answer => ({ json: Buffer.from(text), beside: { text } });

/** A call that is answered with `text`. */
function asked(text: string, others: Partial<AskedAnswer> = {}): AskedAnswer {
  const make = (): Promise<Answer> => Promise.resolve(answerOf(text));
  return { key: 'key', version: '1', tags: ['project 1'], origin: null, ttlSeconds, graceSeconds, make, ...others };
}

/** What a server keeps answers in. */
interface Server {
  readonly tier: SharedAnswers;
  readonly cache: AnswerCache;
  readonly proxy: ServiceProxy;
  readonly log: HeardLog;
  text(one: AskedAnswer): Promise<string>;
}

describe.skipIf(redisUrl === undefined)('answers that servers share', () => {
  let installation: string;
  const running: Server[] = [];
  beforeEach(() => void (installation = newInstallation()));
  afterEach(async () => {
    for (const { tier, proxy } of running.splice(0)) {
      await tier.close();
      await proxy.close();
    }
  });

  async function start(name = installation): Promise<Server> {
    const proxy = await startServiceProxy(redisUrl!);
    const log = heardLog();
    const tier = sharedAnswers({ settings: redisSettingsOf(proxy.url)!, installation: name, version: '1', log: log.log });
    const cache = answerCache({ shared: tier });
    const text = async (one: AskedAnswer): Promise<string> => String((await cache.get(one)).answer.json);
    const server = { tier, cache, proxy, log, text };
    running.push(server);
    await isThere(server);
    return server;
  }
  const isThere = async ({ tier }: Server) => {
    await expect.poll(() => tier.state(), { interval: 10 }).toBe('there');
  };
  const isAway = async ({ tier }: Server) => {
    await expect.poll(() => tier.state(), { interval: 10 }).toBe('away');
  };
  /** Keeps an answer until another server finds it: one that is busy may not wait for Redis. Answers when that was done last. */
  async function share(text: string, others: Partial<AskedAnswer>, { from, to }: { from: Server; to: Server }): Promise<number> {
    let keptAt = 0;
    const isFound = async (): Promise<boolean> => {
      if ((await to.tier.lookUp(asked('', others))).found !== null) return true;
      (await from.tier.lookUp(asked('', others))).keep(answerOf(text));
      keptAt = performance.now();
      return false;
    };
    await expect.poll(isFound, { interval: 10 }).toBe(true);
    return keptAt;
  }
  const pair = async (): Promise<[Server, Server]> => [await start(), await start()];

  test('what one has made is found by the other, with what stands beside it; another version, key or installation is not', async () => {
    const [one, other] = await pair();
    const stranger = await start(newInstallation());
    await share('made', {}, { from: one, to: other });
    const given = await other.cache.get(asked('never made'));
    expect([String(given.answer.json), given.answer.beside, given.isMade]).toEqual(['made', { text: 'made' }, false]);
    expect(await other.text(asked('of two', { version: '2' }))).toBe('of two');
    expect(await other.text(asked('of another key', { key: 'other' }))).toBe('of another key');
    expect(await stranger.text(asked('a stranger’s'))).toBe('a stranger’s');
  });

  test('how old an answer is, is told from server to server, and it is given within its time and its grace alone', async () => {
    const [one, other] = await pair();
    const short = { ttlSeconds: 1, graceSeconds: 2 };
    const keptAt = await share('first', short, { from: one, to: other });
    const down = () => Promise.reject(new Error('down'));
    await one.text(asked('', { ...short, make: down }));
    let last = 0;
    for (;;) {
      const askedAt = performance.now() - keptAt;
      const given = await other.text(asked('', { ...short, make: down })).catch(() => null);
      if (given === null) break;
      expect(given).toBe('first');
      last = askedAt;
      await sleep(20);
    }
    // Stale for a while, and over by the moment that it has to be, whatever time calls took.
    expect(last).toBeLessThan(3_000);
    await expect(other.text(asked('', { ...short, make: down }))).rejects.toThrow('down');
    await expect(one.text(asked('', { ...short, make: down }))).rejects.toThrow('down');
    expect(await one.text(asked('up', short))).toBe('up');
  });

  test('a purge on one ends it on both, also what is being made on either; what other tags have stays', async () => {
    const [one, other] = await pair();
    const other2 = { key: 'of 2', tags: ['project 2'] as const };
    for (const server of [one, other]) {
      await server.text(asked('old'));
      await server.text(asked('kept', other2));
    }
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const slow = { key: 'slow', make: () => promise };
    const waiting = [one, other].map(({ cache }) => cache.get(asked('', slow)));
    await sleep(50);
    await one.cache.purge('project 1');
    expect(await one.text(asked('new'))).toBe('new');
    // The message is on its way.
    await expect.poll(() => other.text(asked('new')), { interval: 5 }).toBe('new');
    resolve(answerOf('overtaken'));
    expect((await all(waiting)).map(({ answer }) => String(answer.json))).toEqual(['overtaken', 'overtaken']);
    for (const server of [one, other]) expect(await server.text(asked('after', { key: 'slow' }))).toBe('after');
    for (const server of [one, other]) expect(await server.text(asked('never made', other2))).toBe('kept');
  });

  test('what was begun before a purge is not shared, whatever Redis has forgotten meanwhile', async () => {
    const [one, other] = await pair();
    const { keep } = await one.tier.lookUp(asked(''));
    await other.tier.purge('project 1');
    // Somebody asks, so that the tag is there again.
    await other.tier.lookUp(asked(''));
    keep(answerOf('made of what was before'));
    // On the same connection, so the first was tried by then.
    await share('now', { key: 'second' }, { from: one, to: other });
    expect((await other.tier.lookUp(asked(''))).found).toBeNull();
  });

  test('of a thousand calls at once on each of two servers, each makes the answer once at most', async () => {
    const [one, other] = await pair();
    let made = 0;
    const make = async (): Promise<Answer> => {
      made += 1;
      await sleep(50);
      return answerOf('answer');
    };
    const calls = [one, other].flatMap(({ cache }) => Array.from({ length: 1000 }, () => cache.get(asked('', { make }))));
    expect(new Set((await all(calls)).map(({ answer }) => String(answer.json)))).toEqual(new Set(['answer']));
    expect(made).toBeLessThanOrEqual(2);
    expect(made).toBeGreaterThan(0);
  });

  test.each(['die', 'hang'] as const)(
    'a Redis whose connections %s costs hits, and is used again once it is back',
    async (fail) => {
      const [one, other] = await pair();
      await one.text(asked('shared'));
      one.proxy[fail]();
      // What is in memory is given, and whatever isn't is made.
      expect(await one.text(asked('never made'))).toBe('shared');
      for (let at = 0; at < 200; at += 1) expect(await one.text(asked('made', { key: `key ${at}` }))).toBe('made');
      await isAway(one);
      for (let at = 0; at < 200; at += 1) expect(await one.text(asked('never made', { key: `key ${at}` }))).toBe('made');
      one.proxy.heal();
      await isThere(one);
      await share('after', { key: 'after' }, { from: one, to: other });
      expect(one.log.lines.filter((line) => line.includes('does not respond'))).toHaveLength(1);
      expect(one.log.lines.join('\n')).not.toContain(redisSettingsOf(redisUrl!)!.password!);
    },
  );

  test('after its connection was lost, a server gives nothing from before that others have purged, and tells its own purges', async () => {
    const [one, other] = await pair();
    const b = { key: 'b', tags: ['project 2'] as const };
    for (const server of [one, other]) {
      await server.text(asked('a old'));
      await server.text(asked('b old', b));
    }
    one.proxy.die();
    await isAway(one);
    // The one doesn't hear of the first, and can't tell the second.
    await other.cache.purge('project 1');
    await one.cache.purge('project 2');
    expect(await one.text(asked('b new', b))).toBe('b new');
    expect(await other.text(asked('a new'))).toBe('a new');
    one.proxy.heal();
    await isThere(one);
    expect(await one.text(asked('a newer'))).not.toBe('a old');
    await expect.poll(() => other.text(asked('b newest', b)), { interval: 5 }).not.toBe('b old');
    expect(await one.text(asked('b newest', b))).not.toBe('b old');
  });

  test('a Redis that resets connections all the time costs no answer', async () => {
    const one = await start();
    const resets = setInterval(() => one.proxy.reset(), 20);
    const texts: string[] = [];
    for (let at = 0; at < 300; at += 1) {
      texts.push(await one.text(asked('answer', { key: `key ${at % 50}` })));
      await sleep(2);
    }
    clearInterval(resets);
    expect(new Set(texts)).toEqual(new Set(['answer']));
    await isThere(one);
  });

  test('a Redis that was emptied brings nothing back', async () => {
    const [one, other] = await pair();
    const { keep } = await one.tier.lookUp(asked(''));
    await emptyRedis(installation);
    await other.tier.lookUp(asked(''));
    keep(answerOf('of a time that nobody knows of'));
    await share('new', { key: 'second' }, { from: one, to: other });
    expect((await other.tier.lookUp(asked(''))).found).toBeNull();
  });

  test('a Redis that refuses the password is told once and without it, and answers are made without it', async () => {
    const log = heardLog();
    const settings = { ...redisSettingsOf(redisUrl!)!, password: 'another-secret' };
    const tier = sharedAnswers({ settings, installation, version: '1', log: log.log });
    await expect.poll(() => log.lines.length, { interval: 10 }).toBe(1);
    expect(log.lines[0]).toContain('WRONGPASS');
    expect(log.lines[0]).not.toContain('another-secret');
    expect(await answerCache({ shared: tier }).get(asked('made'))).toMatchObject({ isMade: true });
    expect(tier.state()).toBe('away');
    await tier.close();
    expect(log.lines).toHaveLength(1);
  });

  test('of 10,000 calls of several projects through two servers none is given what another project, call or version asked for', async () => {
    const servers = await pair();
    const random = randomNumbers(26);
    const pick = (count: number): number => Math.floor(random() * count);
    let crossings = 0;
    const worker = async (): Promise<void> => {
      for (let at = 0; at < 200; at += 1) {
        const server = servers[pick(2)]!;
        const [project, call, version] = [pick(20), pick(10), pick(3)];
        if (random() < 0.02) await server.cache.purge(`project ${pick(20)}`);
        const text = JSON.stringify([project, call, version]);
        const make = async (): Promise<Answer> => {
          await sleep(pick(3));
          if (random() < 0.1) throw new Error('down');
          return answerOf(text);
        };
        const tags: readonly [Tag] = [`project ${project}`];
        const one = asked('', { key: JSON.stringify([project, call]), version: String(version), tags, make });
        const given = await server.text(one).catch(() => null);
        if (given !== null && given !== text) crossings += 1;
      }
    };
    await Promise.all(Array.from({ length: 50 }, worker));
    expect(crossings).toBe(0);
    expect(servers.map(({ tier }) => tier.state())).toEqual(['there', 'there']);
  });
});
