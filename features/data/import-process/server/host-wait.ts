import type { Bytes } from '#feeds/bytes/byte-stream.ts';

/** A host that lets an import wait for this long at once keeps nothing here busy. */
const patienceMilliseconds = 500;
/** A host that let us wait has to send this much before it counts as sending again; a byte now and then doesn't. */
const flowingBytes = 64 * 1024;

/** Tells when an import begins and ends to wait for its host, so that others get their turn meanwhile. */
export function hostWait(tell: (isWaiting: boolean) => void) {
  let timer: NodeJS.Timeout | undefined;
  let isWaiting = false;
  let flowed = 0;
  const begin = (): void => {
    timer = setTimeout(() => {
      flowed = 0;
      if (!isWaiting) tell((isWaiting = true));
    }, patienceMilliseconds);
  };
  const end = (bytes: number): void => {
    clearTimeout(timer);
    flowed += bytes;
    if (isWaiting && flowed >= flowingBytes) tell((isWaiting = false));
  };
  return {
    async answer<Answer>(asked: Promise<Answer>): Promise<Answer> {
      begin();
      try {
        return await asked;
      } finally {
        end(0);
      }
    },
    async *body(bytes: Bytes): AsyncGenerator<Uint8Array> {
      const iterator = bytes[Symbol.asyncIterator]();
      try {
        for (;;) {
          begin();
          const next = await iterator.next();
          end(next.done ? flowingBytes : next.value.length);
          if (next.done) return;
          yield next.value;
        }
      } finally {
        end(flowingBytes);
        await iterator.return?.();
      }
    },
  };
}
