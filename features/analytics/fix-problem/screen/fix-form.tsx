import { Alert, CloseButton, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { longTextLength } from '#contract/fields.ts';
import { maximumFixitLength, maximumSynonymLength, maximumSynonymWords } from '#contract/limits.ts';
import { RulePreview } from '#ui/crud/record-drawer.tsx';
import { TagsField } from '#ui/form/text-inputs.tsx';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import type { Fix, Proposal } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { previewFixit } from '#features/search-settings/fixit/fixit.contract.ts';
import { oneWay, previewSynonym } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { fixNames } from './fixes.panel.tsx';
import classes from './fix-problem.module.css';

interface FixFormProps {
  readonly query: string;
  readonly draft: Fix;
  /** Items that the proposal finds. */
  readonly items: Proposal['items'];
  readonly change: (draft: Fix) => void;
  readonly refused: string | null;
}

export function FixForm({ query, draft, items, change, refused }: FixFormProps) {
  const { kind, term } = draft;
  const { add, path } = fixNames[kind];
  return (
    <Paper component="section" withBorder p={16} radius={8} aria-label={t(add)}>
      <Stack gap={12}>
        {kind === 'curation' ? (
          <ChosenItems draft={draft} change={change} items={items} />
        ) : (
          <Fields draft={draft} change={change} />
        )}
        {refused !== null && (
          <Alert color="red" variant="light" role="alert">
            {refused}
          </Alert>
        )}
        {kind !== 'curation' && (
          <div className={classes.effect}>
            <Effect query={query} draft={draft} />
          </div>
        )}
        <Text size="sm">
          {kind === 'synonym' && t('A synonym helps in every query with the word, a replacing term in this query alone.')}{' '}
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

function ChosenItems({ draft, change, items }: Pick<FixFormProps, 'draft' | 'change' | 'items'>) {
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

function Effect({ query, draft: { kind, term, to } }: Pick<FixFormProps, 'query' | 'draft'>) {
  const shared = { queries: [query], containing: '' };
  return kind === 'synonym' ? (
    <RulePreview
      endpoint={previewSynonym}
      rows={[{ term, synonym_type_id: oneWay, synonyms: to }]}
      hint={t('Fill in the term and a synonym to see what changes.')}
      {...shared}
    />
  ) : (
    <RulePreview
      endpoint={previewFixit}
      rows={[{ term, is_regexp: false, catalog_term: to[0] ?? '' }]}
      hint={t('Fill in the query and what replaces it to see what changes.')}
      {...shared}
    />
  );
}
