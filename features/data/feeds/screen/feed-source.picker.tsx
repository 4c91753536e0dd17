import { SegmentedControl, Stack, Text, TextInput, type TextInputProps, Button, Input, Progress } from '@mantine/core';
import { useState, type DragEvent, type ReactNode, useEffect, useRef } from 'react';
import { FileCheck, FileUp } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { isSample } from '#features/data/feed-settings/feed.contract.ts';
import { PickFile } from '#ui/form/text-inputs.tsx';
import classes from './feed.module.css';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { shortTextLength } from '#contract/fields.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { uploadFeedFile } from '#features/data/feeds/feeds.contract.ts';
import { callHeaders } from '#ui/calls/batch.ts';
import { answerOf, noAnswer, requestOf } from '#ui/calls/api.ts';

interface FileDropProps {
  readonly fileName: string | null;
  readonly onUploaded: (file: KeptFile) => void;
  readonly onUploading: (isUploading: boolean) => void;
  readonly error?: ReactNode;
}

export function FileDrop({ fileName, onUploaded, onUploading, error }: FileDropProps) {
  const upload = useFileUpload(onUploaded);
  const [isOver, setIsOver] = useState(false);
  const problem = upload.problem ?? error;
  const isUploading = upload.running !== null;
  useEffect(() => {
    onUploading(isUploading);
    return () => onUploading(false);
  }, [isUploading, onUploading]);

  const hover = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file) upload.start(file);
  };
  return (
    <Input.Wrapper error={problem}>
      <div
        className={classes.drop}
        data-over={isOver}
        data-wrong={Boolean(problem)}
        onDragOver={hover}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {upload.running ? (
          <>
            <Text size="sm">{t('Uploading {name}', { name: upload.running.name })}</Text>
            <Progress className={classes.bar} value={upload.running.share * 100} aria-label={t('Upload')} />
            <Button variant="default" size="xs" onClick={upload.cancel}>
              {t('Cancel upload')}
            </Button>
          </>
        ) : (
          <>
            {fileName === null ? (
              <FileUp size={24} strokeWidth={1.5} aria-hidden />
            ) : (
              <FileCheck size={24} strokeWidth={1.5} aria-hidden />
            )}
            <Text size="sm">{fileName ?? t('Drop a file here: XML, CSV or JSON, up to 500 MB, also gzipped')}</Text>
            <PickFile size="xs" onPicked={([file]) => file && upload.start(file)}>
              {fileName === null ? t('Choose files') : t('Choose other files')}
            </PickFile>
          </>
        )}
      </div>
    </Input.Wrapper>
  );
}

type KeptFile = OutputOf<typeof uploadFeedFile>;

interface Running {
  readonly name: string;
  readonly share: number;
}

function useFileUpload(onUploaded: (file: KeptFile) => void) {
  const [running, setRunning] = useState<Running | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);

  const send = async (file: File) => {
    current.current?.abort();
    const abort = new AbortController();
    current.current = abort;
    setProblem(null);
    setRunning({ name: file.name, share: 0 });
    const onProgress = (share: number) => !abort.signal.aborted && setRunning({ name: file.name, share });
    try {
      const name = { file_name: file.name.slice(-shortTextLength) };
      const kept = await upload(uploadFeedFile, name, file, { signal: abort.signal, onProgress });
      setRunning(null);
      onUploaded(kept);
    } catch (error) {
      if (abort.signal.aborted) return;
      setRunning(null);
      setProblem(errorText(error));
    }
  };
  const cancel = () => {
    current.current?.abort();
    setRunning(null);
  };
  return { running, problem, start: (file: File) => void send(file), cancel };
}

interface UploadOptions {
  readonly signal?: AbortSignal;
  /** From 0 to 1, as the file leaves. */
  readonly onProgress?: (share: number) => void;
}

type UploadEndpoint = Endpoint & { readonly upload?: true };

/** Sends a file as the body of a call. `fetch` doesn't tell how much has left, so this is the older interface. */
export function upload<E extends UploadEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: Blob,
  { signal, onProgress }: UploadOptions = {},
): Promise<OutputOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, requestOf(endpoint, input).url);
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(noAnswer(endpoint));
    request.onabort = () => reject(signal?.reason as Error);
    request.onload = () => {
      try {
        resolve(answerOf<E>(request.status, request.responseText, endpoint).data);
      } catch (error) {
        reject(error as Error);
      }
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

interface FeedSourcePickerProps {
  readonly field: TextInputProps;
  readonly feedUrl: string;
  readonly fileName: string | null;
  readonly onChange: (feedUrl: string, fileName: string | null) => void;
  readonly onUploading: (isUploading: boolean) => void;
}

export function FeedSourcePicker({ field, feedUrl, fileName, onChange, onUploading }: FeedSourcePickerProps) {
  const [isFile, setIsFile] = useState(fileName !== null);
  const choose = (kind: string) => {
    setIsFile(kind === 'file');
    onChange('', null);
  };
  if (isSample({ feed_url: feedUrl })) return <Text size="sm">{t('The items belong to the sample shop.')}</Text>;
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
            {t('Files are imported on upload; addresses are fetched regularly.')}
          </Text>
        </>
      ) : (
        <TextInput {...field} label={t('Feed URL')} type="url" inputMode="url" placeholder="https://" />
      )}
    </Stack>
  );
}
