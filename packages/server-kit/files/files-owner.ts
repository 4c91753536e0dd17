import { Readable } from 'node:stream';
import { bytesOf, type Files } from './files.ts';

/** Says whose the files are. */
export const ownerFile = 'installation';

/** Whether files are those of this installation; what is nobody's yet becomes its own. */
export async function ownFiles(files: Files, installation: string): Promise<boolean> {
  if ((await ownerOf(files)) === null) await files.put(ownerFile, Readable.from([Buffer.from(installation)]));
  // Read again, as two may begin at once; one that misses the other here is refused at its next start.
  return (await ownerOf(files)) === installation;
}

async function ownerOf(files: Files): Promise<string | null> {
  const file = await files.open(ownerFile);
  if (file === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of bytesOf(file)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
