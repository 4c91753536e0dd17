import { CloudOff, HardDrive } from 'lucide-react';
import { useEffect } from 'react';
import { lostConnection } from '#ui/calls/api.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { useStore } from '#ui/state/store.ts';
import { t } from '#ui/text/i18n.ts';
import { isServerThere } from '#apps/console/failures/failure.tsx';
import { queryClient } from '#apps/console/query-client.ts';
import { Box, Group } from '@mantine/core';

/** Delays between retries; the last one repeats. */
const tryAfterMs = [1_000, 2_000, 5_000, 10_000] as const;

export function ConnectionBar() {
  const block = useSavingBlock();
  const isLost = useStore(lostConnection);
  useEffect(() => {
    if (!isLost) return;
    let tries = 0;
    let timer = setTimeout(() => void attempt(), tryAfterMs[0]);
    async function attempt() {
      tries += 1;
      if (await isServerThere()) return lostConnection.set(false);
      timer = setTimeout(() => void attempt(), tryAfterMs[Math.min(tries, tryAfterMs.length - 1)]);
    }
    return () => {
      clearTimeout(timer);
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    };
  }, [isLost]);
  return (
    <Box role="status" pos="sticky" top={56} style={{ zIndex: 90 }}>
      {(isLost || block !== undefined) && (
        <Group
          gap={8}
          px={{ base: 16, md: 32 }}
          py={8}
          fz={13}
          bg="var(--aisle-hover)"
          style={{ borderBottom: '1px solid var(--aisle-line)' }}
        >
          {isLost ? <CloudOff size={16} aria-hidden /> : <HardDrive size={16} aria-hidden />}
          {isLost ? t('No connection to the server. Trying again …') : block}
        </Group>
      )}
    </Box>
  );
}
