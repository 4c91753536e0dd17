import { useState } from 'react';
import { useProject } from '#console-kit/session/rights.ts';
import { useErrorText } from '#console-kit/text/error-text.ts';
import { textOfFile } from './text-file.ts';

export interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

export interface FileImport<Outcome> {
  readonly file: ChosenFile | undefined;
  /** All of them, where several are chosen together. */
  readonly files: readonly ChosenFile[];
  /** What the file would do. */
  readonly outcome: Outcome | undefined;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  readonly choose: (files: readonly File[]) => Promise<void>;
  /** Asks anew what it would do, as it is sent from now on. */
  readonly look: (send: SendFile<Outcome>) => Promise<void>;
  /** Does it; undefined where that failed. */
  readonly write: () => Promise<Outcome | undefined>;
}

type SendFile<Outcome> = (file: ChosenFile, isDryRun: boolean, files: readonly ChosenFile[]) => Promise<Outcome>;

/** A file that somebody chooses, or several together: first what it would do, then doing it. */
export function useFileImport<Outcome>(send: SendFile<Outcome>): FileImport<Outcome> {
  const errorText = useErrorText();
  const project = useProject();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const attempt = async (chosen: readonly ChosenFile[], isDryRun: boolean, sending = send): Promise<Outcome | undefined> => {
    const [first] = chosen;
    if (!first) return undefined;
    setIsBusy(true);
    setFailure(undefined);
    try {
      return await sending(first, isDryRun, chosen);
    } catch (error) {
      setFailure(errorText(error));
      return undefined;
    } finally {
      setIsBusy(false);
    }
  };
  return {
    file: files[0],
    files,
    outcome,
    failure,
    isBusy,
    async choose(picked) {
      if (picked.length === 0) return;
      const textOf = (file: File) => textOfFile(file, project?.language);
      const chosen = await Promise.all(picked.map(async (file) => ({ name: file.name, text: await textOf(file) })));
      setFiles(chosen);
      setOutcome(await attempt(chosen, true));
    },
    look: async (next) => setOutcome(await attempt(files, true, next)),
    write: () => attempt(files, false),
  };
}
