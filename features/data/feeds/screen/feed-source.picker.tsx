import { SegmentedControl, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { isSample } from '#features/data/feed-settings/feed.contract.ts';
import { FileDrop } from './file-drop.panel.tsx';

interface FeedSourcePickerProps {
  readonly field: TextInputProps;
  readonly feedUrl: string;
  readonly fileName: string | null;
  readonly onChange: (feedUrl: string, fileName: string | null) => void;
  readonly onUploading: (isUploading: boolean) => void;
}

export function useFeedUploadWait() {
  const [isUploading, onUploading] = useState(false);
  const reason = t('The file is still uploading. Wait until it is here, or cancel the upload.');
  return { waitReason: isUploading ? reason : undefined, onUploading };
}

export function FeedSourcePicker({ field, feedUrl, fileName, onChange, onUploading }: FeedSourcePickerProps) {
  const [isFile, setIsFile] = useState(fileName !== null);
  const choose = (kind: string) => {
    setIsFile(kind === 'file');
    onChange('', null);
  };
  if (isSample({ feed_url: feedUrl })) return <Text size="sm">{t('The items come from the sample shop.')}</Text>;
  return (
    <Stack gap={8}>
      <SegmentedControl
        fullWidth
        aria-label={t('Where the feed comes from')}
        value={isFile ? 'file' : 'address'}
        onChange={choose}
        data={[
          { value: 'address', label: t('Address') },
          { value: 'file', label: t('File') },
        ]}
      />
      {isFile ? (
        <>
          <FileDrop
            fileName={feedUrl === '' ? null : fileName}
            error={field.error}
            onUploading={onUploading}
            onUploaded={(file) => onChange(file.feed_url, file.file_name)}
          />
          <Text size="xs" c="dimmed">
            {t('A file is imported when you upload it. An address is fetched regularly.')}
          </Text>
        </>
      ) : (
        <TextInput {...field} label={t('Feed URL')} type="url" inputMode="url" placeholder="https://" />
      )}
    </Stack>
  );
}
