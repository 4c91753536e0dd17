import { Alert, Anchor, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Plus, TriangleAlert } from 'lucide-react';
import { linkTo } from '#ui/state/address.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import type { CurationQuery } from '#features/search-settings/curations/curations.contract.ts';
import { editorPath } from './paths.ts';
import type { CurationEditor } from './use-curation-editor.tsx';
import type { Preview } from './use-found-items.tsx';

interface TakenNoticeProps {
  readonly editor: CurationEditor;
  readonly query: CurationQuery;
  readonly preview: Preview;
}

/** Says that the curation does nothing for the query, which rule takes it, and what to do. Empty if the curation acts. */
export function TakenNotice({ editor, query, preview: { isActing, takenBy: by, redirect } }: TakenNoticeProps) {
  if (isActing) return null;
  const { draft, change, collectionId: c } = editor;
  const rewritten = by && by.source !== 'curations' && redirect === null ? by.query : null;
  return (
    <Alert
      color="gray"
      icon={<TriangleAlert size={18} aria-hidden color="var(--aisle-waiting)" />}
      role="status"
      py={8}
      mb={12}
      title={t('This curation does nothing for “{query}”', { query: query.query.trim() })}
    >
      {by && whatOf(t, by, query.match, redirect !== null)}{' '}
      {redirect === null && t('The numbers below are the places where customers see the items.')}
      {by && (
        <Group gap={12} mt={4}>
          <Anchor component={Link} {...rowOf(by, c)} target="_blank" size="sm">
            {by.source === 'curations'
              ? t('Open “{name}”', { name: by.name })
              : by.source === 'fixits'
                ? t('Open replacing term')
                : t('Open character filter')}
          </Anchor>
          {rewritten !== null && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Plus size={14} aria-hidden />}
              onClick={() => change({ queries: [...draft.queries, { query: rewritten, match: query.match }] })}
            >
              {t('Add query “{query}”', { query: rewritten })}
            </Button>
          )}
        </Group>
      )}
    </Alert>
  );
}

type Taker = NonNullable<Preview['takenBy']>;

/** What acts first, and how to change that. */
function whatOf(t: Translate, { source, name, query, match }: Taker, own: CurationQuery['match'], isRedirected: boolean): string {
  if (source === 'character-filters')
    return t('The character filter “{name}” turns it into “{query}” first. Add that query here.', { name, query });
  if (source === 'fixits' && isRedirected)
    return t('The replacing term “{name}” sends visitors to {host}. Delete it, or leave this query out.', {
      name,
      host: hostOf(query),
    });
  if (source === 'fixits')
    return t('The replacing term “{name}” turns it into “{query}” first. Add that query here, or delete the term.', {
      name,
      query,
    });
  const acts = t('The curation “{name}” acts instead.', { name });
  const remedy = t('Put the items there, or take the query out of it.');
  if (own === 'is' || match === null) return `${acts} ${remedy}`;
  const why =
    match === 'is'
      ? t('It is for the whole query, this one for words in it.')
      : t('Both are for words in the query, and it is older.');
  return `${acts} ${why} ${remedy}`;
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

const rowOf = ({ source, id }: Taker, c: number) =>
  source === 'curations'
    ? linkTo(editorPath, { id, c })
    : linkTo(source === 'fixits' ? '/search-settings/fixit' : '/developer/chars-filter', { edit: id });
