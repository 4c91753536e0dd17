import { Button, NativeSelect, Text, Select } from '@mantine/core';
import { RefreshCw, ScrollText } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { CsvButton } from '#ui/files/csv-button.tsx';
import { useList } from '#ui/list/list.ts';
import { Table } from '#ui/list/table.tsx';
import { Page } from '#ui/page/page.tsx';
import { Empty } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { anyOf } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import {
  type Callers,
  callers,
  type CallRange,
  keptFailuresPerSecond,
  exportApiCalls,
  maskedValue,
  listApiCalls,
  type Choice,
  listCallFilters,
} from '#features/super-admin/api-logs/api-logs.contract.ts';
import { columnsOf } from './call-cells.tsx';
import { CallDrawer } from './call-drawer.tsx';
import { query } from '#ui/calls/queries.ts';
import { ListFilter, SearchInput } from '#ui/list/search-input.tsx';
import { shortTextLength } from '#contract/fields.ts';

/** Console calls are many, so the shop's are shown first; a path or a user may be of either. */
function useCallers(): Callers {
  const [{ from, path = '', user_id: user }] = useAddress();
  return callers.find((one) => one === from) ?? (path === '' && user === undefined ? 'shop' : 'all');
}

function CallFilters() {
  const [{ path = '' }, change] = useAddress();
  const from = useCallers();
  const { data } = useQuery(query(listCallFilters, {}));
  return (
    <>
      <NativeSelect
        aria-label={t('Calls')}
        data={[
          { value: 'shop', label: t('Shop') },
          { value: 'all', label: anyOf(t('Calls')) },
        ]}
        value={from}
        onChange={({ currentTarget: { value } }) => change({ from: value, page: undefined })}
      />
      <ChoiceFilter name="project_id" label={t('Project')} choices={data?.projects} />
      <ChoiceFilter name="user_id" label={t('User')} choices={data?.users} />
      <SearchInput
        list={{ search: path, setSearch: (text) => change({ path: text, page: undefined }, { isReplacing: true }) }}
        label={t('Path')}
        most={shortTextLength}
      />
      <ListFilter name="status" label={t('Status')} choices={{ failed: t('Failed'), '4xx': '4xx', '5xx': '5xx' }} />
      <ListFilter name="slower_than" label={t('Duration')} choices={{ 500: '> 500 ms', 1000: '> 1 s', 5000: '> 5 s' }} />
      <ListFilter name="range" label={t('Range')} all={t('Last hour')} choices={{ day: t('Last day'), week: t('Last 7 days') }} />
    </>
  );
}

interface ChoiceFilterProps {
  readonly name: 'project_id' | 'user_id';
  readonly label: string;
  readonly choices: readonly Choice[] | undefined;
}

function ChoiceFilter({ name, label, choices = [] }: ChoiceFilterProps) {
  const [address, change] = useAddress();
  const value = address[name] ?? null;
  const data = choices.map((choice) => ({ value: String(choice.id), label: choice.name }));
  // A linked one may have no calls left.
  const isKnown = value === null || data.some((choice) => choice.value === value);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={isKnown ? data : [...data, { value, label: `#${value}` }]}
      value={value}
      onChange={(chosen) => change({ [name]: chosen ?? undefined, page: undefined })}
      nothingFoundMessage={t('Nothing found')}
      clearButtonProps={{ 'aria-label': t('Clear filters') }}
      searchable
      clearable
      flex="1 1 120px"
      maw={200}
    />
  );
}

const filterNames = ['project_id', 'user_id', 'path', 'status', 'slower_than'];

export default function ApiLogsPage() {
  const [{ range }] = useAddress();
  const from = useCallers();
  const shown = { from, ...(range !== undefined && { range: range as CallRange }) };
  const list = useList(listApiCalls, shown, {}, filterNames);
  const { answer } = list;
  return (
    <Page
      title={t('API logs')}
      purpose={t('API calls of the last 7 days.')}
      help={t('Bodies, tokens and passwords are never logged. Hidden values are {mask}.', { mask: maskedValue })}
      secondary={
        <>
          <CsvButton
            endpoint={exportApiCalls}
            input={{ ...shown, ...list.filters }}
            label={t('Export CSV')}
            isOff={list.isEmpty}
          />
          <Button
            variant="default"
            leftSection={<RefreshCw size={16} aria-hidden />}
            loading={list.isFetching}
            onClick={list.retry}
          >
            {t('Refresh')}
          </Button>
        </>
      }
      toolbar={<CallFilters />}
    >
      <Table
        label={t('API logs')}
        list={{ ...list, hasMore: answer?.has_more ?? false }}
        columns={columnsOf(t, answer?.headers ?? [])}
        keyOf={({ id }) => id}
        opens={({ id }) => ({ call: id })}
        empty={<Empty icon={ScrollText} title={t('No calls in this period.')} text={t('Calls appear within a second.')} />}
      />
      {answer && answer.sampled_every > 1 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('One in {n} successful shop calls is logged.', { n: answer.sampled_every })}{' '}
          {t('Up to {max} failures a second per project are logged.', { max: keptFailuresPerSecond })}
        </Text>
      )}
      <CallDrawer />
    </Page>
  );
}
