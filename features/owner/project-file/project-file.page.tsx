import { Alert, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { FileDown, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { errors, isErrorCode, type Problem } from '#contract/errors.ts';
import type { ChangeKind } from '#contract/rows/rule-fields.ts';
import { call, CallError } from '#ui/calls/api.ts';
import { refreshEverything } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { ChooseFile, type ChosenFile, useFileImport } from '#ui/files/choose-file.tsx';
import { saveFile } from '#ui/files/csv-button.tsx';
import { PlainTable } from '#ui/list/table.tsx';
import { Page } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { useProject, showProject } from '#ui/state/session.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { lineText, problemText, errorText } from '#ui/calls/error-text.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { readProject } from '#features/owner/projects/projects.contract.ts';
import {
  exportProject,
  type FileChange,
  importProject,
  type ProjectImport,
} from '#features/owner/project-file/project-file.contract.ts';

type Part = 'project' | 'feeds';
type Outcome = { readonly seen: ProjectImport } | { readonly problems: readonly Problem[] };

export default function ProjectFilePage() {
  const name = useProject()?.name ?? '';
  return (
    <Page title={t('Project as a file')} purpose={t('All settings and rules of {name} as YAML.', { name })}>
      <Stack gap={16}>
        <Export />
        <Import />
      </Stack>
    </Page>
  );
}

function Export() {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const { file_name: name, text } = await call(exportProject, {});
      saveFile(name, text);
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Panel title={t('Export')} text={t('Without items, users and secrets.')}>
      <Group>
        <Button variant="default" leftSection={<FileDown size={16} aria-hidden />} loading={isBusy} onClick={() => void save()}>
          {t('Export project (YAML)')}
        </Button>
      </Group>
    </Panel>
  );
}

function Import() {
  const client = useQueryClient();
  const project = useProject();
  const [without, setWithout] = useState<readonly Part[]>([]);
  /** The last dry run: nobody applies changes they have not seen. */
  const state = useRef<string | null>(null);
  const sending =
    (skipped: readonly Part[]) =>
    async ({ text }: ChosenFile, isDryRun: boolean): Promise<Outcome> => {
      try {
        const sent = { text, dry_run: isDryRun, state: isDryRun ? null : state.current, without: [...skipped] };
        const seen = await call(importProject, sent);
        if (isDryRun) state.current = seen.state;
        return { seen };
      } catch (error) {
        if (error instanceof CallError && error.problems.some(({ field }) => field !== '' || error.status === 422))
          return { problems: error.problems };
        throw error;
      }
    };
  const file = useFileImport<Outcome>(sending(without));
  const toggle = (part: Part) => {
    const next = without.includes(part) ? without.filter((one) => one !== part) : [...without, part];
    setWithout(next);
    void file.look(sending(next));
  };
  const apply = async () => {
    const written = await file.write();
    if (written && 'seen' in written)
      toast({ text: t('Applied. Release {number} is live.', { number: String(written.seen.release) }) });
    if (written) await file.look(sending(without));
    if (project) showProject(await call(readProject, { id: project.id }));
    await refreshEverything(client);
  };
  const { outcome } = file;
  return (
    <Panel title={t('Import')} text={t('You see the changes before they go live.')}>
      <Stack gap={8}>
        <Checkbox
          label={t('Keep name, website, time zone and type of this project')}
          checked={without.includes('project')}
          onChange={() => toggle('project')}
        />
        <Checkbox label={t('Keep feeds')} checked={without.includes('feeds')} onChange={() => toggle('feeds')} />
      </Stack>
      <ChooseFile of={file} accept=".yaml,.yml,application/yaml,text/plain" />
      {outcome && 'problems' in outcome && <FileMistakes problems={outcome.problems} />}
      {outcome && 'seen' in outcome && <Foreseen seen={outcome.seen} isBusy={file.isBusy} apply={() => void apply()} />}
      {!outcome && file.files.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('Rules missing in the file are deleted. Collections, fields and feeds stay.')}
        </Text>
      )}
    </Panel>
  );
}

function FileMistakes({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <Alert color="red" role="alert" title={t(errors.projectFileNotValid.text)}>
      <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
        {problems.map((problem) => {
          const { field, code, parameters } = problem;
          const what = problemText(t, problem, field.split('.').at(-1));
          const line = parameters?.['line'];
          return (
            <List.Item key={`${field} ${code} ${line}`}>
              {line === undefined ? what : lineText(t, { line, field, what })}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}

const placeOf = ({ source, collection }: { readonly source: string; readonly collection: string | null }): string =>
  collection === null ? source : `${collection} › ${source}`;

interface ForeseenProps {
  readonly seen: ProjectImport;
  readonly isBusy: boolean;
  readonly apply: () => void;
}

function Foreseen({ seen: { counts, changes, kept, skipped }, isBusy, apply }: ForeseenProps) {
  const block = useSavingBlock();
  const count = Object.values(counts)
    .flatMap((ofSource) => Object.values(ofSource))
    .reduce((sum, one) => sum + one, 0);
  return (
    <Stack gap={16}>
      {skipped.length > 0 && (
        <Alert
          color="gray"
          icon={<TriangleAlert size={18} aria-hidden />}
          title={t('{count} feeds can’t be imported', { count: skipped.length })}
        >
          <List size="sm" spacing={4}>
            {skipped.map(({ collection, name, code, message }) => (
              <List.Item key={`${collection} ${name}`}>
                {name}: {isErrorCode(code) ? t(errors[code].text) : message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {kept.map((one) => (
        <Text key={placeOf(one)} size="sm" c="dimmed">
          {t('Not in the file, kept: {place}: {names}', { place: placeOf(one), names: shortList(one.names) })}
        </Text>
      ))}
      {count === 0 ? (
        <Text size="sm" role="status">
          {t('The project already matches the file.')}
        </Text>
      ) : (
        <Changes changes={changes} />
      )}
      {count > changes.length && <Text size="sm">{t('and {count} more', { count: count - changes.length })}</Text>}
      <Group justify="flex-end">
        <Button disabled={count === 0 || block !== undefined} title={block} loading={isBusy} onClick={apply}>
          {count === 0 ? t('Nothing to apply') : t('Apply')}
        </Button>
      </Group>
    </Stack>
  );
}

const mostNames = 10;
const shortList = (names: readonly string[]): string =>
  names.length > mostNames ? `${names.slice(0, mostNames).join(', ')}…` : names.join(', ');

const kindTexts: Readonly<Record<ChangeKind, string>> = {
  added: msg('Added'),
  deleted: msg('Deleted'),
  changed: msg('Changed'),
  turnedOn: msg('Turned on'),
  turnedOff: msg('Turned off'),
  began: msg('Changed'),
  ended: msg('Changed'),
};

function Changes({ changes }: { readonly changes: readonly FileChange[] }) {
  return (
    <PlainTable
      label={t('Changes')}
      rows={changes}
      keyOf={(change) => `${placeOf(change)} ${change.kind} ${change.name}`}
      columns={[
        { name: 'kind', title: t('Change'), cell: ({ kind }) => t(kindTexts[kind]) },
        { name: 'place', title: t('In the file'), cell: placeOf },
        { name: 'name', title: t('Name'), cell: ({ name }) => name },
        {
          name: 'values',
          title: t('Values'),
          cell: ({ kind, fields }) => kind !== 'deleted' && fields.map(valueLine).join('\n'),
        },
      ]}
    />
  );
}

const valueLine = ({ field, before, after }: FileChange['fields'][number]): string =>
  before === null ? `${field}: ${after ?? t('another order')}` : `${field}: ${before} → ${after ?? '–'}`;
