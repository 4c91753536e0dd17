import { anyOf } from '#ui/text/format.ts';
import { Alert, Button, List, Text, NativeSelect } from '@mantine/core';
import { GitCommitVertical, Pencil, RotateCcw, TriangleAlert } from 'lucide-react';
import { keptDailyReleaseDays, keptReleaseDays, listedSkippedRules } from '#contract/limits.ts';
import { presetChanges, useDateRange } from '#ui/dates/date-choice.ts';
import { useList } from '#ui/list/list.ts';
import { Table } from '#ui/list/table.tsx';
import { later } from '#ui/page/later.tsx';
import { Page, Sentences } from '#ui/page/page.tsx';
import { Empty } from '#ui/page/states.tsx';
import { Status } from '#ui/page/status.tsx';
import { kindOf, type ReleasedKind, rowName, screenOf } from '#ui/releases/released-kind.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { changesText, whoMade, whyMade } from './release-words.tsx';
import { Nothing, useRestore, wholeRelease, whyNotRestored } from './use-restore.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { type Skipped, listReleases, type Release } from '#features/search-settings/releases/releases.contract.ts';
import { useReleaseEffects } from '#features/analytics/impact/screen/release-effect.panel.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { addDays, startOfDay } from '#contract/days.ts';
import { DateRangePicker } from '#ui/dates/days-picker.tsx';

/** The filters in the address: `?kind=synonyms&person=3`, and days. */
function useReleaseFilter() {
  const [{ kind, person }] = useAddress();
  const { from, to, time_zone: timeZone } = useDateRange();
  const filter = {
    ...(kind !== undefined && { source: kind }),
    ...(person !== undefined && { user_id: Number(person) }),
    ...(from !== undefined &&
      to !== undefined &&
      timeZone !== undefined && { from: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) }),
  };
  return { filter, isFiltered: Object.keys(filter).length > 0 };
}

interface ReleaseFiltersProps {
  readonly kinds: readonly ReleasedKind[];
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly count: number | undefined;
}

function ReleaseFilters({ kinds, people, count }: ReleaseFiltersProps) {
  const [{ kind = '', person = '' }, change] = useAddress();
  return (
    <>
      <NativeSelect
        aria-label={t('Kind')}
        data={[{ value: '', label: anyOf(t('Kind')) }, ...kinds.map(({ source, title }) => ({ value: source, label: title(t) }))]}
        value={kind}
        onChange={({ currentTarget: { value } }) => change({ kind: value, page: undefined })}
      />
      <NativeSelect
        aria-label={t('Person')}
        data={[{ value: '', label: anyOf(t('Person')) }, ...people.map(({ id, name }) => ({ value: String(id), label: name }))]}
        value={person}
        onChange={({ currentTarget: { value } }) => change({ person: value, page: undefined })}
      />
      <DateRangePicker noneLabel={anyOf(t('Day'))} />
      <Text size="sm" c="dimmed">
        {count === undefined ? '–' : t('{count} releases', { count })}
      </Text>
    </>
  );
}

const ReleaseDrawer = later(async () => (await import('./release-drawer.tsx')).ReleaseDrawer);

interface ReleasesPageProps {
  readonly kinds: readonly ReleasedKind[];
}

