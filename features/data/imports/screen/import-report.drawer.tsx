import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { Loaded } from '#ui/page/states.tsx';
import {
  problemReasons,
  type ImportCounts,
  type ImportReport,
  type ItemExample,
  type ItemFate,
  itemFates,
  readImportReport,
  type Import,
} from '#features/data/imports/imports.contract.ts';
import { query } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { HeldActions, HeldReasons } from './import-result.tsx';
import classes from './import.module.css';
import { Figure, Figures } from './import-state.panel.tsx';

const words: Readonly<Record<ItemFate, string>> = {
  added: msg('New'),
  changed: msg('Changed'),
  removed: msg('Removed'),
  unchanged: msg('Unchanged'),
  bad: msg('Skipped'),
};

function ReportFigures({ counts }: { readonly counts: ImportCounts }) {
  return (
    <Figures>
      {itemFates.map((fate) => (
        <Figure key={fate} name={t(words[fate])} value={formats.number(counts[fate])} />
      ))}
    </Figures>
  );
}

const stepWords: Readonly<Record<Import['step'], string>> = {
  download: msg('Download'),
  read: msg('Read'),
  check: msg('Check'),
  build: msg('Build'),
  publish: msg('Publish'),
};

/** Address: `?import=3`. */
export function ImportReportDrawer({ feedId }: { readonly feedId: number }) {
  const [{ import: importId }, change] = useAddress();
  const isOpen = importId !== undefined;
  const report = query(readImportReport, { id: feedId, import_id: importId });
  const { data } = useQuery({ ...report, enabled: isOpen });
  const title = data?.is_held === true ? t('What the import would change') : t('What the import changed');
  return (
    <SideDrawer isOpen={isOpen} title={title} onClose={() => change({ import: undefined })}>
      {isOpen && (
        <Loaded query={report} skeleton={<ReportSkeleton />}>
          {(known) => <Report feedId={feedId} importId={importId} report={known} />}
        </Loaded>
      )}
    </SideDrawer>
  );
}

interface ReportProps {
  readonly feedId: number;
  readonly importId: number;
  readonly report: ImportReport;
}

function Report({ feedId, importId, report: { counts, examples, steps, is_held: isHeld } }: ReportProps) {
  if (!counts)
    return (
      <Text size="sm" c="dimmed">
        {t('The import ended before it compared items.')}
      </Text>
    );
  return (
    <Stack gap={24}>
      {isHeld && <HeldReasons counts={counts} />}
      {isHeld && <HeldActions feedId={feedId} importId={importId} counts={counts} />}
      <ReportFigures counts={counts} />
      {itemFates.map((fate) => (
        <Examples key={fate} fate={fate} count={counts[fate]} examples={examples.filter((one) => one.fate === fate)} />
      ))}
      {steps.length > 0 && (
        <section>
          <Title order={3} className={classes.title}>
            {t('Time by step')}
          </Title>
          <dl className={classes.times}>
            {steps.map(({ step, duration_ms: duration }) => (
              <div key={step}>
                <dt>{t(stepWords[step as keyof typeof stepWords])}</dt>
                <dd>{formats.elapsed(duration)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </Stack>
  );
}

interface ExamplesProps {
  readonly fate: ItemFate;
  readonly count: number;
  readonly examples: readonly ItemExample[];
}

function Examples({ fate, count, examples }: ExamplesProps) {
  if (examples.length === 0) return null;
  const [shown, all] = [formats.number(examples.length), formats.number(count)];
  return (
    <section>
      <Title order={3} className={classes.title}>
        {t(words[fate])}
      </Title>
      {count > examples.length && (
        <Text size="xs" c="dimmed">
          {t('The first {shown} of {all}.', { shown, all })}
        </Text>
      )}
      <ul className={classes.examples}>
        {examples.map((example, at) => (
          <li key={`${at} ${example.id}`}>
            <Example example={example} />
          </li>
        ))}
      </ul>
    </section>
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

const ReportSkeleton = () => (
  <Stack gap={24} aria-hidden>
    <Skeleton height={44} />
    <Skeleton height={220} />
  </Stack>
);
