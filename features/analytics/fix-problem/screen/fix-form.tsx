import { Alert, CloseButton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
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
  return (
    <section className={classes.form} aria-label={t(fixNames[draft.kind].add)}>
      <Stack gap={12}>
        <Fields draft={draft} change={change} items={data?.items ?? []} />
        {refused !== null && (
          <Alert color="red" variant="light" role="alert">
            {refused}
          </Alert>
        )}
        <div aria-live="polite" data-old={isPlaceholderData} className={classes.outlook}>
          {isWhole && error && <Text size="sm">{errorText(error)}</Text>}
          {isWhole && data && <Outlook fix={settled} found={data} />}
        </div>
        <FormLink draft={draft} query={query} />
      </Stack>
    </section>
  );
}

interface FieldsProps extends Pick<FixFormProps, 'draft' | 'change'> {
  readonly items: readonly { readonly id: string }[];
}

function Fields({ draft, change, items }: FieldsProps) {
  const { kind, term, to } = draft;
  if (kind === 'curation') return <ChosenItems draft={draft} change={change} items={items} />;
  const isSynonym = kind === 'synonym';
  return (
    <div className={classes.fields}>
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
    </div>
  );
}

function ChosenItems({ draft, change, items }: FieldsProps) {
  const known = new Map(items.map((item) => [item.id, shownItemOf(item)]));
  return (
    <ul className={classes.items} aria-label={t('Promoted')}>
      {draft.to.map((id) => {
        const item = known.get(id) ?? { name: id };
        return (
          <li key={id} className={classes.item}>
            <ItemCell item={item} isNarrow />
            {draft.to.length > 1 && (
              <CloseButton
                size="sm"
                aria-label={t('Leave out “{name}”', { name: item.name })}
                onClick={() => change({ ...draft, to: draft.to.filter((one) => one !== id) })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface OutlookProps {
  readonly fix: Fix;
  readonly found: { readonly total_count: number; readonly items: readonly { readonly id: string }[]; readonly searches: number };
}

function Outlook({ fix, found: { total_count: count, items, searches } }: OutlookProps) {
  if (isAddress(fix)) return <Text size="sm">{t('Visitors are sent there instead of seeing items.')}</Text>;
  return (
    <Stack gap={8}>
      <Text size="sm" fw={500}>
        {count === 0 ? t('Finds nothing so.') : t('Finds {count} items now', { count })}
        {searches > 0 && ` · ${t('{count} searches of the last 30 days', { count: searches })}`}
      </Text>
      {fix.kind !== 'curation' && items.map((item) => <ItemCell key={item.id} item={shownItemOf(item)} isNarrow />)}
    </Stack>
  );
}

function FormLink({ draft: { kind, term }, query }: Pick<FixFormProps, 'draft' | 'query'>) {
  const { path } = fixNames[kind];
  const to = kind === 'curation' ? linkTo(path, { id: 'new', query }) : linkTo(path, { edit: 'new', term });
  return (
    <Text size="sm">
      <AllowedLink needs="search" to={to}>
        {t('More options')}
      </AllowedLink>
    </Text>
  );
}
