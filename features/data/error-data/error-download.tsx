import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAddress } from '#console-kit/state/address.ts';
import { call } from '#console-kit/calls/api.ts';
import { useErrorText } from '#console-kit/text/error-text.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { toast } from '#console-kit/dialog/toast.tsx';
import { exportErrorData } from './error-data.contract.ts';
import { useErrorFilters } from './error-filters.tsx';

/** What is listed, with its search and filters, as a file for a spreadsheet. */
export function ErrorDownload({ id }: { readonly id: number }) {
  const t = useText();
  const errorText = useErrorText();
  const [{ search = '' }] = useAddress();
  const { severity, reason } = useErrorFilters();
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    try {
      const { file_name: name, csv } = await call(exportErrorData, { id, search, severity, reason });
      save(name, csv);
      toast({ text: t('“{name}” is downloaded.', { name }) });
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="default" leftSection={<Download size={16} aria-hidden />} loading={isBusy} onClick={() => void download()}>
      {t('Download CSV')}
    </Button>
  );
}

function save(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}
