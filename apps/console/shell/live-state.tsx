import { useQuery } from '@tanstack/react-query';
import { useText } from '#console-kit/i18n.ts';
import { query } from '#console-kit/queries.ts';
import { useProject } from '#console-kit/rights.ts';
import { pingSearch } from '#features/data/collections/collections.contract.ts';
import classes from './live-state.module.css';

const askEveryMs = 30_000;
const askWhileDownMs = 5_000;

/** Whether search answers: a dot with a word. A failed ping counts as not live. */
export function LiveState() {
  const t = useText();
  const project = useProject();
  const ping = useQuery({
    ...query(pingSearch, {}),
    enabled: project !== null,
    refetchInterval: ({ state }) => (isUp(state) ? askEveryMs : askWhileDownMs),
    retry: false,
  });
  if (!project || ping.isPending) return null;
  const isLive = isUp(ping);
  return (
    <span
      className={classes.state}
      data-live={isLive}
      role="status"
      title={isLive ? t('Search answers') : t('Search does not answer')}
    >
      <span className={classes.word}>{isLive ? t('Live') : t('Not live')}</span>
    </span>
  );
}

const isUp = ({ error, data }: { readonly error: unknown; readonly data: { readonly is_live: boolean } | undefined }) =>
  !error && data?.is_live === true;
