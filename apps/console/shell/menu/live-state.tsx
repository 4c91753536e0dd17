import { useQuery } from '@tanstack/react-query';
import { useStore } from '#ui/state/store.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { query } from '#ui/calls/queries.ts';
import { useProject } from '#ui/state/rights.ts';
import { pingSearch } from '#features/data/collections/collections.contract.ts';
import { isUnfinished } from '#features/data/imports/imports.contract.ts';
import { lostConnection } from '#ui/calls/lost-connection.ts';
import { useFeeds } from './polled.ts';
import classes from './live-state.module.css';
import words from '#apps/console/shell/state-word.module.css';

const askEveryMs = 30_000;
const askWhileDownMs = 5_000;

export function LiveState() {
  const project = useProject();
  const ping = useQuery({
    ...query(pingSearch, {}),
    enabled: project !== null,
    refetchInterval: ({ state }) => (isUp(state) ? askEveryMs : askWhileDownMs),
    retry: false,
  });
  const isLost = useStore(lostConnection);
  const isImporting = useFeeds().some((feed) => isUnfinished(feed.last_import));
  if (!project || ping.isPending) return null;
  const isFirstImport = isImporting && ping.data?.is_live === false;
  const state = states[isLost ? 'lost' : !isUp(ping) ? 'down' : isFirstImport ? 'importing' : 'running'];
  return (
    <span className={classes.state} data-kind={state.kind} role="status" title={t(state.meaning)}>
      <span className={words.word}>{t(state.word)}</span>
    </span>
  );
}

const states = {
  lost: { kind: 'error', word: msg('No connection'), meaning: msg('No connection to the server. Trying again …') },
  running: { kind: 'live', word: msg('Running'), meaning: msg('Search answers') },
  importing: { kind: 'waiting', word: msg('Importing'), meaning: msg('Search answers once the first import is done') },
  down: { kind: 'error', word: msg('Down'), meaning: msg('Search does not answer') },
} as const;

const isUp = ({ error, data }: { readonly error: unknown; readonly data: object | undefined }) => !error && data !== undefined;
