import { buffer } from 'node:stream/consumers';
import { giveFile, keepProjectFile, pictureNames, projectFiles } from '#features/data/feed-settings/server/feeds.service.ts';
import { changeImages, imagesOf } from './banners.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { bytesOf, uploadsFolder } from '#server/files/files.ts';
import { newSecret } from '#server/secrets/secrets.ts';

/** New address by original address. */
type CopiedPictures = ReadonlyMap<string, string>;

/** Answers its address. Without a project it is deleted within a day, unless `givePictures` gives it one. */
export async function keepPicture(app: App, userId: number, projectId: number | null, bytes: Buffer): Promise<string> {
  const name = `${pictureNames}${newSecret()}`;
  await keepProjectFile(app, { name, userId, projectId, bytes });
  return `${app.settings.publicUrl}/pictures/${name}`;
}

/** Copies the uploaded pictures of a project's banners, as they are deleted with their project. */
export async function copyPictures(app: App, from: ProjectScope, userId: number): Promise<CopiedPictures> {
  const own = new Set(await projectFiles(app, from));
  const copies = new Map<string, string>();
  for (const image of await imagesOf(app.db, from)) {
    const name = image.slice(image.lastIndexOf('/') + 1);
    const file = own.has(name) ? await app.files.open(`${uploadsFolder}${name}`) : null;
    if (file === null) continue;
    copies.set(image, await keepPicture(app, userId, null, await buffer(bytesOf(file))));
  }
  return copies;
}

/** For the banners of the copied project. */
export async function givePictures(db: Database, to: ProjectScope, userId: number, pictures: CopiedPictures): Promise<void> {
  for (const [image, copy] of pictures) {
    await changeImages(db, to, image, copy);
    await giveFile({ db }, copy.slice(copy.lastIndexOf('/') + 1), userId, to);
  }
}
