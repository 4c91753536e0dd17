import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { call } from '#ui/calls/api.ts';
import { toast } from '#ui/calls/toast.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { saveFile } from './save-file.ts';

interface CsvButtonProps<E extends Endpoint> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  readonly label: string;
  readonly isOff?: boolean;
}

export function CsvButton<E extends Endpoint>({ endpoint, input, label, isOff = false }: CsvButtonProps<E>) {
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    try {
      const { file_name: name, csv } = (await call(endpoint, input)) as { readonly file_name: string; readonly csv: string };
      saveFile(name, csv);
      toast({ text: t('“{name}” is downloaded.', { name }) });
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      loading={isBusy}
      disabled={isOff}
      onClick={() => void download()}
    >
      {label}
    </Button>
  );
}
