import { Button } from '@mantine/core';
import { CircleX } from 'lucide-react';
import { confirm } from '#console-kit/dialog/confirm.tsx';
import { t } from '#console-kit/text/i18n.ts';
import { useAction } from '#console-kit/calls/queries.ts';
import { cancelImport } from '#features/data/imports/imports.contract.ts';

export function CancelImportButton({ feedId }: { readonly feedId: number }) {
  const cancel = useAction(cancelImport, {
    refreshes: 'everything',
    done: t('The import was cancelled. What was live stays live.'),
  });
  const askAndCancel = async () => {
    const text = t('What was read so far is thrown away. What is live stays live.');
    const isSure = await confirm({ title: t('Cancel import?'), text, confirmLabel: t('Cancel import'), isDanger: true });
    if (isSure) cancel.mutate({ id: feedId });
  };
  return (
    <Button
      mt={16}
      size="xs"
      variant="default"
      leftSection={<CircleX size={14} aria-hidden />}
      loading={cancel.isPending}
      onClick={() => void askAndCancel()}
    >
      {t('Cancel import')}
    </Button>
  );
}
