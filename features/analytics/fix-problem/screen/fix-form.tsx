import { Alert, CloseButton, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/endpoint.ts';
import { longTextLength } from '#contract/fields.ts';
import { maximumFixitLength, maximumSynonymLength, maximumSynonymWords } from '#contract/limits.ts';
import { query as asked } from '#ui/calls/queries.ts';
import { TagsField } from '#ui/form/text-inputs.tsx';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { type Fix, tryFix } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { fixNames, isAddress } from './fixes.panel.tsx';
import classes from './fix-problem.module.css';

const settledMs = 250;

interface FixFormProps {
  readonly c: number;
  readonly query: string;
  readonly draft: Fix;
  readonly change: (draft: Fix) => void;
  readonly refused: string | null;
}

export function FixForm({ c, query, draft, change, refused }: FixFormProps) {
  const [settled] = useDebouncedValue(draft, settledMs);
  const isWhole = settled.term.trim() !== '' && settled.to.some((text) => text.trim() !== '');
  const { data, error, isPlaceholderData } = useQuery({
    ...asked(tryFix, { c, q: query, fix: settled }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { kind, term } = draft;
  const { add, path } = fixNames[kind];
  return (
    <Paper component="section" withBorder p={16} radius={8} aria-label={t(add)}>
      <Stack gap={12}>
        {kind === 'curation' ? (
          <ChosenItems draft={draft} change={change} items={data?.items ?? []} />
        ) : (
          <Fields draft={draft} change={change} />
        )}
        {refused !== null && (
          <Alert color="red" variant="light" role="alert">
            {refused}
          </Alert>
        )}
        <Stack gap={8} aria-live="polite" opacity={isPlaceholderData ? 0.5 : 1}>
          {isWhole && error && <Text size="sm">{errorText(error)}</Text>}
          {isWhole && data && <Outlook fix={settled} found={data} />}
        </Stack>
        <Text size="sm">
          <AllowedLink
            needs="search"
            to={kind === 'curation' ? linkTo(path, { id: 'new', query }) : linkTo(path, { edit: 'new', term })}
          >
            {t('More options')}
          </AllowedLink>
        </Text>
      </Stack>
    </Paper>
  );
}

function Fields({ draft, change }: Pick<FixFormProps, 'draft' | 'change'>) {
  const { kind, term, to } = draft;
  const isSynonym = kind === 'synonym';
  return (
    <SimpleGrid type="container" cols={{ base: 1, '480px': 2 }} spacing={16}>
      <TextInput
        label={isSynonym ? t('Term') : t('Query')}
        description={t('In any form, with or without diacritics.')}
        value={term}
        maxLength={isSynonym ? maximumSynonymLength : maximumFixitLength}
        onChange={({ currentTarget: { value } }) => change({ ...draft, term: value })}
      />
      {isSynonym ? (
        <TagsField
          label={t('Synonyms')}
          description={t('What the term finds, too.')}
          value={[...to]}
          maxTags={maximumSynonymWords}
          onChange={(texts) => change({ ...draft, to: texts })}
        />
      ) : (
        <TextInput
          label={t('Replace with')}
          description={t('A query, or a web address to redirect to.')}
          value={to[0] ?? ''}
          maxLength={longTextLength}
          onChange={({ currentTarget: { value } }) => change({ ...draft, to: [value] })}
        />
      )}
    </SimpleGrid>
  );
}

interface ChosenItemsProps extends Pick<FixFormProps, 'draft' | 'change'> {
  readonly items: readonly { readonly id: string }[];
}

function ChosenItems({ draft, change, items }: ChosenItemsProps) {
  const known = new Map(items.map((item) => [item.id, shownItemOf(item)]));
  return (
    <ul className={classes.list} aria-label={t('Promoted')}>
      {draft.to.map((id) => {
        const item = known.get(id) ?? { name: id };
        return (
          <Group component="li" key={id} gap={8} wrap="nowrap">
            <ItemCell item={item} isNarrow />
            {draft.to.length > 1 && (
              <CloseButton
                size="sm"
                aria-label={t('Leave out “{name}”', { name: item.name })}
                onClick={() => change({ ...draft, to: draft.to.filter((one) => one !== id) })}
              />
            )}
          </Group>
        );
      })}
    </ul>
  );
}

function Outlook({ fix, found }: { readonly fix: Fix; readonly found: OutputOf<typeof tryFix> }) {
  const { total_count: count, items, searches } = found;
  if (isAddress(fix)) return <Text size="sm">{t('Visitors are sent there instead of seeing items.')}</Text>;
  return (
    <>
      <Text size="sm" fw={500}>
        {count === 0 ? t('Finds nothing') : t('Finds {count} items', { count })}
        {searches > 0 && ` · ${t('{count} searches of the last 30 days', { count: searches })}`}
      </Text>
      {fix.kind !== 'curation' && items.map((item) => <ItemCell key={item.id} item={shownItemOf(item)} isNarrow />)}
    </>
  );
}
