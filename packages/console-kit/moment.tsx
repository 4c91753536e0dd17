import { useEffect, useState } from 'react';
import { useFormats } from './format.ts';

const refreshMs = 30_000;

/** Relative time that stays true while the page is open, with the exact moment on hover. `at` is in epoch milliseconds. */
export function Moment({ at }: { readonly at: number }) {
  const formats = useFormats();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.moment(at)}>
      {formats.relative(at, Math.max(nowMs, at))}
    </time>
  );
}
