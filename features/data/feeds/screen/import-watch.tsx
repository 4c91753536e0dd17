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
/** Counts ended watches; a change looks for imports that began in between. */
const ends = createStore(0);
/** Reported imports. Cached lists may still show one of them running. */
const told = new Set<number>();
/** Last ended import by feed. */
const ended = new Map<number, number>();
/** Cached data of a page may be this old. */
const justEndedMs = 60_000;

/**
 * Follows running imports to their end, also after the screen was left, and reports the end unless the feed is shown. Imports
 * that were never seen running only refresh the screens.
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
    // Cached feeds may be older.
    setTimeout(() => ends.set(ends.get() + 1), askEveryMs);
  }
}

/** Null when the feed was deleted, or nobody is signed in. */
async function finished(client: QueryClient, id: number): Promise<Feed | null> {
  while (isSignedIn()) {
    try {
      const feed = await client.fetchQuery({ ...query(readFeed, { id }), staleTime: 0, retry: false });
      if (!isUnfinished(feed.last_import)) return feed;
    } catch (error) {
      // A restarted server continues the import.
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
