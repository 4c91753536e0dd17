import { Alert, Group, Stack, Text } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { PickFile } from '#ui/form/text-inputs.tsx';
import { RefetchBar } from '#ui/page/states.tsx';
import { t } from '#ui/text/i18n.ts';
import { useProject } from '#ui/state/session.ts';
import { errorText } from '#ui/calls/error-text.ts';

const legacyEncodings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['cs', 'sk', 'pl', 'hu', 'sl', 'hr', 'ro'].map((language) => [language, 'windows-1250'])),
  ...Object.fromEntries(['bg', 'ru', 'uk', 'sr'].map((language) => [language, 'windows-1251'])),
};
const looked = 1000;

/** UTF-8, UTF-16, or the old encoding of the language. */
export async function textOfFile(file: Blob, language: string | undefined): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(legacyEncodings[language ?? ''] ?? 'windows-1252').decode(bytes);
  }
}

/** By the byte order mark, or by every other byte being zero. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, looked);
  const [even, odd] = [0, 1].map((side) => head.filter((byte, at) => byte === 0 && at % 2 === side).length);
  const isWide = (some = 0, none = 0) => none === 0 && some > head.length / 4;
  if (isWide(odd, even)) return 'utf-16le';
  return isWide(even, odd) ? 'utf-16be' : null;
}

export interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

interface FileImport<Outcome> {
  readonly file: ChosenFile | undefined;
  readonly files: readonly ChosenFile[];
  readonly outcome: Outcome | undefined;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  readonly choose: (files: readonly File[]) => Promise<void>;
  readonly look: (send: SendFile<Outcome>) => Promise<void>;
  readonly write: () => Promise<Outcome | undefined>;
}

type SendFile<Outcome> = (file: ChosenFile, isDryRun: boolean, files: readonly ChosenFile[]) => Promise<Outcome>;

export function useFileImport<Outcome>(send: SendFile<Outcome>): FileImport<Outcome> {
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

interface ChooseFileProps {
  readonly of: Pick<FileImport<unknown>, 'files' | 'failure' | 'isBusy' | 'choose'>;
  readonly isMultiple?: boolean;
  readonly accept: string;
}

export function ChooseFile({ of: { files, failure, isBusy, choose }, isMultiple = false, accept }: ChooseFileProps) {
  const words = isMultiple
    ? { first: t('Choose files'), other: t('Choose other files') }
    : { first: t('Choose files'), other: t('Choose other files') };
  return (
    <Stack gap={8}>
      <Group gap={12}>
        <PickFile
          accept={accept}
          isMultiple={isMultiple}
          onPicked={(picked) => void choose(picked)}
          leftSection={<FileUp size={16} aria-hidden />}
        >
          {words[files.length === 0 ? 'first' : 'other']}
        </PickFile>
        {files.length > 0 && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {files.map(({ name }) => name).join(', ')}
          </Text>
        )}
      </Group>
      <RefetchBar isMoving={isBusy} />
      {failure !== undefined && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
    </Stack>
  );
}
