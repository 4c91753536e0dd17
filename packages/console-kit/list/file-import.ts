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
  /** What the file would do. */
  readonly outcome: Outcome | undefined;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  readonly choose: (file: File | null) => Promise<void>;
  /** Asks anew what it would do, as it is sent from now on. */
  readonly look: (send: SendFile<Outcome>) => Promise<void>;
  /** Does it; undefined where that failed. */
  readonly write: () => Promise<Outcome | undefined>;
}

type SendFile<Outcome> = (file: ChosenFile, isDryRun: boolean) => Promise<Outcome>;

/** A file that somebody chooses: first what it would do, then doing it. */
export function useFileImport<Outcome>(send: (file: ChosenFile, isDryRun: boolean) => Promise<Outcome>): FileImport<Outcome> {
  const errorText = useErrorText();
  const project = useProject();
  const [file, setFile] = useState<ChosenFile>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const attempt = async (chosen: ChosenFile | undefined, isDryRun: boolean, sending = send): Promise<Outcome | undefined> => {
    if (!chosen) return undefined;
    setIsBusy(true);
    setFailure(undefined);
    try {
      return await sending(chosen, isDryRun);
    } catch (error) {
      setFailure(errorText(error));
      return undefined;
    } finally {
      setIsBusy(false);
    }
  };
  return {
    file,
    outcome,
    failure,
    isBusy,
    async choose(picked) {
      if (!picked) return;
      const chosen = { name: picked.name, text: await textOfFile(picked, project?.language) };
      setFile(chosen);
      setOutcome(await attempt(chosen, true));
    },
    look: async (next) => setOutcome(await attempt(file, true, next)),
    write: () => attempt(file, false),
  };
}
