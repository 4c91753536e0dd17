import { pipeline } from 'node:stream/promises';
import { keepPicture } from './pictures.service.ts';
import { pictureLimitBytes, pictureTypes, uploadBannerPicture } from './banners.contract.ts';
import { pictureNames } from '#features/data/feed-settings/server/feeds.service.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';
import { fail } from '#server/base/fail.ts';
import { bytesOf, uploadsFolder } from '#server/files/files.ts';
import { allowAnyOrigin } from '#server/http/headers.ts';
import { sendFailure } from '#server/http/http.ts';
import { leastRate } from '#server/limits/rate-limit.ts';

/** Names are random, and a file never changes. */
const freshSeconds = 31_536_000;
/** By content, as names and declared types prove nothing. SVG may run scripts. */
const beginnings: Readonly<Record<(typeof pictureTypes)[number], RegExp>> = {
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF[^]{4}WEBP/,
  'image/gif': /^GIF8[79]a/,
};
const lookedBytes = 16;

function typeOf(picture: Buffer): string | undefined {
  const beginning = picture.toString('latin1', 0, lookedBytes);
  return pictureTypes.find((type) => beginnings[type].test(beginning));
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const piece of source) {
    sizeBytes += piece.length;
    if (sizeBytes > pictureLimitBytes) throw fail('bodyTooLarge', { limit: '2 MB' });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Uploads pictures of banners, and shows them to everybody. */
export function servePictures(app: App): void {
  serve(app, uploadBannerPicture, async (_input, { user, project }, { stream }) => {
    const picture = await pipeline(stream, leastRate(), whole);
    if (typeOf(picture) === undefined) throw fail('noPicture');
    return { address: await keepPicture(app, user.id, project.id, picture) };
  });

  app.http.get('/pictures/:name', async ({ params }, reply) => {
    const { name } = params as { readonly name: string };
    const file = /^[\w-]+$/.test(name) && name.startsWith(pictureNames) ? await app.files.open(`${uploadsFolder}${name}`) : null;
    const picture = file === null ? null : await whole(bytesOf(file));
    const type = picture === null ? undefined : typeOf(picture);
    if (type === undefined) return sendFailure(reply, fail('notFound', { name: 'picture' }));
    allowAnyOrigin(reply);
    return reply
      .header('cache-control', `public, max-age=${freshSeconds}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(type)
      .send(picture);
  });
}
