import { Transform } from 'node:stream';
import { fail } from '#server/fail.ts';

/** How fast a body has to come, so that nobody holds a connection for nothing. */
export interface BodyPace {
  /** A body may take this long at first, however slow it is. */
  readonly freeMilliseconds: number;
  /** After that, so much of it must have come per second since its beginning. */
  readonly bytesPerSecond: number;
}

/** Slow phones send 10 kB a second. */
export const bodyPace: BodyPace = { freeMilliseconds: 15_000, bytesPerSecond: 1_000 };
const looksPerFreeTime = 4;

/** Passes a body on, and fails with `bodyTooSlow` when it comes slower than it has to. */
export function leastRate({ freeMilliseconds, bytesPerSecond }: BodyPace = bodyPace): Transform {
  const startedAt = performance.now();
  let bytes = 0;
  const timer = setInterval(() => {
    const milliseconds = performance.now() - startedAt;
    const dueBytes = ((milliseconds - freeMilliseconds) / 1000) * bytesPerSecond;
    if (milliseconds >= freeMilliseconds && bytes <= dueBytes) stream.destroy(fail('bodyTooSlow'));
  }, freeMilliseconds / looksPerFreeTime);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
    destroy(error, done) {
      clearInterval(timer);
      done(error);
    },
    final(done) {
      clearInterval(timer);
      done();
    },
  });
  return stream;
}
