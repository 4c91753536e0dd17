import type { App } from '#server/app.ts';
import { samplePicture } from '#sample-shop/picture.ts';

const daySeconds = 86_400;

export function serveSamplePictures({ http }: App): void {
  http.get<{ Params: { file: string } }>('/sample-shop/pictures/:file', (request, reply) => {
    const number = /^(\d{1,5})\.svg$/.exec(request.params.file)?.[1];
    const picture = number === undefined ? null : samplePicture(Number(number));
    if (picture === null) return reply.callNotFound();
    return reply.type('image/svg+xml').header('cache-control', `public, max-age=${daySeconds}`).send(picture);
  });
}
