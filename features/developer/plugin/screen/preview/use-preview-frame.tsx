import { useEffect, useRef, useState } from 'react';
import type { PreviewDraft, PreviewNews } from '#contract/plugin/plugin-preview.ts';

/** A page that hasn't said a word by then never will. */
const patienceMs = 15_000;

export type Draft = Omit<PreviewDraft, 'kind'>;

/** What is said of the frame: it is on its way, shows the draft, or failed to. */
type FrameState = 'loading' | 'shown' | 'failed';

/** Has the page in a frame show a draft, now and whenever it is another one. Only that very page is listened to. */
export function usePreviewFrame(draft: Draft) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<FrameState>('loading');
  const [isReady, setReady] = useState(false);
  const hasSpoken = useRef(false);
  const [round, setRound] = useState(0);
  const [left, setLeft] = useState<{ readonly of: string; readonly address: string } | null>(null);
  const asked = JSON.stringify([draft.query, draft.view]);
  const current = useRef(asked);
  useEffect(() => void (current.current = asked), [asked]);
  const sent = JSON.stringify({ kind: 'draft', ...draft });

  useEffect(() => {
    const listen = ({ data, origin, source }: MessageEvent<PreviewNews>) => {
      if (origin !== location.origin || source === null || source !== frame.current?.contentWindow) return;
      if (data.kind === 'ready') {
        hasSpoken.current = true;
        setState('loading');
        setReady(true);
      } else if (data.kind === 'leaves') setLeft({ of: current.current, address: data.address });
      else setState(data.kind === 'answered' ? 'shown' : 'failed');
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  useEffect(() => {
    if (isReady) return;
    const timer = setTimeout(() => setState('failed'), patienceMs);
    return () => clearTimeout(timer);
  }, [isReady, round]);

  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage(JSON.parse(sent), location.origin);
  }, [isReady, sent]);

  return {
    frame,
    state,
    /** Where the query sends visitors instead of showing results; null where it doesn't. */
    address: left?.of === asked ? left.address : null,
    /** Of the page: another one reloads it. */
    round,
    retry: () => {
      hasSpoken.current = false;
      setState('loading');
      setReady(false);
      setRound(round + 1);
    },
    /** The browser is done with the page: one that has our script has said so before. */
    loaded: () => setTimeout(() => hasSpoken.current || setState('failed')),
  };
}
