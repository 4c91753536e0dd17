import { createContext, type ReactNode, useCallback, useContext, useId, useLayoutEffect, useMemo, useState } from 'react';

type Rooms = ReadonlyMap<string, number>;

interface Shared {
  readonly widest: number;
  readonly tell: (chart: string, room: number) => void;
}

const SharedAxis = createContext<Shared | null>(null);

/** Charts under each other get the axis width of the widest. */
export function SameDays({ children }: { readonly children: ReactNode }) {
  const [rooms, setRooms] = useState<Rooms>(new Map());
  const tell = useCallback(
    (chart: string, room: number) => setRooms((last) => (last.get(chart) === room ? last : new Map(last).set(chart, room))),
    [],
  );
  const widest = Math.max(0, ...rooms.values());
  const shared = useMemo(() => ({ widest, tell }), [widest, tell]);
  return <SharedAxis value={shared}>{children}</SharedAxis>;
}

export function useAxisRoom(needed: number): number {
  const shared = useContext(SharedAxis);
  const chart = useId();
  const tell = shared?.tell;
  useLayoutEffect(() => {
    tell?.(chart, needed);
    return () => tell?.(chart, 0);
  }, [tell, chart, needed]);
  return Math.max(needed, shared?.widest ?? 0);
}