export function ReleasesPage({ kinds }: ReleasesPageProps) {
  const { filter, isFiltered } = useReleaseFilter();
  const [{ release }, change] = useAddress<'/search-settings/releases'>();
  const list = useList(listReleases, filter, { sort: 'number', order: 'desc' });
  const { restore, isBusy, nothing } = useRestore(kinds);
  const block = useSavingBlock();
  const effectOf = useReleaseEffects(list.rows?.map(({ number }) => number) ?? []);
  const restoring = ({ number, ...release }: Release) => ({
    label: t('Restore'),
    icon: RotateCcw,
    run: () => isBusy || void restore(wholeRelease(number)),
    disabledReason: block ?? whyNotRestored(release),
  });
  return (
    <Page
      title={t('Releases')}
      purpose={t('Every change customers have seen, and how to undo it.')}
      toolbar={
        <ReleaseFilters kinds={kinds} people={list.answer?.people ?? []} count={list.isOther ? undefined : list.totalCount} />
      }
      help={<Help />}
    >
      {list.answer && <SkippedRules kinds={kinds} rows={list.answer.skipped} />}
      {nothing && <Nothing kinds={kinds} staying={nothing} />}
      <Table
        label={t('Releases')}
        list={list}
        columns={[
          { name: 'number', title: t('Release'), cell: (release) => <Named release={release} />, isSortable: true, width: 60 },
          { name: 'live_since', title: t('Live since'), cell: ({ live_since: at }) => <Moment at={at} />, width: 110 },
          { name: 'by', title: t('By'), cell: (release) => <Maker kinds={kinds} release={release} /> },
          { name: 'changes', title: t('Changes'), cell: ({ counts }) => changesText(t, kinds, counts) || '–', width: '30%' },
          ...(effectOf
            ? [{ name: 'effect', title: t('Effect'), cell: ({ number }: Release) => effectOf(number), isWideOnly: true }]
            : []),
          {
            name: 'state',
            title: t('State'),
            cell: ({ is_live: isLive }) => isLive && <Status kind="live" label={t('Live')} />,
            width: 90,
          },
        ]}
        keyOf={({ number }) => number}
        opens={({ number }) => ({ release: number })}
        actions={(release) => [
          restoring(release),
          {
            label: t('Name and comment'),
            icon: Pencil,
            run: () => change({ release: release.number, edit: release.number }),
          },
        ]}
        empty={isFiltered && <NoneFiltered />}
      />
      <Text size="xs" c="dimmed" mt={8}>
        {t('Restore any release of the last {days} days, then the last one of each day for {more} days.', {
          days: keptReleaseDays,
          more: keptDailyReleaseDays,
        })}
      </Text>
      <ReleaseDrawer kinds={kinds} isOpen={release !== undefined} />
    </Page>
  );
}

function Named({ release: { number, name, comment } }: { readonly release: Release }) {
  return (
    <>
      {number}
      {name !== '' && (
        <Text span inherit fw={600}>
          {'\u00A0· '}
          {name}
        </Text>
      )}
      {comment !== '' && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {comment}
        </Text>
      )}
    </>
  );
}

function Maker({ kinds, release }: { readonly kinds: readonly ReleasedKind[]; readonly release: Release }) {
  const why = whyMade(t, kinds, release);
  return (
    <>
      {whoMade(t, release)}
      {why !== null && (
        <Text span inherit c="dimmed">
          {'\u00A0· '}
          {why}
        </Text>
      )}
    </>
  );
}

function NoneFiltered() {
  const [, change] = useAddress();
  const clear = () => change({ ...presetChanges(null), kind: undefined, person: undefined });
  return (
    <Empty
      icon={GitCommitVertical}
      title={t('No rows for these filters')}
      text={t('Choose others, or clear them.')}
      action={
        <Button variant="default" onClick={clear}>
          {t('Clear filters')}
        </Button>
      }
    />
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('Open a release to see its changes. Restore all of it, or a single rule.'),
        t('Restoring makes a new release, so you can undo it, too.'),
        t('Effect: a week before a release against a week after it, in the queries that it changed. Later, up to four weeks.'),
      ]}
    />
  );
}

interface SkippedRulesProps {
  readonly kinds: readonly ReleasedKind[];
  readonly rows: readonly Skipped[];
}

function SkippedRules({ kinds, rows }: SkippedRulesProps) {
  const count = rows.length;
  const listed = rows.slice(0, listedSkippedRules);
  if (count === 0) return null;
  return (
    <Alert
      color="gray"
      mb={12}
      icon={<TriangleAlert size={18} aria-hidden color="var(--aisle-waiting)" />}
      title={t('{count} rules are skipped in searches', { count })}
    >
      <Text size="sm">{t('Save each of them again, or delete it.')}</Text>
      <List size="sm" mt={8}>
        {listed.map((row) => (
          <SkippedRule key={`${row.source} ${row.id}`} kind={kindOf(kinds, row.source)} row={row} />
        ))}
        {count > listed.length && <List.Item>{t('and {count} more', { count: count - listed.length })}</List.Item>}
      </List>
    </Alert>
  );
}

function SkippedRule({ kind, row: { id, name, reason, ...row } }: { readonly kind: ReleasedKind; readonly row: Skipped }) {
  const { path, needs } = kind.screen;
  const named = id === null ? null : { ...row, id, name: name ?? t('Row {id}', { id: String(id) }) };
  return (
    <List.Item>
      {kind.title(t)}
      {': '}
      <AllowedLink needs={needs} to={named ? screenOf(kind, named) : linkTo(path)}>
        {named ? rowName(t, kind, named) : t('All of this kind')}
      </AllowedLink>
      {' – '}
      {reason}
    </List.Item>
  );
}
