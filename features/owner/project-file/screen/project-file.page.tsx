import { Alert, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Problem } from '#contract/errors.ts';
import { call } from '#ui/calls/api.ts';
import { CallError } from '#ui/calls/call-error.ts';
import { refreshEverything } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { ChooseFile } from '#ui/files/choose-file.tsx';
import { type ChosenFile, useFileImport } from '#ui/files/file-import.ts';
import { saveFile } from '#ui/files/save-file.ts';
import { Page } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { ReleasedKind } from '#ui/releases/released-kind.ts';
import { useProject } from '#ui/state/rights.ts';
import { showProject } from '#ui/state/session.ts';
import { lineText, problemText, errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { readProject } from '#features/owner/projects/projects.contract.ts';
import { ForeseenChanges } from './foreseen-changes.tsx';
import { exportProject, importProject, type ProjectImport } from '#features/owner/project-file/project-file.contract.ts';

interface ProjectFilePageProps {
  readonly kinds: readonly ReleasedKind[];
}

type Part = 'project' | 'feeds';
type Outcome = { readonly seen: ProjectImport } | { readonly problems: readonly Problem[] };

export function ProjectFilePage({ kinds }: ProjectFilePageProps) {
  const name = useProject()?.name ?? '';
  return (
    <Page
      title={t('Project as a file')}
      purpose={t('All settings and rules of {name} in one YAML file, such as for a repository or another project.', { name })}
    >
      <Stack gap={16}>
        <Export />
        <Import kinds={kinds} />
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
    <Panel
      title={t('Export')}
      text={t('Without items, users and secrets. Exported twice, the file is the same, so a comparison shows what changed.')}
    >
      <Group>
        <Button variant="default" leftSection={<FileDown size={16} aria-hidden />} loading={isBusy} onClick={() => void save()}>
          {t('Export project (YAML)')}
        </Button>
      </Group>
    </Panel>
  );
}

function Import({ kinds }: ProjectFilePageProps) {
  const client = useQueryClient();
  const project = useProject();
  const [without, setWithout] = useState<readonly Part[]>([]);
  /** Of what was looked at last: nobody applies what they have not seen. */
  const state = useRef<string | null>(null);
  const sending =
    (leftOut: readonly Part[]) =>
    async ({ text }: ChosenFile, isDryRun: boolean): Promise<Outcome> => {
      try {
        const seen = await call(importProject, {
          text,
          dry_run: isDryRun,
          state: isDryRun ? null : state.current,
          without: [...leftOut],
        });
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
    <Panel title={t('Import')} text={t('You see what would change before anything does. What the file says is live at once.')}>
      <Stack gap={8}>
        <Checkbox
          label={t('Leave name, website, time zone and type of this project as they are')}
          checked={without.includes('project')}
          onChange={() => toggle('project')}
        />
        <Checkbox label={t('Leave feeds as they are')} checked={without.includes('feeds')} onChange={() => toggle('feeds')} />
      </Stack>
      <ChooseFile of={file} accept=".yaml,.yml,application/yaml,text/plain" />
      {outcome && 'problems' in outcome && <FileMistakes problems={outcome.problems} />}
      {outcome && 'seen' in outcome && (
        <ForeseenChanges seen={outcome.seen} kinds={kinds} isBusy={file.isBusy} apply={() => void apply()} />
      )}
      {!outcome && file.files.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(
            'Collections, fields and feeds that the file does not have stay: items would go with them. Rules that it does not have go.',
          )}
        </Text>
      )}
    </Panel>
  );
}

function FileMistakes({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <Alert color="red" role="alert" title={t('The file has mistakes, so nothing of it was taken over.')}>
      <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
        {problems.map((problem) => {
          const { field, code, parameters } = problem;
          const what = problemText(t, problem, field.split('.').at(-1));
          const line = parameters?.['line'];
          const told = line === undefined ? what : lineText(t, { line, field, what });
          return <List.Item key={`${field} ${code} ${line}`}>{told}</List.Item>;
        })}
      </List>
    </Alert>
  );
}
