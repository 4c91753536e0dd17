import type { ToldEvents } from './answering.messages.ts';
import type { EventKind, Events } from '#server/base/events.ts';

const gatherMilliseconds = 20;
/** Per kind; more are dropped while the main thread is busy. */
const mostGathered = 10_000;

type Send = (events: ToldEvents) => Promise<unknown>;

/** Sends events to the main thread in batches; calls don't wait. */
export function gatheredEvents(send: Send): Pick<Events, 'tell'> & { flush(): Promise<void> } {
  let gathered = new Map<string, unknown[]>();
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> = Promise.resolve();

  async function sendAll(): Promise<void> {
    timer = null;
    const events = [...gathered];
    gathered = new Map();
    // Without the main thread this one ends, too.
    if (events.length > 0) await send(events).catch(() => undefined);
  }

  const flush = (): Promise<void> => (sending = sending.then(sendAll));

  return {
    flush,
    tell<Value>({ name }: EventKind<Value>, value: Value): Promise<void> {
      const values = gathered.get(name);
      if (values === undefined) gathered.set(name, [value]);
      else if (values.length < mostGathered) values.push(value);
      timer ??= setTimeout(() => void flush(), gatherMilliseconds);
      return Promise.resolve();
    },
  };
}
