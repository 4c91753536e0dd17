import { Alert, Button, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Lightbulb } from 'lucide-react';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { problemReasons } from '#features/data/imports/import-problems.contract.ts';
import { query } from '#ui/calls/queries.ts';
import { countErrorData } from '#features/data/error-data/error-data.contract.ts';

export const problemAdvice: Readonly<Record<string, string>> = {
  malformedRecord: msg(
    'Look at the item in the feed: a tag is not closed, or a quote or bracket is missing. Your shop system writes it so.',
  ),
  recordTooLarge: msg('Remove what nobody searches from the feed, such as pictures written as text.'),
  recordTooDeep: msg('Offer a simpler feed: no shop needs items so deeply nested.'),
  notAnObject: msg('Check the feed at this place: every item of the list must have fields with names.'),
  tooFewColumns: msg('Check the row in the feed. Often a text with a line break is not in quotes.'),
  tooManyColumns: msg('Check the row in the feed. Often a text with the separator is not in quotes.'),
  repairedText: msg(
    'Nothing needs to be done if the text looks right. Otherwise the feed should escape the characters < > & and quotes.',
  ),
  valueTooLong: msg("Shorten this text in the feed: people don't search texts that long."),
  tooManyValues: msg('Nothing needs to be done if the first thousand values are enough.'),
  tooManyFields: msg('Remove what nobody searches from the feed.'),
  missingId: msg('Give every item an id in the feed, or choose in the mapping which field is the id.'),
  idTooLong: msg('Choose a shorter field as the id in the mapping.'),
  duplicateItem: msg(
    'Give every item an id of its own. If these are variants, choose in the mapping the field that differs, such as the code of the variant.',
  ),
  otherFeedItem: msg(
    'Remove the item from one of the two feeds, or give it another id there. To use it from this feed, delete it in the other one.',
  ),
  missingName: msg('Fill in the name in your shop, or choose in the mapping which field is the name.'),
  badPrice: msg(
    'Write the price as a number with its currency, such as 1299.00 CZK, or choose in the mapping which field is the price.',
  ),
  negativePrice: msg('Correct the price in your shop.'),
  badUrl: msg('Write whole addresses into the feed, beginning with https://.'),
  badNumber: msg('Write a number without words, or have the number read out of the text in the mapping.'),
  wrongType: msg(
    'Write the same kind of value for every item. If this field should be text, its type is changed in the collection’s schema.',
  ),
};

export interface ErrorFilters {
  readonly severity: '' | 'error' | 'warning';
  readonly reason: string;
}

export function useErrorFilters(): ErrorFilters & { readonly set: (filters: Partial<ErrorFilters>) => void } {
  const [address, change] = useAddress();
  const { severity, reason = '' } = address;
  return {
    severity: severity === 'error' || severity === 'warning' ? severity : '',
    reason,
    set: (filters) => change({ ...filters, page: undefined }),
  };
}

export function ErrorFilterInputs({ id }: { readonly id: number }) {
  const { severity, reason, set } = useErrorFilters();
  const { data: counts = [] } = useQuery(query(countErrorData, { id }));
  const sum = (wanted: string) =>
    formats.number(
      counts.filter((each) => wanted === '' || each.severity === wanted).reduce((total, { count }) => total + count, 0),
    );
  const listed = counts.filter((each) => severity === '' || each.severity === severity);
  return (
    <>
      <SegmentedControl
        size="xs"
        w={{ base: '100%', sm: 'auto' }}
        aria-label={t('What happened')}
        value={severity}
        onChange={(next) => set({ severity: next as ErrorFilters['severity'], reason: '' })}
        data={[
          { value: '', label: `${t('All')} (${sum('')})` },
          { value: 'error', label: `${t('Skipped')} (${sum('error')})` },
          { value: 'warning', label: `${t('To check')} (${sum('warning')})` },
        ]}
      />
      <NativeSelect
        aria-label={t('Reason')}
        value={reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
        w={{ base: '100%', sm: 300 }}
        data={[
          { value: '', label: t('All reasons') },
          ...listed.map((each) => ({
            value: each.reason,
            label: `${t(problemReasons[each.reason] ?? each.reason)} (${formats.number(each.count)})`,
          })),
        ]}
      />
    </>
  );
}

export function ErrorAdvice({ id }: { readonly id: number }) {
  const { reason } = useErrorFilters();
  const { data: counts = [] } = useQuery(query(countErrorData, { id }));
  const shown = reason || (counts.length === 1 ? (counts[0]?.reason ?? '') : '');
  const advice = problemAdvice[shown];
  if (advice === undefined) return null;
  return (
    <Alert variant="light" icon={<Lightbulb size={18} aria-hidden />} title={t('What to do')} mb={12}>
      <Text size="sm" c="var(--mantine-color-text)">
        {t(advice)}
      </Text>
      <Button mt={8} size="xs" variant="default" component={Link} {...linkTo('/data/import/mapping', { id })}>
        {t('Open the mapping')}
      </Button>
    </Alert>
  );
}
