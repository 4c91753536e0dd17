import { CloudOff, HardDrive } from 'lucide-react';
import { useEffect } from 'react';
import { CallError, noAnswerStatus } from '#console-kit/calls/call-error.ts';
import { useSavingBlock } from '#console-kit/session/saving.ts';
import { useStore } from '#console-kit/state/store.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { isServerThere } from '#console/probe.ts';
import { queryClient } from '#console/query-client.ts';
import { lostConnection } from './lost-connection.ts';
import classes from './connection-bar.module.css';

/** How long to wait before each try; the last one repeats. */
const tryAfterMs = [1_000, 2_000, 5_000, 10_000] as const;

/** Says that nothing can be saved, or that the server does not answer; then it tries again, and asks anew for all that failed meanwhile. */
export function ConnectionBar() {
  const t = useText();
  const block = useSavingBlock();
  const isLost = useStore(lostConnection);
  useEffect(() => {
    const note = (event: { readonly type: string; readonly action?: Parameters<typeof hasNoAnswer>[0] }) => {
      if (event.type === 'updated' && event.action && hasNoAnswer(event.action)) lostConnection.set(true);
    };
    const ends = [queryClient.getQueryCache().subscribe(note), queryClient.getMutationCache().subscribe(note)];
    return () => ends.forEach((end) => end());
  }, []);
  useEffect(() => {
    if (!isLost) return;
    let tries = 0;
    let timer = setTimeout(() => void attempt(), tryAfterMs[0]);
    async function attempt() {
      tries += 1;
      if (await isServerThere()) {
        lostConnection.set(false);
        return queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      }
      timer = setTimeout(() => void attempt(), tryAfterMs[Math.min(tries, tryAfterMs.length - 1)]);
    }
    return () => clearTimeout(timer);
  }, [isLost]);
  return (
    <div role="status" className={classes.place}>
      {(isLost || block !== undefined) && (
        <div className={classes.bar}>
          {isLost ? <CloudOff size={16} aria-hidden /> : <HardDrive size={16} aria-hidden />}
          {isLost ? t('No connection to the server. Trying again …') : block}
        </div>
      )}
    </div>
  );
}

/** Tries that fail count, too: the last of them may be seconds away. */
function hasNoAnswer(action: { readonly type: string; readonly error?: unknown }): boolean {
  const isFailure = action.type === 'failed' || action.type === 'error';
  return isFailure && action.error instanceof CallError && action.error.status === noAnswerStatus;
}
