export interface EventKind<Value> {
  readonly name: string;
  /** Phantom type; never set. */
  readonly value?: Value;
}

export type Listener<Value> = (value: Value) => Promise<unknown>;

export interface Events {
  on<Value>(kind: EventKind<Value>, listener: Listener<Value>): void;
  /** In the order of registration; stops at the first that rejects. */
  tell<Value>(kind: EventKind<Value>, value: Value): Promise<void>;
}

export const eventKind = <Value>(name: string): EventKind<Value> => ({ name });

/** Events within one server; other servers learn from the database. */
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
