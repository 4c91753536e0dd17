import { bytesOf, type Files } from './files.ts';

/** Says whose the files are. */
export const ownerFile = 'installation';

/** Whether files are those of this installation; what is nobody's yet becomes its own. Of several that begin at once, one owns them. */
export async function ownFiles(files: Files, installation: string): Promise<boolean> {
  if ((await ownerOf(files)) === null) await files.putFirst(ownerFile, installation);
  return (await ownerOf(files)) === installation;
}

async function ownerOf(files: Files): Promise<string | null> {
  const file = await files.open(ownerFile);
  if (file === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of bytesOf(file)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
