import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { FeedFailureCode } from '#contract/texts/import-texts.ts';
import { call } from '#console-kit/calls/api.ts';
import { errorText } from '#console-kit/text/error-text.ts';
import { useDetailedText } from '#console-kit/text/detailed-text.ts';
import { importFailures } from '#contract/texts/import-texts.ts';
import { type FeedTestInput, testFeed } from './feed-test.contract.ts';

type Candidates = OutputOf<typeof testFeed>['candidates'];

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading' }
  /** `mayPass` by itself: the feed may be right, and the way to it is not. */
  | { readonly kind: 'refused'; readonly text: string; readonly mayPass: boolean }
  | { readonly kind: 'ambiguous'; readonly candidates: Candidates };

const passing: ReadonlySet<string> = new Set<FeedFailureCode>([
  'unknownHost',
  'connectionFailed',
  'accessDenied',
  'hostBusy',
  'unexpectedStatus',
  'timeout',
  'connectionCut',
]);

export type Asked = Pick<FeedTestInput, 'feed_url' | 'file_name' | 'tag_name'>;

/** Tests one feed at a time; another one replaces it. Leaving the page stops it. */
export function useFeedTest(onFound: (asked: Asked, found: NonNullable<OutputOf<typeof testFeed>['found']>) => void) {
  const say = useDetailedText();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);

  const run = async (asked: Asked) => {
    current.current?.abort();
    const abort = new AbortController();
    current.current = abort;
    setState({ kind: 'reading' });
    try {
      const { found, failure, candidates } = await call(testFeed, asked, { signal: abort.signal });
      if (abort.signal.aborted) return;
      if (failure !== null)
        setState({
          kind: 'refused',
          text: say(importFailures[failure.code], failure.details),
          mayPass: passing.has(failure.code),
        });
      else if (found === null) setState({ kind: 'ambiguous', candidates });
      else {
        setState({ kind: 'idle' });
        onFound(asked, found);
      }
    } catch (error) {
      if (!abort.signal.aborted) setState({ kind: 'refused', text: errorText(error), mayPass: false });
    }
  };
  const cancel = () => {
    current.current?.abort();
    setState({ kind: 'idle' });
  };
  const refuse = (text: string) => setState({ kind: 'refused', text, mayPass: false });
  return { state, run: (asked: Asked) => void run(asked), refuse, cancel };
}
