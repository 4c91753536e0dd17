import { Alert, Button, Group, NativeSelect, Stack, Table, List, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { refreshEverything } from '#ui/calls/queries.ts';
import { useCollections } from '#ui/collection/collection.ts';
import { ChooseFile, type ChosenFile, useFileImport } from '#ui/files/choose-file.tsx';
import { Page, Sentences } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { linkTo, type ScreenPath } from '#ui/state/address.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import {
  importRules,
  mostFileName,
  type RuleImport,
  type Skipped,
  type ImportedKind,
  type RuleService,
} from '#features/search-settings/rule-import/rule-import.contract.ts';
import classes from './rule-import.module.css';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { formats } from '#ui/text/format.ts';
import { isErrorCode } from '#contract/errors.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { type LossReason, lostTexts } from '#features/search-settings/rule-import/lost-texts.contract.ts';

const serviceNames: Readonly<Record<RuleService, string>> = {
  'app-search': 'App Search',
  algolia: 'Algolia',
  typesense: 'Typesense',
  querqy: 'SMUI, querqy',
};

const kindWords = (t: Translate): Readonly<Record<ImportedKind, { readonly title: string; readonly path: ScreenPath }>> => ({
  synonyms: { title: t('Synonyms'), path: '/search-settings/synonyms' },
  fixits: { title: t('Replacing terms'), path: '/search-settings/fixit' },
  stopwords: { title: t('Ignored terms'), path: '/search-settings/stopwords' },
  curations: { title: t('Curations'), path: '/search-settings/curations' },
});

function fieldWord(t: Translate, kind: ImportedKind, field: string): string {
  const [name = ''] = field.split('.');
  const words: Readonly<Record<string, string>> = {
    term: kind === 'fixits' ? t('Query') : t('Term'),
    value: t('Ignored term'),
    synonyms: t('Synonyms'),
    catalog_term: t('Replace with'),
    name: t('Name'),
    queries: t('Queries'),
    promoted: t('Promoted'),
    hidden: t('Hidden'),
    is_regexp: t('Regular expression'),
    valid_from: t('Validity'),
    valid_to: t('Validity'),
  };
  return words[name] ?? name;
}

function reasonText(t: Translate, { code, message, parameters, kind, field }: Skipped): string {
  if (!isErrorCode(code)) return code in lostTexts ? t(lostTexts[code as LossReason]) : message;
  const problem = { field, code, message, ...(parameters && { parameters }) };
  if (kind === null) return problemText(t, problem);
  const kindTitle = kindWords(t)[kind].title;
  const name = fieldWord(t, kind, field);
  return t('{kind}, {field}: {what}', { kind: kindTitle, field: name, what: problemText(t, problem, name) });
}

