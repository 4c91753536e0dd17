import { Autocomplete, Select, SimpleGrid, TextInput, type TextInputProps } from '@mantine/core';
import { t } from '#ui/text/i18n.ts';
import { languageCodes } from '#contract/texts/languages.ts';
import { languageChoices } from '#ui/text/format.ts';
import { feedTypes } from '#features/data/feed-settings/feed.contract.ts';

export type FormatField = 'feed_type' | 'feed_language' | 'feed_encoding' | 'feed_separator' | 'feed_headers';

interface FeedFormatPickerProps {
  readonly shown: readonly FormatField[];
  readonly feedType: string;
  readonly field: (name: FormatField) => TextInputProps;
}

const commonEncodings = ['utf-8', 'windows-1250', 'iso-8859-2', 'windows-1252', 'utf-16le'];

export function FeedFormatFields({ shown, feedType, field }: FeedFormatPickerProps) {
  const separators = [
    { value: '', label: t('Automatic') },
    { value: ',', label: t('Comma') },
    { value: ';', label: t('Semicolon') },
    { value: 'tab', label: t('Tabulator') },
    { value: '|', label: t('Vertical bar') },
  ];
  const types = [{ value: '', label: t('Automatic') }, ...feedTypes.map((type) => ({ value: type, label: type.toUpperCase() }))];
  const languages = [{ value: '', label: t('As the project') }, ...languageChoices(languageCodes)];
  const mayBeCsv = feedType === '' || feedType === 'csv';
  const isShown = (name: FormatField) => shown.includes(name);
  if (shown.length === 0) return null;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
        {isShown('feed_type') && <Select {...plain(field('feed_type'))} data={types} allowDeselect={false} />}
        {isShown('feed_language') && (
          <Select {...plain(field('feed_language'))} data={languages} searchable allowDeselect={false} />
        )}
        {isShown('feed_encoding') && (
          <Autocomplete {...plain(field('feed_encoding'))} data={commonEncodings} placeholder={t('Automatic')} />
        )}
        {isShown('feed_separator') && mayBeCsv && (
          <Select {...plain(field('feed_separator'))} data={separators} allowDeselect={false} />
        )}
      </SimpleGrid>
      {isShown('feed_headers') && mayBeCsv && (
        <TextInput
          {...field('feed_headers')}
          placeholder="id, name, price"
          description={t('Column names, separated by commas, if the file has no header row.')}
        />
      )}
    </>
  );
}

/** Mantine's inputs differ only in the argument of `onChange`. */
const plain = (props: TextInputProps) => props as Record<string, unknown>;
