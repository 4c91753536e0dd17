import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useAction } from '#console-kit/calls/queries.ts';
import type { CrudState } from '#console-kit/crud/crud.ts';
import { useSavingBlock } from '#console-kit/session/saving.ts';
import { t } from '#console-kit/text/i18n.ts';
import { checkItems, checkNow, countAlerts, readCheckHistory } from '#features/developer/check-items/check-items.contract.ts';

const askAgainMs = 1_500;

const shownBy = [checkItems.list, checkItems.read, readCheckHistory, countAlerts];

export function CheckNowButton({ c }: { readonly c: number }) {
  const block = useSavingBlock();
  const { mutate, isPending } = useCheckNow();
  return (
    <Button
      variant="default"
      leftSection={<RefreshCw size={16} aria-hidden />}
      loading={isPending}
      disabled={block !== undefined}
      title={block}
      onClick={() => mutate({ c })}
    >
      {t('Check now')}
    </Button>
  );
}

export const useCheckNow = () => useAction(checkNow, { refreshes: shownBy });

/** Asks again while checks are under way, so that what they find is seen without anybody reloading. */
export function FollowChecks({ crud }: { readonly crud: CrudState<typeof checkItems> }) {
  const isChecking = crud.list.rows?.some(({ is_checking: isOne }) => isOne) ?? false;
  const { renew } = crud;
  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setInterval(() => void renew(), askAgainMs);
    return () => clearInterval(timer);
  });
  return null;
}
