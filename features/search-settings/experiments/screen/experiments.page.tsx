import { Stack, Text } from '@mantine/core';
import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { mixedGoal } from '#contract/limits.ts';
import { query } from '#ui/calls/queries.ts';
import { CollectionPage } from '#ui/collection/collection-page.tsx';
import { type Column, PlainTable } from '#ui/list/table.tsx';
import { Page, Sentences } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { Empty, Loaded, RowSkeletons } from '#ui/page/states.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import {
  type Experiment,
  type ExperimentEnding,
  type ExperimentList,
  listExperiments,
} from '#features/search-settings/experiments/experiments.contract.ts';
import { ExperimentForm } from './experiment-form.tsx';
import { isMeasured, MetricTable, ExperimentResult, kindText, PublishVariant } from './experiment-result.tsx';

const keys = ['gate', 'table'];

export default function ExperimentsPage() {
  return (
    <CollectionPage keys={keys} frame={frame()}>
      {({ id }) => <Experiments c={id} />}
    </CollectionPage>
  );
}

const frame = () => ({
  title: t('A/B tests'),
  purpose: t('Try other search settings on a share of your visitors before everybody gets them.'),
  help: (
    <Sentences
      of={[
        t('Group A gets live search, group B the other settings. A visitor stays in one group.'),
        t('Only visitors with an id take part; the plugin sends one. Bots and members don’t count.'),
        t('You may look at the result every day: it allows for that.'),
        t('If B finds less or is clicked less for sure, the test stops by itself.'),
      ]}
    />
  ),
});

function Experiments({ c }: { readonly c: number }) {
  return (
    <Page {...frame()}>
      <Loaded query={query(listExperiments, { c })} skeleton={<RowSkeletons />}>
        {(all) => (
          <Stack gap={16}>
            {all.running ? <Running c={c} test={all.running} all={all} /> : <ExperimentForm c={c} all={all} />}
            <Past c={c} all={all} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

interface RunningProps {
  readonly c: number;
  readonly test: Experiment;
  readonly all: ExperimentList;
}

function Running({ c, test, all }: RunningProps) {
  const days = t('At most {days} days.', { days: all.longest_days });
  const who =
    test.goal === mixedGoal ? t('Both are mixed in one list.') : t('{share}% of visitors get B.', { share: test.share });
  const said = `${kindText(t, test)} · ${who} ${days}`;
  return (
    <Panel title={test.name} text={said} isRegion actions={<PublishVariant c={c} test={test} />}>
      <ExperimentResult test={test} currency={all.currency} releaseCount={all.release_count} />
      {test.goal !== mixedGoal && isMeasured(test.figures) && (
        <MetricTable test={test} figures={test.figures} currency={all.currency} />
      )}
    </Panel>
  );
}

const endings = (): Readonly<Record<ExperimentEnding, string>> => ({
  kept: t('A kept'),
  published: t('B made live'),
  worse: t('Stopped: B was worse'),
  time: t('Time is over'),
  changed: t('Ended: the settings went live'),
  gone: t('Ended with its collection'),
});

const Lines = ({ of, below }: { readonly of: string; readonly below: ReactNode }) => (
  <div>
    {of}
    <Text size="xs" c="dimmed">
      {below}
    </Text>
  </div>
);

function Past({ c, all: { past, running, currency } }: { readonly c: number; readonly all: ExperimentList }) {
  if (past.length === 0)
    return running ? null : (
      <Empty icon={FlaskConical} title={t('No A/B tests yet')} text={t('Results of ended tests are kept here.')} />
    );
  const columns: readonly Column<Experiment>[] = [
    { name: 'name', title: t('Name'), cell: (test) => <Lines of={test.name} below={kindText(t, test)} />, width: '30%' },
    {
      name: 'ending',
      title: t('Result'),
      cell: ({ ending, ended_at: at }) => ending && at !== null && <Lines of={endings()[ending]} below={<Moment at={at} />} />,
    },
    {
      name: 'figures',
      title: t('Measured'),
      width: '30%',
      cell: (test) => <ExperimentResult test={test} currency={currency} isShort />,
    },
    {
      name: 'visitors',
      title: t('Visitors'),
      cell: ({ figures }) => (figures ? formats.number(figures.visitors.a + figures.visitors.b) : '–'),
      isNumber: true,
      isWideOnly: true,
    },
    {
      name: 'publish',
      title: '',
      cell: (test) => test.ending !== 'published' && test.ending !== 'changed' && <PublishVariant c={c} test={test} />,
    },
  ];
  return (
    <Panel title={t('Earlier tests')} isRegion>
      <PlainTable label={t('Earlier tests')} rows={past} columns={columns} keyOf={({ id }) => id} />
    </Panel>
  );
}
