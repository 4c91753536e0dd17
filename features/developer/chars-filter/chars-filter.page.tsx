import { Code, Text, TextInput } from '@mantine/core';
import { CaseSensitive } from 'lucide-react';
import { ActiveSwitch } from '#console-kit/form/active-switch.tsx';
import { useCrud } from '#console-kit/list/crud.ts';
import { CrudPage } from '#console-kit/list/crud-page.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { charFilters } from './chars-filter.contract.ts';

export default function CharFiltersPage() {
  const t = useText();
  const crud = useCrud(charFilters, { nameOf: ({ from }) => from, saved: t('Saved. Live now.') });
  return (
    <CrudPage
      crud={crud}
      title={t('Character filter')}
      purpose={t('Characters of a query that are replaced before anything else is done with it.')}
      help={<Help />}
      searchLabel={t('Search replacements')}
      titles={{ create: t('Add replacement'), edit: t('Edit replacement') }}
      deleteLabel={t('Delete replacement')}
      columns={[
        { name: 'from', title: t('Typed'), cell: ({ from }) => <Code fz="sm">{from}</Code>, isSortable: true },
        {
          name: 'to',
          title: t('Replaced by'),
          cell: ({ to }) => (to === '' ? t('nothing') : <Code fz="sm">{to}</Code>),
          isSortable: true,
        },
      ]}
      empty={{
        icon: CaseSensitive,
        title: t('Your replacements will be here'),
        text: t('People type “60×40”, your catalogue says “60x40”: a replacement brings them together.'),
      }}
      blank={{ from: '', to: '' }}
      names={{ from: t('Typed'), to: t('Replaced by'), is_active: t('Active') }}
    >
      {(form) => (
        <>
          <TextInput {...form.field('from')} description={t('One or more characters, at most 20.')} data-autofocus />
          <TextInput {...form.field('to')} description={t('Leave empty to drop the characters from the query.')} />
          <ActiveSwitch form={form} />
        </>
      )}
    </CrudPage>
  );
}

function Help() {
  const t = useText();
  return [
    t(
      'Replacements act on the query as it was typed, all in one pass and the longest first. What was put in is not replaced again.',
    ),
    t(
      'Upper and lower case are the same here, and diacritics need no replacement: search takes letters with and without them for equal.',
    ),
    t('An example: replace “×” by “x”, and a query for 60×40 finds what the catalogue writes as 60x40.'),
  ].map((sentence) => (
    <Text key={sentence} size="sm">
      {sentence}
    </Text>
  ));
}