function SkippedList({ groups }: { readonly groups: readonly Skipped[] }) {
  if (groups.length === 0) return null;
  const n = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack gap={8}>
      <Group gap={8} wrap="nowrap">
        <TriangleAlert size={16} color="var(--aisle-waiting)" aria-hidden />
        <Title order={3}>{t('Not imported: {n}', { n })}</Title>
      </Group>
      {groups.map((group) => (
        <div key={`${group.code} ${group.kind} ${group.field} ${group.message}`} className={classes.reason}>
          <Text size="sm" fw={500}>
            {reasonText(t, group)}
          </Text>
          <List size="sm" className={classes.places}>
            {group.places.map((place, at) => (
              // Places of a reason never change their order.
              // oxlint-disable-next-line react/no-array-index-key
              <List.Item key={at}>{placeText(t, place)}</List.Item>
            ))}
          </List>
          {group.count > group.places.length && (
            <Text size="sm" c="dimmed">
              {t('and {count} more', { count: group.count - group.places.length })}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}

function placeText(t: Translate, { file, line, entry, what }: Skipped['places'][number]): string {
  const within = line !== null ? t('Line {line}', { line: String(line) }) : t('Entry {entry}', { entry: entry ?? '–' });
  const place = file === null ? within : `${file}, ${within}`;
  return what === '' ? place : `${place}: ${what}`;
}

export default function RuleImportPage() {
  const client = useQueryClient();
  const { collections = [], selected } = useCollections();
  const [chosenId, setChosenId] = useState<number>();
  const [written, setWritten] = useState<RuleImport>();
  const c = chosenId ?? selected?.id;
  const sendTo = (collection: number | undefined) => (_first: ChosenFile, isDryRun: boolean, files: readonly ChosenFile[]) =>
    call(importRules, {
      files: files.map(({ name, text }) => ({ name: name.slice(0, mostFileName), text })),
      dry_run: isDryRun,
      ...(collection !== undefined && { c: collection }),
    });
  const file = useFileImport<RuleImport>(sendTo(c));
  const chooseCollection = (id: number) => {
    setChosenId(id);
    setWritten(undefined);
    void file.look(sendTo(id));
  };
  const write = async () => {
    setWritten(await file.write());
    await refreshEverything(client);
  };
  const outcome = written ?? file.outcome;
  return (
    <Page
      title={t('Import from another service')}
      purpose={t('Import synonyms, replacing terms, ignored terms and curations.')}
      help={<Help />}
    >
      <Stack gap={16}>
        <Panel title={t('File')} text={t('The service is detected from the file.')}>
          <Sources />
          {collections.length > 1 && (
            <NativeSelect
              label={t('Collection of the curations')}
              data={collections.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(c)}
              maw={320}
              onChange={(event) => chooseCollection(Number(event.currentTarget.value))}
            />
          )}
          <ChooseFile
            of={{
              ...file,
              choose: (picked) => {
                setWritten(undefined);
                return file.choose(picked);
              },
            }}
            isMultiple
            accept=".json,.ndjson,.jsonl,.txt,application/json,text/plain"
          />
        </Panel>
        {outcome && <Outcome outcome={outcome} isBusy={file.isBusy} write={() => void write()} />}
      </Stack>
    </Page>
  );
}

interface OutcomeProps {
  readonly outcome: RuleImport;
  readonly isBusy: boolean;
  readonly write: () => void;
}

function Outcome({ outcome, isBusy, write }: OutcomeProps) {
  const block = useSavingBlock();
  const { kinds, services, skipped, is_written: isWritten } = outcome;
  const count = kinds.reduce((sum, kind) => sum + kind.new + kind.changed, 0);
  return (
    <Panel
      title={services.map((service) => serviceNames[service]).join(', ')}
      text={isWritten ? t('This is what the import did.') : t('Effect of the import.')}
    >
      {isWritten && (
        <Alert color="green" icon={<CircleCheck size={16} aria-hidden />} role="status">
          {t('{count} rows were imported.', { count })}
        </Alert>
      )}
      <MissingPages of={outcome.missing_pages} />
      {kinds.length > 0 && <ForeseenKinds outcome={outcome} />}
      <SkippedList groups={skipped} />
      {!isWritten && (
        <Group gap={8}>
          <Button disabled={count === 0 || block !== undefined} title={block} loading={isBusy} onClick={write}>
            {count === 0 ? t('Nothing to import') : t('Import {count} rows', { count })}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

/** An answer of an API is often one page of a list: what the others have would not be imported. */
function MissingPages({ of: lists }: { readonly of: RuleImport['missing_pages'] }) {
  return lists.map(({ pages, total }) => (
    <Alert key={`${pages.join()} ${total}`} color="yellow" icon={<TriangleAlert size={16} aria-hidden />} role="status">
      {t('These are pages {pages} of {total}. Choose the files of all pages together.', { pages: pages.join(', '), total })}
    </Alert>
  ));
}

function Sources() {
  const sources = [
    [serviceNames['app-search'], t('synonyms and curations from its API (JSON)')],
    [serviceNames.algolia, t('synonyms and rules from the dashboard or API (JSON or JSON lines)')],
    [serviceNames.typesense, t('synonyms, overrides and stopwords from its API (JSON)')],
    [serviceNames.querqy, t('rules.txt and replace rules')],
  ] as const;
  return (
    <dl className={classes.sources}>
      {sources.map(([name, what]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('You see what a file would add and change before you import it.'),
        t('Synonyms and replacing terms go live when saved, ignored terms and curations at midnight or when you publish them.'),
        t('Rows of the file replace those with the same term or query.'),
      ]}
    />
  );
}

function ForeseenKinds({ outcome: { kinds, is_written: isWritten } }: { readonly outcome: RuleImport }) {
  const words = kindWords(t);
  const columns = [t('Added'), t('Changed'), t('As they are'), t('Refused')];
  return (
    <Table className={classes.table} withRowBorders>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Kind')}</Table.Th>
          {columns.map((title) => (
            <Table.Th key={title} className={classes.number}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {kinds.map(({ kind, new: added, changed, same, refused }) => (
          <Table.Tr key={kind}>
            <Table.Th scope="row" fw={500}>
              {isWritten ? (
                <AllowedLink needs="search" to={linkTo(words[kind].path)}>
                  {words[kind].title}
                </AllowedLink>
              ) : (
                words[kind].title
              )}
            </Table.Th>
            {[added, changed, same, refused].map((count, at) => (
              <Table.Td key={columns[at]} className={classes.number} data-title={columns[at]}>
                {formats.number(count)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
