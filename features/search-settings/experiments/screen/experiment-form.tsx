import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { experimentShares, mixedGoal } from '#contract/limits.ts';
import { call } from '#ui/calls/api.ts';
import { query, refresh } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { NumberField } from '#ui/form/number-field.tsx';
import { Select } from '#ui/page/later-choices.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { formats } from '#ui/text/format.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import {
  type ExperimentList,
  ExperimentForm as schema,
  listExperiments,
  type Metric,
  metrics,
  type Outlook,
  readOutlook,
  startExperiment,
} from '#features/search-settings/experiments/experiments.contract.ts';
import { ReleasePicker } from '#features/search-settings/releases/screen/release.picker.tsx';
import { metricTexts } from './experiment-result.tsx';

const formWidth = 560;
const pickerWidth = 220;
const daysOfWeek = 7;

export function ExperimentForm({ c, all }: { readonly c: number; readonly all: ExperimentList }) {
  const client = useQueryClient();
  const kind = all.draft_count > 0 ? 'draft' : all.is_learning ? 'learning' : 'release';
  const names = {
    name: t('Name'),
    kind: t('Group B gets'),
    release_number: t('Release'),
    way: t('Visitors get'),
    goal: t('Decided by'),
    share: t('Share of visitors in B (%)'),
  };
  return (
    <Panel title={t('Start an A/B test')} isRegion>
      <RecordForm
        schema={schema}
        initial={{ name: '', kind, release_number: null, goal: 'clicked', share: 50 }}
        names={names}
        saveLabel={t('Start the test')}
        isInPage
        save={(values) => call(startExperiment, { ...values, c })}
        onSaved={() => {
          toast({ text: t('Started. Searches change within a second.') });
          void refresh(client, [listExperiments]);
        }}
      >
        {(form) => (
          <Stack gap={16} maw={formWidth}>
            <TextInput {...form.field('name')} />
            <Radio.Group {...form.field('kind')}>
              <Stack gap={8} mt={4}>
                <Radio
                  value="draft"
                  label={t('Saved changes that aren’t live')}
                  {...(all.draft_count === 0 && { disabled: true, description: t('Everything saved is live.') })}
                />
                <Radio value="release" label={t('An earlier release')} />
                <Radio
                  value="learning"
                  label={t('Without learning from visitors')}
                  {...(!all.is_learning && { disabled: true, description: t('Learning is off') })}
                />
              </Stack>
            </Radio.Group>
            {form.values.kind === 'release' && (
              <div>
                <ReleasePicker
                  label={names.release_number}
                  value={form.values.release_number == null ? '' : String(form.values.release_number)}
                  pick={(number) => form.set('release_number', Number(number))}
                  width={pickerWidth}
                />
                {form.field('release_number').error && (
                  <Text size="xs" c="red">
                    {form.field('release_number').error}
                  </Text>
                )}
              </div>
            )}
            <Radio.Group
              label={names.way}
              value={form.values.goal === mixedGoal ? mixedGoal : 'groups'}
              onChange={(way) => form.set('goal', way === mixedGoal ? mixedGoal : 'clicked')}
            >
              <Stack gap={8} mt={4}>
                <Radio value="groups" label={t('Group A or group B')} />
                <Radio
                  value={mixedGoal}
                  label={t('Mix both in one list')}
                  description={t('For small shops. The first page shows items of both; the test counts whose items are chosen.')}
                />
              </Stack>
            </Radio.Group>
            {form.values.goal !== mixedGoal && (
              <>
                <Select
                  {...form.field('goal')}
                  data={metrics.map((value) => ({ value, label: metricTexts(t)[value] }))}
                  allowDeselect={false}
                />
                <NumberField
                  {...form.field('share')}
                  onChange={(value) => form.set('share', value as number)}
                  min={experimentShares.least}
                  max={experimentShares.most}
                  decimals={0}
                  isNeeded
                />
                <OutlookLine c={c} goal={form.values.goal ?? 'clicked'} share={form.values.share} />
              </>
            )}
          </Stack>
        )}
      </RecordForm>
    </Panel>
  );
}

function OutlookLine({ c, goal, share }: { readonly c: number; readonly goal: Metric; readonly share: unknown }) {
  const isPossible = typeof share === 'number' && share >= experimentShares.least && share <= experimentShares.most;
  const { data } = useQuery({ ...query(readOutlook, { c, goal, share: isPossible ? share : 50 }), enabled: isPossible });
  return (
    <Text size="sm" c="dimmed" role="status">
      {data && isPossible && outlookText(t, data)}{' '}
      {data?.are_visitors_made_up && t('The visitors of this sample shop are made up.')}
    </Text>
  );
}

function outlookText(
  t: Translate,
  { visitors_per_day: perDay, days, longest_days: longest, least_change: least }: Outlook,
): string {
  if (days === null) return t('Too few searches in the last days to say how long it takes.');
  const visitors = formats.number(Math.round(perDay));
  const percent = formats.percent(0.1);
  if (days <= longest)
    return t('With your {visitors} visitors a day, a difference of {percent} shows in about {count} weeks.', {
      visitors,
      percent,
      count: Math.ceil(days / daysOfWeek),
    });
  if (least === null)
    return t('Your {visitors} visitors a day are too few: not even a doubling would show in {days} days.', {
      visitors,
      days: longest,
    });
  return t('With your {visitors} visitors a day, only a difference of {percent} or more shows within {days} days.', {
    visitors,
    percent: formats.percent(least),
    days: longest,
  });
}
