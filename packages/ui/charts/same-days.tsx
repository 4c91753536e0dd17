import { createContext, type ReactNode, useCallback, useContext, useId, useLayoutEffect, useMemo, useState } from 'react';

type Rooms = ReadonlyMap<string, number>;

interface Shared {
  readonly widest: number;
  readonly tell: (chart: string, room: number) => void;
}

const SharedAxis = createContext<Shared | null>(null);

/** Charts of the same points, whose points stand below each other: all leave as much room for their axis as the one that needs most. */
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

/** How much room a chart leaves for its axis, in pixels, of which it needs so many itself. */
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
