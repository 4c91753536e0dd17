import { useEffect, useState } from 'react';
import { formats } from './format.ts';

const refreshMs = 30_000;

interface MomentProps {
  readonly at: number;
}

export function Moment({ at }: MomentProps) {
  // Clocks differ; the past is never said to be ahead.
  return <RelativeTime at={at} nowMs={Math.max(useNow(), at)} />;
}

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
