import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { refresh, refreshEverything } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { listFeeds, readFeed, type Feed } from '#features/data/feeds/feeds.contract.ts';
import { isUnfinished } from '#features/data/imports/imports.contract.ts';

const askEveryMs = 1_000;
const feedPath = '/data/import/edit';

/** Imports that were seen running. Their ends are reported. */
const followed = new Set<number>();
/** Last ended import by feed. */
const ended = new Map<number, number>();
/** Data that was read before an import ended may be this old, but no older than the page. */
const oldestDataMs = 60_000;

/** Follows running imports, refreshes all data when one ends, and reports the end unless the feed is shown. */
export function ImportWatch({ feeds }: { readonly feeds: readonly Feed[] }): null {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isAnyRunning = feeds.some(({ last_import: last }) => isUnfinished(last));
  useEffect(() => {
    if (!isAnyRunning) return;
    const timer = setInterval(() => void refresh(client, [listFeeds, readFeed]), askEveryMs);
    return () => clearInterval(timer);
  }, [client, isAnyRunning]);
  useEffect(() => {
    for (const feed of feeds) {
      const { id, last_import: last } = feed;
      if (last === null || ended.get(id) === last.id) continue;
      if (isUnfinished(last)) {
        followed.add(last.id);
        continue;
      }
      const isFollowed = followed.delete(last.id);
      const isNew =
        isFollowed || ended.has(id) || Date.now() - (last.finished_at ?? 0) < Math.min(oldestDataMs, performance.now());
      ended.set(id, last.id);
      if (isNew) void refreshEverything(client);
      if (isFollowed && !isShown(id)) report(feed, () => void navigate(linkTo(feedPath, { id })));
    }
  }, [client, feeds, navigate]);
  return null;
}

const isShown = (id: number): boolean =>
  location.pathname === feedPath && new URLSearchParams(location.search).get('id') === String(id);

function report({ name, last_import: last }: Feed, show: () => void): void {
  const action = { label: t('Show'), run: show };
  if (last?.state === 'unchanged') {
    toast({ text: t('“{name}” has nothing new. Its items stay as they are.', { name }), action });
  } else if (last?.state === 'done') {
    toast({ text: t('“{name}” is imported: {count} items.', { name, count: last.imported_count }), action });
  } else if (last?.state === 'onHold') {
    toast({ text: t('The import of “{name}” waits for your decision.', { name }), kind: 'failure', action });
  } else if (last?.state === 'failed' || last?.state === 'needTagName') {
    const isChoice = last.state === 'needTagName';
    const text = isChoice
      ? t('The import of “{name}” needs your choice.', { name })
      : t('The import of “{name}” failed.', { name });
    toast({ text, kind: 'failure', action });
  }
}
