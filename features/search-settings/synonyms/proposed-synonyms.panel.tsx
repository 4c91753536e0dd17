import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { query, useAction } from '#ui/calls/queries.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { toast } from '#ui/calls/toast.ts';
import { savedText } from '#ui/page/goes-live.ts';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { dismissProposedSynonym, listProposedSynonyms, type ProposedSynonym } from './proposed-synonyms.contract.ts';
import { oneWay, synonyms } from './synonyms.contract.ts';

const shownFirst = 5;

/** Pairs found at night; renders nothing without any. */
export function ProposedSynonyms() {
  const titleId = useId();
  const { data } = useQuery(query(listProposedSynonyms, {}));
  const block = useSavingBlock();
  const add = useAction(synonyms.create, { refreshes: 'everything' });
  const remove = useAction(synonyms.remove, { refreshes: 'everything' });
  const dismiss = useAction(dismissProposedSynonym, {
    refreshes: [listProposedSynonyms],
    done: t('Dismissed.'),
    undo: ({ id }) => ({ id, is_undo: true }),
  });
  if (data === undefined || data.items.length === 0) return null;
  const off = { disabled: block !== undefined, title: block };
  return (
    <Paper component="section" withBorder p={16} radius={8} mb={16} aria-labelledby={titleId}>
      <Title order={2} size="sm" id={titleId} mb={12}>
        {t('Proposed synonyms')}
      </Title>
      <Stack gap={12}>
        {data.items.slice(0, shownFirst).map((one) => (
          <Group key={one.id} justify="space-between" gap={8} role="group" aria-label={`${one.term} → ${one.synonym}`}>
            <Text size="sm" component="div" flex="1 1 280px">
              <strong>{`${one.term} ${one.synonym_type_id === oneWay ? '→' : '↔'} ${one.synonym}`}</strong>
              <div>{evidenceOf(one)}</div>
            </Text>
            <Group gap={8}>
              <Button
                size="xs"
                {...off}
                onClick={() => {
                  const { term, synonym, synonym_type_id } = one;
                  add.mutate(
                    { term, synonym_type_id, synonyms: [synonym] },
                    { onSuccess: ({ id }) => toast({ text: savedText('atOnce'), undo: () => remove.mutate({ id }) }) },
                  );
                }}
              >
                {t('Add synonym')}
              </Button>
              <Button size="xs" variant="default" component={Link} {...editing(one)}>
                {t('Edit')}
              </Button>
              <Button size="xs" variant="default" {...off} onClick={() => dismiss.mutate({ id: one.id })}>
                {t('Dismiss')}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

const editing = ({ term, synonym }: ProposedSynonym) =>
  linkTo('/search-settings/synonyms', { edit: 'new', term, synonyms: synonym });

const evidenceOf = ({ term, synonym, synonym_type_id: kind, visitors: count, items }: ProposedSynonym): string =>
  kind === oneWay
    ? t('{count} visitors searched “{synonym}” after “{term}”, which finds nothing, and chose an item.', { count, term, synonym })
    : t('{count} visitors searched “{synonym}” after “{term}”. After both, visitors choose the same items ({items}).', {
        count,
        term,
        synonym,
        items,
      });
