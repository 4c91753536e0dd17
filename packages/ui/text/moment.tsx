import { useEffect, useState } from 'react';
import { formats } from './format.ts';

const refreshMs = 30_000;

interface MomentProps {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Relative time that stays true while the page is open, with the exact moment on hover. */
export function Moment({ at }: MomentProps) {
  // Clocks differ a little; what has happened is never said to be ahead.
  return <RelativeTime at={at} nowMs={Math.max(useNow(), at)} />;
}

/** As `Moment`, for what is still to come. */
export function ComingMoment({ at }: MomentProps) {
  return <RelativeTime at={at} nowMs={Math.min(useNow(), at)} />;
}

function RelativeTime({ at, nowMs }: MomentProps & { readonly nowMs: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.moment(at)} style={{ whiteSpace: 'nowrap' }}>
      {formats.relative(at, nowMs)}
    </time>
  );
}

function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
