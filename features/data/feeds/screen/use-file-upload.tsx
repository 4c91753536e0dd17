import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { shortTextLength } from '#contract/fields.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { upload } from './upload.tsx';
import { uploadFeedFile } from '#features/data/feeds/feeds.contract.ts';

export type KeptFile = OutputOf<typeof uploadFeedFile>;

interface Running {
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
}

/** Uploads one file at a time; another one replaces it. Leaving the page stops it. */
export function useFileUpload(onUploaded: (file: KeptFile) => void) {
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
