import { Alert, Button, FileButton, Group, List, Stack, Text } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { isErrorCode, type Problem } from '#contract/errors.ts';
import type { RowFileFormat, RowMistake } from '#contract/row-files.ts';
import { call } from '#console-kit/calls/api.ts';
import { SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { toast } from '#console-kit/dialog/toast.tsx';
import { problemText, useErrorText } from '#console-kit/text/error-text.ts';
import { useSavingBlock } from '#console-kit/session/saving.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { RefetchBar } from '#console-kit/page/refetch-bar.tsx';
import type { AnyCrud, CrudState } from './crud.ts';

const shownMistakes = 20;

interface ImportRowsProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly isOpen: boolean;
  readonly close: () => void;
}

interface Chosen {
  readonly name: string;
  readonly text: string;
  readonly format: RowFileFormat;
}
type Outcome = OutputOf<AnyCrud['importRows']>;

/** A file of rows: first what it would change, then the change. */
export function ImportRows<C extends AnyCrud>({ crud, isOpen, close }: ImportRowsProps<C>) {
  const t = useText();
  return (
    <SideDrawer isOpen={isOpen} title={t('Import CSV')} onClose={close}>
      {isOpen && <FileImport crud={crud} close={close} />}
    </SideDrawer>
  );
}

function FileImport<C extends AnyCrud>({ crud, close }: Omit<ImportRowsProps<C>, 'isOpen'>) {
  const t = useText();
  const errorText = useErrorText();
  const [file, setFile] = useState<Chosen>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const send = async (chosen: Chosen, isDryRun: boolean): Promise<Outcome | undefined> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const input = { ...crud.scope, format: chosen.format, text: chosen.text, dry_run: isDryRun };
      return await call(crud.endpoints.importRows, input as never);
    } catch (error) {
      setFailure(errorText(error));
      return undefined;
    } finally {
      setIsBusy(false);
    }
  };
  const look = async (picked: File | null) => {
    if (!picked) return;
    const format = picked.name.toLowerCase().endsWith('.json') ? 'json' : 'csv';
    const chosen: Chosen = { name: picked.name, text: await picked.text(), format };
    setFile(chosen);
    setOutcome(await send(chosen, true));
  };
  const write = async (chosen: Chosen) => {
    const written = await send(chosen, false);
    if (!written) return;
    await crud.renew();
    toast({ text: t('{count} rows were imported.', { count: written.new + written.changed }) });
    close();
  };
  const block = useSavingBlock();
  const count = outcome ? outcome.new + outcome.changed : 0;
  return (
    <Stack gap={16}>
      <Text size="sm">
        {t('A CSV begins with a line of the names {fields}. Several values of one cell have | between them.', {
          fields: Object.keys(crud.endpoints.input.shape as object).join(', '),
        })}
      </Text>
      <Group gap={12}>
        <FileButton accept=".csv,.json,text/csv,application/json" onChange={(picked) => void look(picked)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<FileUp size={16} aria-hidden />}>
              {file ? t('Choose another file') : t('Choose a file')}
            </Button>
          )}
        </FileButton>
        {file && <Text size="sm">{file.name}</Text>}
      </Group>
      <RefetchBar isMoving={isBusy} />
      {failure !== undefined && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      {file && outcome && (
        <>
          <Foreseen outcome={outcome} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button disabled={count === 0 || block !== undefined} title={block} loading={isBusy} onClick={() => void write(file)}>
              {count === 0 ? t('Nothing to import') : t('Import {count} rows', { count })}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

/** What will happen, and what is wrong with rows that are left out. */
function Foreseen({ outcome }: { readonly outcome: Outcome }) {
  const t = useText();
  const { mistakes, mistake_count: wrong } = outcome;
  const parts = [
    t('{count} new', { count: outcome.new }),
    t('{count} changed', { count: outcome.changed }),
    t('{count} as they are', { count: outcome.same }),
  ];
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600} role="status">
        {parts.join(', ')}
      </Text>
      {wrong > 0 && (
        <Alert color="red" title={t('{count} rows with a mistake are left out', { count: wrong })}>
          <List size="sm" spacing={2}>
            {mistakes.slice(0, shownMistakes).map((mistake) => (
              <List.Item key={`${mistake.line} ${mistake.field}`}>{mistakeText(t, mistake)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}

function mistakeText(t: ReturnType<typeof useText>, { line, field, code, message, parameters }: RowMistake): string {
  const problem = { field, code, message, parameters } as Problem;
  const what = isErrorCode(code) ? problemText(t, problem, field) : message;
  return t('Line {line}, {field}: {what}', { line, field, what });
}
