import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { linkTo } from '#ui/state/address.ts';
import { createStore, useStore } from '#ui/state/store.ts';
import { asCallError, noAnswerStatus } from '#ui/calls/call-error.ts';
import { t } from '#ui/text/i18n.ts';
import { query, refreshEverything } from '#ui/calls/queries.ts';
import { isSignedIn } from '#ui/state/session.ts';
import { toast } from '#ui/calls/toast.ts';
import { readFeed, type Feed } from '#features/data/feeds/feeds.contract.ts';
import { isUnfinished } from '#features/data/imports/imports.contract.ts';

const askEveryMs = 1_000;
const feedPath = '/data/import/edit';

const watched = new Set<number>();
/** Count of watches that have ended. A change makes screens watch an import that began in the meantime. */
const ends = createStore(0);
/** Imports that were told of. A list that was asked for earlier may still say that one of them runs. */
const told = new Set<number>();
/** By feed: the import that ended last, as far as screens know. */
const ended = new Map<number, number>();
/** A page that is being opened may show what it read before an import that ended so lately. */
const justEndedMs = 60_000;

/**
 * Follows the running imports of these feeds until they end, also after the screen was left, and then says how they ended
 * unless that can be seen. What is read on the way is what `query(readFeed, …)` shows. An import that was never seen running is not told
 * of, but what screens show is read again.
 */
export function useImportWatch(feeds: readonly Feed[]): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  useStore(ends);
  const running = feeds.filter((feed) => isUnfinished(feed.last_import));
  useEffect(() => {
    const show = (id: number) => void navigate(linkTo(feedPath, { id }));
    for (const { id } of running) if (!watched.has(id)) void watch(client, id, () => show(id));
    if (hasEndedUnseen(feeds)) void refreshEverything(client);
  });
}

/** Whether an import has ended since screens were read: between two calls of a page, or between two looks at the feeds. */
function hasEndedUnseen(feeds: readonly Feed[]): boolean {
  let isUnseen = false;
  for (const { id, last_import: last } of feeds) {
    if (last === null || isUnfinished(last) || ended.get(id) === last.id) continue;
    isUnseen ||= ended.has(id) || Date.now() - (last.finished_at ?? 0) < justEndedMs;
    ended.set(id, last.id);
  }
  return isUnseen;
}

async function watch(client: QueryClient, id: number, show: () => void): Promise<void> {
  watched.add(id);
  try {
    const feed = await finished(client, id);
    if (!feed) return;
    const importId = feed.last_import?.id ?? 0;
    ended.set(id, importId);
    await refreshEverything(client);
    if (!isShown(id) && !told.has(importId)) tell(feed, show);
    told.add(importId);
  } finally {
    watched.delete(id);
    // The cached feeds may be older than the end of the watch.
    setTimeout(() => ends.set(ends.get() + 1), askEveryMs);
  }
}

/** Null when the feed can't be followed any more: it was deleted, or nobody is signed in. */
async function finished(client: QueryClient, id: number): Promise<Feed | null> {
  while (isSignedIn()) {
    try {
      const feed = await client.fetchQuery({ ...query(readFeed, { id }), staleTime: 0, retry: false });
      if (!isUnfinished(feed.last_import)) return feed;
    } catch (error) {
      // A server that is starting again goes on with the import.
      if (![noAnswerStatus, 503].includes(asCallError(error).status)) return null;
    }
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
  return null;
}

const isShown = (id: number): boolean =>
  location.pathname === feedPath && new URLSearchParams(location.search).get('id') === String(id);

function tell({ name, last_import: last }: Feed, show: () => void): void {
  const action = { label: t('Show'), run: show };
  if (last?.state === 'unchanged') {
    toast({ text: t('“{name}” has nothing new. Its items stay as they are.', { name }), action });
  } else if (last?.state === 'done') {
    toast({ text: t('“{name}” is imported: {count} items.', { name, count: last.imported_count }), action });
  } else if (last?.state === 'held') {
    toast({ text: t('The import of “{name}” is held and waits for your decision.', { name }), kind: 'failure', action });
  } else if (last?.state === 'failed' || last?.state === 'needTagName') {
    const isChoice = last.state === 'needTagName';
    const text = isChoice
      ? t('The import of “{name}” needs your choice.', { name })
      : t('The import of “{name}” failed.', { name });
    toast({ text, kind: 'failure', action });
  }
}
