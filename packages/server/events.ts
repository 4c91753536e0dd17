/** A kind of thing that happens, by its name. Whoever makes it happen declares it; others listen. */
export interface EventKind<Value> {
  readonly name: string;
  /** Never there: it ties the type of the value to the kind. */
  readonly value?: Value;
}

export type Listener<Value> = (value: Value) => Promise<unknown>;

export interface Events {
  /** Calls `listener` whenever it happens. Features listen while they are composed. */
  on<Value>(kind: EventKind<Value>, listener: Listener<Value>): void;
  /** Calls the listeners one after another, in the order in which they were added. The first one that rejects ends it, and rejects this. */
  tell<Value>(kind: EventKind<Value>, value: Value): Promise<void>;
}

export const eventKind = <Value>(name: string): EventKind<Value> => ({ name });

/** Within one server: what other servers must learn goes through the database. */
export function eventHub(): Events {
  const listeners = new Map<string, Listener<never>[]>();
  const listenersTo = ({ name }: EventKind<unknown>): Listener<never>[] => {
    const known = listeners.get(name) ?? [];
    listeners.set(name, known);
    return known;
  };
  return {
    on: (kind, listener) => void listenersTo(kind).push(listener),
    async tell(kind, value) {
      for (const listener of listenersTo(kind)) await listener(value as never);
    },
  };
}
