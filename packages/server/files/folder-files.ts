import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isTemporary, replaceFileAside, temporary } from '#process-kit/durable-files.ts';
import { checkName, type Files, type KeptFile } from './files.ts';

const ownersFile = 0o600;

export function folderFiles(directory: string): Files {
  const placeOf = (name: string): string => {
    checkName(name);
    return path.join(directory, name);
  };

  /** Names with `/`, whatever the system's separator. */
  async function standing(prefix: string): Promise<KeptFile[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const entries = await ifThere(readdir(path.join(directory, folder), { recursive: true, withFileTypes: true }));
    const files = (entries ?? []).filter((entry) => entry.isFile());
    const found: KeptFile[] = [];
    for (const { parentPath, name: last } of files) {
      const place = path.join(parentPath, last);
      const name = path.relative(directory, place).replaceAll(path.sep, '/');
      const facts = name.startsWith(prefix) ? await ifThere(stat(place)) : null;
      if (facts) found.push({ name, sizeBytes: facts.size, keptAt: Math.floor(facts.mtimeMs) });
    }
    return found;
  }

  return {
    isShared: false,

    async put(name, body) {
      const place = placeOf(name);
      // An error before the first read is reported to the reader.
      body.once('error', () => undefined);
      try {
        await mkdir(path.dirname(place), { recursive: true });
        await replaceFileAside(place, body);
      } catch (error) {
        body.destroy();
        throw error;
      }
    },

    async putFirst(name, text) {
      const place = placeOf(name);
      const unfinished = `${place}.${randomUUID()}${temporary}`;
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(unfinished, text, { mode: ownersFile, flush: true });
      try {
        await link(unfinished, place);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      } finally {
        await rm(unfinished, { force: true });
      }
    },

    async open(name) {
      const handle = await ifThere(open(placeOf(name), 'r'));
      if (handle === null) return null;
      return {
        sizeBytes: (await handle.stat()).size,
        async read(position, length) {
          const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
          return buffer.subarray(0, bytesRead);
        },
        close: () => handle.close(),
      };
    },

    list: async (prefix) => (await standing(prefix)).filter(({ name }) => !isTemporary(name)),

    remove: (name) => rm(placeOf(name), { force: true }),

    async removeUnfinished(prefix, startedBefore = Infinity) {
      const parts = (await standing(prefix)).filter(({ name, keptAt }) => isTemporary(name) && keptAt < startedBefore);
      for (const { name } of parts) await rm(path.join(directory, name), { force: true });
    },

    look: () => Promise.resolve('there'),
    close: () => undefined,
  };
}

const ifThere = <Found>(looking: Promise<Found>): Promise<Found | null> =>
  looking.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
