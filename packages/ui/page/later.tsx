// May import: `calls`, `state` and `text`.
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { toast } from '#ui/calls/toast.ts';
import { t } from '#ui/text/i18n.ts';

/** The calls of a screen come first. */
const restMs = 1_000;

/** Runs it once the browser is idle. Returns how to give it up. */
export function whenIdle(run: () => void): () => void {
  const timer = setTimeout(() => window.requestIdleCallback?.(run), restMs);
  return () => clearTimeout(timer);
}

/** Loads a part with its styles when it is first open, or the browser is idle. It appears closed, then opens, so that it moves in and returns the focus. */
export function later<Props>(load: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    const [loaded] = await Promise.all([load(), import('#ui/page/styles.ts')]);
    return (known = loaded);
  };
  function Later(props: Props & { readonly isOpen: boolean }): ReactNode {
    const [Part, setPart] = useState(() => known);
    const [isThere, setIsThere] = useState(false);
    const isAsked = props.isOpen && Part === undefined;
    // oxlint-disable-next-line react/set-state-in-effect -- It is closed for one render, so that it moves in.
    useEffect(() => setIsThere(Part !== undefined), [Part]);
    useEffect(() => whenIdle(() => void fetchPart().catch(() => undefined)), []);
    useEffect(() => {
      if (!isAsked) return;
      fetchPart().then(
        (loaded) => setPart(() => loaded),
        () => toast({ text: t('This could not be loaded.'), kind: 'failure' }),
      );
    }, [isAsked]);
    return Part && <Part {...props} isOpen={props.isOpen && isThere} />;
  }
  return Object.assign(Later, { load: fetchPart });
}

export const Drawer = later(async () => (await import('./overlays.tsx')).OpenDrawer);
export const Dialog = later(async () => (await import('./overlays.tsx')).OpenDialog);

const nearPx = 100;

interface WhenNearProps {
  readonly heightPx: number;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Reserves a place, and renders into it once it is about to be scrolled into view. */
export function WhenNear({ heightPx, className, children }: WhenNearProps): ReactNode {
  const [isNear, setIsNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: `${nearPx}px` },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return isNear ? children : <div ref={place} className={className} style={{ height: heightPx }} />;
}
