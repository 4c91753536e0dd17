import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { call } from '#ui/calls/api.ts';
import { toast } from '#ui/calls/toast.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';

const types: Readonly<Record<string, string>> = { json: 'application/json', txt: 'text/plain', yaml: 'application/yaml' };
const usualType = 'text/csv';

export function saveFile(name: string, content: string | Blob): void {
  const type = types[name.split('.').at(-1) ?? ''] ?? usualType;
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

export const openDownload = (address: string): void =>
  Object.assign(document.createElement('a'), { href: address, download: '' }).click();

interface CsvFile<E extends Endpoint> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
}

export async function saveCsv<E extends Endpoint>({ endpoint, input }: CsvFile<E>): Promise<void> {
  try {
    const { file_name: name, csv } = (await call(endpoint, input)) as { readonly file_name: string; readonly csv: string };
    saveFile(name, csv);
    toast({ text: t('“{name}” is downloaded.', { name }) });
  } catch (error) {
    toast({ text: errorText(error), kind: 'failure' });
  }
}

interface CsvButtonProps<E extends Endpoint> extends CsvFile<E> {
  readonly label: string;
  readonly isOff?: boolean;
}

export function CsvButton<E extends Endpoint>({ label, isOff = false, ...file }: CsvButtonProps<E>) {
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    await saveCsv(file);
    setIsBusy(false);
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
