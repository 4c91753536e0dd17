import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { problemReasons } from '#features/data/imports/import-texts.contract.ts';
import {
  type ImportReport,
  type ItemExample,
  type ItemFate,
  itemFates,
  readImportReport,
} from '#features/data/imports/imports.contract.ts';
import { query } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { ImportNotes } from './import-notes.panel.tsx';
import classes from './import.module.css';

const words: Readonly<Record<ItemFate, string>> = {
  added: msg('New'),
  changed: msg('Changed'),
  removed: msg('Removed'),
  unchanged: msg('Unchanged'),
  bad: msg('Skipped'),
};

/** Address: `?import=3`. */
export function ImportReportDrawer({ feedId }: { readonly feedId: number }) {
  const [{ import: importId }, change] = useAddress();
  return (
    <SideDrawer isOpen={importId !== undefined} title={t('Changes')} onClose={() => change({ import: undefined })}>
      {importId !== undefined && (
        <Loaded
          query={query(readImportReport, { id: feedId, import_id: importId })}
          skeleton={<Skeleton height={220} aria-hidden />}
        >
          {(report) => <Report report={report} />}
        </Loaded>
      )}
    </SideDrawer>
  );
}

function Report({ report: { counts, examples, warnings } }: { readonly report: ImportReport }) {
  if (!counts)
    return (
      <Text size="sm" c="dimmed">
        {t('The import ended before it compared items.')}
      </Text>
    );
  return (
    <Stack gap={24}>
      <ImportNotes collectionId={null} warnings={warnings} />
      {itemFates.map((fate) => (
        <section key={fate}>
          <Title order={3} className={classes.title}>
            {t(words[fate])}: {formats.number(counts[fate])}
          </Title>
          <ul className={classes.examples}>
            {examples
              .filter((one) => one.fate === fate)
              .map((example, at) => (
                <li key={`${at} ${example.id}`}>
                  <Example example={example} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Stack>
  );
}

function Example({ example: { id, name, changes, problem } }: { readonly example: ItemExample }) {
  return (
    <>
      <span className={classes.name}>{name}</span>
      {id !== '' && id !== name && <span className={classes.id}>{id}</span>}
      {problem !== null && (
        <Text size="xs" c="dimmed">
          {t(problemReasons[problem] ?? problem)}
        </Text>
      )}
      {changes.map(({ field, before, after }) => (
        <div key={field} className={classes.change}>
          <span className={classes.field}>{field}</span>
          {before !== null && <del>{before}</del>}
          {after !== null && <ins>{after}</ins>}
        </div>
      ))}
    </>
  );
}
