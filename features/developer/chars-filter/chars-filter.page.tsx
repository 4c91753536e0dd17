import { Code, Text } from '@mantine/core';
import { CaseSensitive, Trash2 } from 'lucide-react';
import { AddButton } from '#console-kit/add-button.tsx';
import { useCrud } from '#console-kit/crud.ts';
import { useText } from '#console-kit/i18n.ts';
import { Page } from '#console-kit/page.tsx';
import { SearchInput } from '#console-kit/search-input.tsx';
import { Empty } from '#console-kit/states.tsx';
import { Table } from '#console-kit/table.tsx';
import { charFilters } from './chars-filter.contract.ts';
import { CharFilterForm } from './chars-filter.form.tsx';

export default function CharFiltersPage() {
  const t = useText();
  const crud = useCrud(charFilters, { toInput: ({ from, to }) => ({ from, to }), nameOf: ({ from }) => from });
  const { list } = crud;
  const add = <AddButton label={t('Add replacement')} onClick={() => crud.open('new')} />;
  return (
    <Page
      title={t('Character filter')}
      purpose={t('Characters of a query that are replaced before anything else is done with it.')}
      primary={!list.isEmpty && add}
      toolbar={!list.isEmpty && <SearchInput list={list} label={t('Search replacements')} />}
      help={<Help />}
    >
      <Table
        label={t('Character filter')}
        list={list}
        columns={[
          { name: 'from', title: t('Typed'), cell: ({ from }) => <Code fz="sm">{from}</Code> },
          { name: 'to', title: t('Replaced by'), cell: ({ to }) => (to === '' ? t('nothing') : <Code fz="sm">{to}</Code>) },
        ]}
        keyOf={({ id }) => id}
        actions={(row) => [{ label: t('Delete replacement'), icon: Trash2, run: () => void crud.remove(row) }]}
        empty={
          <Empty
            icon={CaseSensitive}
            title={t('Your replacements will be here')}
            text={t('People type “60×40”, your catalogue says “60x40”: a replacement brings them together.')}
            action={add}
          />
        }
      />
      <CharFilterForm crud={crud} />
    </Page>
  );
}

function Help() {
  const t = useText();
  return (
    <>
      <Text size="sm">
        {t(
          'Replacements act on the query as it was typed, all in one pass and the longest first. What was put in is not replaced again.',
        )}
      </Text>
      <Text size="sm">
        {t(
          'Upper and lower case are the same here, and diacritics need no replacement: search takes letters with and without them for equal.',
        )}
      </Text>
      <Text size="sm">
        {t('An example: replace “×” by “x”, and a query for 60×40 finds what the catalogue writes as 60x40.')}
      </Text>
    </>
  );
}
