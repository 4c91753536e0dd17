import { Button, Input, Progress, Text } from '@mantine/core';
import { FileCheck, FileUp } from 'lucide-react';
import { useEffect, useState, type DragEvent, type ReactNode } from 'react';
import { PickFile } from '#ui/form/pick-file.tsx';
import { t } from '#ui/text/i18n.ts';
import classes from './file-drop.module.css';
import { useFileUpload, type KeptFile } from './use-file-upload.tsx';

interface FileDropProps {
  /** The file that was uploaded before; null when there is none yet. */
  readonly fileName: string | null;
  readonly onUploaded: (file: KeptFile) => void;
  /** Hears whether a file is on its way, until this is gone. */
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
              {fileName === null ? t('Choose a file') : t('Choose another file')}
            </PickFile>
          </>
        )}
      </div>
    </Input.Wrapper>
  );
}
