import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { bytesOf, type Files } from '#server/files/files.ts';
import { ownerFile, ownFiles } from '#server/files/watch-files.ts';

const megabyte = 1024 * 1024;

const bodyOf = (...chunks: readonly (string | Buffer)[]): Readable => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
/** Sends `chunks`, then fails. */
const brokenBody = (...chunks: readonly Buffer[]): Readable =>
  Readable.from(
    (function* broken() {
      yield* chunks;
      throw new Error('The connection is gone');
    })(),
  );

/** What holds for files wherever they are kept. */
export function filesFacts(filesOf: () => Files): void {
  const textOf = async (name: string): Promise<string | null> => {
    const file = await filesOf().open(name);
    if (file === null) return null;
    const pieces: Uint8Array[] = [];
    for await (const piece of bytesOf(file)) pieces.push(piece);
    return Buffer.concat(pieces).toString('latin1');
  };
  const namesIn = async (prefix: string): Promise<string[]> => (await filesOf().list(prefix)).map(({ name }) => name).toSorted();

  test('what is put is found, whole, by its name, in a list and in pieces', async () => {
    const before = Date.now();
    await filesOf().put('facts/one', bodyOf('one ', 'and ', 'two'));
    expect(await textOf('facts/one')).toBe('one and two');
    const [listed] = await filesOf().list('facts/one');
    expect(listed).toMatchObject({ name: 'facts/one', sizeBytes: 11 });
    // S3 tells whole seconds.
    expect(Math.abs(listed!.keptAt - before)).toBeLessThan(60_000);
    const file = await filesOf().open('facts/one');
    expect((await file!.read(4, 3)).toString()).toBe('and');
    await file!.close();
  });

  test('of many installations that begin at once, one owns the files, and stays their owner', async () => {
    const installations = Array.from({ length: 20 }, (_, number) => `installation-${number}`);
    const owning = async () => {
      const isOwner = await Promise.all(installations.map((one) => ownFiles(filesOf(), one)));
      return installations.filter((_, number) => isOwner[number]);
    };
    const owners = await owning();
    expect(owners).toHaveLength(1);
    expect(await owning()).toEqual(owners);
    await filesOf().putFirst(ownerFile, 'another one');
    expect(await textOf(ownerFile)).toBe(owners[0]);
  });

  test('a file of many parts and an empty one are as they were sent', async () => {
    const chunks = Array.from({ length: 20 }, () => randomBytes(megabyte + 7));
    await filesOf().put('facts/large', bodyOf(...chunks));
    expect((await textOf('facts/large')) === Buffer.concat(chunks).toString('latin1')).toBe(true);
    await filesOf().put('facts/empty', bodyOf());
    expect(await textOf('facts/empty')).toBe('');
    for (const name of ['facts/large', 'facts/empty']) await filesOf().remove(name);
  });

  test('a body that breaks off leaves nothing, says why, and can be sent again', async () => {
    for (const chunks of [[], [Buffer.alloc(10)], Array.from({ length: 12 }, () => Buffer.alloc(megabyte))]) {
      await expect(filesOf().put('broken/one', brokenBody(...chunks))).rejects.toThrow('The connection is gone');
      expect(await textOf('broken/one')).toBeNull();
      expect(await namesIn('broken/')).toEqual([]);
    }
    await filesOf().put('broken/one', bodyOf('whole'));
    expect(await textOf('broken/one')).toBe('whole');
  });

  test('a body that is given up while it is sent leaves nothing', async () => {
    const body = new Readable({ read: () => undefined });
    const kept = filesOf().put('given-up/one', body);
    body.push(Buffer.alloc(10));
    body.destroy(new Error('Given up'));
    await expect(kept).rejects.toThrow('Given up');
    expect(await namesIn('given-up/')).toEqual([]);
  });

  test('lists know folders at any depth, and beginnings of names', async () => {
    for (const name of ['tree/a.1', 'tree/a.2', 'tree/ab', 'tree/deep/er/c', 'treetop']) await filesOf().put(name, bodyOf('x'));
    expect(await namesIn('tree/')).toEqual(['tree/a.1', 'tree/a.2', 'tree/ab', 'tree/deep/er/c']);
    expect(await namesIn('tree/a.')).toEqual(['tree/a.1', 'tree/a.2']);
    expect(await namesIn('nowhere/')).toEqual([]);
  });

  test('removes a file, and nothing when it is missing', async () => {
    await filesOf().put('names/after', bodyOf('text'));
    for (const name of ['names/after', 'names/after', 'names/never']) await filesOf().remove(name);
    expect(await namesIn('names/')).toEqual([]);
  });

  test.each(['../outside', 'a/../../outside', '/etc/passwd', 'a//b', '.hidden', 'a/.', '', 'a/', 'a\\b', 'a\0b', 'C:/x'])(
    '%j is no name',
    async (name) => {
      const files = filesOf();
      for (const call of [() => files.open(name), () => files.put(name, bodyOf('x')), () => files.remove(name)])
        await expect((async () => call())()).rejects.toThrow('is no name of a file');
    },
  );

  test('what is there answers so', async () => {
    expect(await filesOf().look()).toBe('there');
  });
}
