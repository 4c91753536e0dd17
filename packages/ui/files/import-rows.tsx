import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import type { OutputOf } from '#contract/endpoint.ts';
import type { Problem } from '#contract/errors.ts';
import { call } from '#ui/calls/api.ts';
import { toast } from '#ui/calls/toast.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { linkTo } from '#ui/state/address.ts';
import { lineText, problemText } from '#ui/calls/error-text.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { ChooseFile, useFileImport } from './choose-file.tsx';
import type { AnyCrud } from '#contract/crud.ts';
import type { RowFiles } from './file-items.tsx';

const shownMistakes = 20;

type Outcome = OutputOf<AnyCrud['importRows']>;

export function ImportRows({ of: rows, close }: { readonly of: RowFiles; readonly close: () => void }) {
  const file = useFileImport<Outcome>(({ name, text }, isDryRun) => {
    const format = name.toLowerCase().endsWith('.json') ? 'json' : 'csv';
    return call(rows.endpoints.importRows, { ...rows.scope, format, text, dry_run: isDryRun });
  });
  const write = async () => {
    const written = await file.write();
    if (!written) return;
    await rows.renew();
    toast({ text: t('{count} rows were imported.', { count: written.new + written.changed }) });
    close();
  };
  const block = useSavingBlock();
  const { outcome } = file;
  const count = outcome ? outcome.new + outcome.changed : 0;
  return (
    <Stack gap={16}>
      <Text size="sm">
        {t('CSV starts with the header {fields}; | separates several values of a cell.', {
          fields: Object.keys(rows.endpoints.input.shape as object).join(', '),
        })}
      </Text>
      <ChooseFile of={file} accept=".csv,.txt,.tsv,.json,text/csv,application/json" />
      {outcome && (
        <>
          <Foreseen outcome={outcome} />
          {count > 0 && <WayBack of={rows} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button
              disabled={count === 0 || block !== undefined}
              title={block}
              loading={file.isBusy}
              onClick={() => void write()}
            >
              {count === 0 ? t('Nothing to import') : t('Import {count} rows', { count })}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

function WayBack({ of: { endpoints } }: { readonly of: RowFiles }) {
  if (!endpoints.isRule && !endpoints.waits) return null;
  return (
    <Text size="xs" c="dimmed">
      {endpoints.waits
        ? t('An import waits for midnight. Undo it in the waiting changes, later by restoring the previous release.')
        : t('Undo an import by restoring the previous release.')}{' '}
      <AllowedLink needs="search" to={linkTo('/search-settings/releases', {})} size="xs">
        {t('Releases')}
      </AllowedLink>
    </Text>
  );
}

function Foreseen({ outcome }: { readonly outcome: Outcome }) {
  const { mistakes, mistake_count: wrong, unknown_columns: unknown } = outcome;
  const parts = [
    t('{count} new', { count: outcome.new }),
    t('{count} changed', { count: outcome.changed }),
    t('{count} unchanged', { count: outcome.same }),
  ];
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600} role="status">
        {formats.list(parts)}
      </Text>
      {unknown.length > 0 && (
        <Text size="sm">{t('Unknown columns are ignored: {columns}', { columns: unknown.join(', ') })}</Text>
      )}
      {wrong > 0 && (
        <RowProblems
          title={t('{count} rows with a mistake are skipped', { count: wrong })}
          texts={mistakes
            .slice(0, shownMistakes)
            .map((one) => lineText(t, { line: one.line, field: one.field, what: problemText(t, one as Problem, one.field) }))}
        />
      )}
    </Stack>
  );
}

export const RowProblems = ({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) => (
  <Alert color="red" title={title}>
    <List size="sm" spacing={2}>
      {texts.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  </Alert>
);
