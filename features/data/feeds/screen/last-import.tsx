import { Stack } from '@mantine/core';
import { Status } from '#console-kit/page/status.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { ImportState } from '#features/data/imports/screen/import-state.panel.tsx';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';

/** How the last import of a feed went, and whether its shop still lacks what was set since. */
export function LastImport({ feed: { last_import: last, need_import: isBehind } }: { readonly feed: Feed }) {
  const t = useText();
  const isLive = last?.state === 'done' || last?.state === 'unchanged';
  if (!isLive || !isBehind) return <ImportState last={last} />;
  return (
    <Stack gap={4} align="flex-start">
      <ImportState last={last} />
      <Status kind="waiting" label={t('Changed since then')} />
    </Stack>
  );
}
