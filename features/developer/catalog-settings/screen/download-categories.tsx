import { Anchor, Button, Group, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ticketSeconds } from '#contract/account/download-ticket.ts';
import { call } from '#ui/calls/api.ts';
import { noAnswer } from '#ui/calls/call-error.ts';
import { toast } from '#ui/calls/toast.ts';
import { saveFile } from '#ui/files/save-file.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { openCatalogDownload } from '#features/developer/catalog-settings/catalog-info.contract.ts';

interface DownloadCategoriesProps {
  readonly collectionId: number;
  readonly isEmpty: boolean;
}

const usualName = 'categories.csv';

export function DownloadCategories({ collectionId, isEmpty }: DownloadCategoriesProps) {
  const [isLoading, setLoading] = useState(false);
  const [isExpired, setExpired] = useState(false);
  const download = async () => {
    setLoading(true);
    setExpired(false);
    try {
      const { address } = await call(openCatalogDownload, { c: collectionId });
      const response = await fetch(address).catch(() => {
        throw noAnswer();
      });
      if (response.ok) {
        const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
        saveFile(name ?? usualName, await response.blob());
      } else setExpired(true);
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Group gap={12}>
      {isExpired && (
        <Text size="sm" role="status">
          {t('The link expired after {count} seconds.', { count: ticketSeconds })}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => void download()}>
            {t('Download again')}
          </Anchor>
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
        loading={isLoading}
        disabled={isEmpty}
        onClick={() => void download()}
      >
        {t('Download CSV')}
      </Button>
    </Group>
  );
}
