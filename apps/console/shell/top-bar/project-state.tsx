import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Eye, Layers } from 'lucide-react';
import { NativeSelect } from '@mantine/core';
import { useStore } from '#ui/state/store.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { query } from '#ui/calls/queries.ts';
import { useProject, useSelectedProject } from '#ui/state/session.ts';
import { pingSearch } from '#features/data/collections/collections.contract.ts';
import { isUnfinished } from '#features/data/imports/imports.contract.ts';
import { lostConnection } from '#ui/calls/api.ts';
import { useFeeds } from '#apps/console/shell/menu/badges.ts';
import classes from './top-bar.module.css';
import { useRefusal } from '#ui/text/refusal.ts';
import { linkTo } from '#ui/state/address.ts';
import { useCollections, useNeedsCollection, useSelectCollection } from '#ui/collection/collection.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';

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
  const isHidden = useIsHidden();
  if (!project || ping.isPending) return null;
  const isFirstImport = isImporting && ping.data?.is_live === false;
  const state = states[isLost ? 'lost' : !isUp(ping) ? 'down' : isFirstImport ? 'importing' : 'running'];
  if (isHidden && state === states.running) return <PreviewOnly />;
  return (
    <span className={classes.state} data-kind={state.kind} role="status" title={t(state.meaning)}>
      <span className={classes.word}>{t(state.word)}</span>
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

/** Customers don't see the plugin. */
function useIsHidden(): boolean {
  const listed = useSelectedProject();
  const isActive = useProject()?.active !== false;
  return isActive && listed?.type === 'search_plugin' && !listed.is_live;
}

function PreviewOnly() {
  const refusal = useRefusal('developer');
  const content = (
    <>
      <Eye size={14} aria-hidden className={classes.icon} />
      <span className={classes.word}>{t('Preview only')}</span>
    </>
  );
  const title = t('Customers don’t see the search plugin yet');
  if (refusal !== undefined)
    return (
      <span className={classes.preview} title={title}>
        {content}
      </span>
    );
  return (
    <Link {...linkTo('/developer/plugin')} className={classes.preview} title={title}>
      {content}
    </Link>
  );
}

export function CollectionSelector() {
  const { collections, selected } = useCollections();
  const select = useSelectCollection();
  if (useNeedsCollection())
    return (
      <AllowedLink needs="data" to={linkTo('/data/collections', { edit: 'new' })}>
        {t('Add collection')}
      </AllowedLink>
    );
  if (!collections) return null;
  return (
    <NativeSelect
      className={classes.selector}
      aria-label={t('Collection')}
      data={collections.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={selected ? String(selected.id) : ''}
      onChange={(event) => select(Number(event.currentTarget.value))}
      leftSection={<Layers size={16} aria-hidden />}
    />
  );
}
