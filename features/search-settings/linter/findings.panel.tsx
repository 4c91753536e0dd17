import { Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Finding } from '#contract/findings.ts';
import { query } from '#ui/calls/queries.ts';
import { Status, type StatusKind } from '#ui/page/status.tsx';
import { msg, type Translate, t } from '#ui/text/i18n.ts';
import { readFindings } from './linter.contract.ts';

const looks = {
  shadowed: { kind: 'unreached', label: msg('Never reached') },
  partlyTaken: { kind: 'neutral', label: msg('Partly reached') },
  ignoredWord: { kind: 'unreached', label: msg('Never reached') },
  rewritten: { kind: 'unreached', label: msg('Never reached') },
  loop: { kind: 'unreached', label: msg('Loop') },
  replaced: { kind: 'unreached', label: msg('Partly reached') },
  fights: { kind: 'unreached', label: msg('Two rules disagree') },
  itemsGone: { kind: 'unreached', label: msg('Items gone') },
  categoryGone: { kind: 'error', label: msg('No such category now') },
  fieldGone: { kind: 'error', label: msg('Has no effect') },
  fieldEmpty: { kind: 'error', label: msg('Has no effect') },
  fieldUnfit: { kind: 'error', label: msg('Has no effect') },
} as const satisfies Record<Finding['kind'], { readonly kind: StatusKind; readonly label: string }>;

export function findingWords(t: Translate, { kind, by, text, count }: Finding): readonly [what: string, remedy: string] {
  const other = by?.name ?? '';
  const word = text ?? '';
  switch (kind) {
    case 'shadowed':
      return [t('“{term}” catches this first.', { term: other }), t('Delete one, or narrow the other.')];
    case 'partlyTaken':
      return [
        t('“{query}” alone matches “{term}” first.', { query: word, term: other }),
        t('Longer queries with these words still reach it. Put its items into the other one.'),
      ];
    case 'loop':
      return [t('“{term}” replaces it back.', { term: other }), t('They replace each other’s queries. Keep one.')];
    case 'replaced':
      return [
        t('Alone it is replaced by “{word}” first.', { word }),
        t('The replacing term “{term}” does the same. Keep one.', { term: other }),
      ];
    case 'ignoredWord':
      return [
        t('“{term}” is an ignored term, so “{word}” never matches.', { term: other, word }),
        t('Delete the ignored term, or remove it here.'),
      ];
    case 'rewritten':
      return [
        t('“{term}” is replaced first, so “{word}” never matches.', { term: other, word }),
        t('Write it as the character filter leaves it.'),
      ];
    case 'fights':
      return [
        t('It puts first what “{term}” hides.', { term: other }),
        t('Only one of them acts on a query. Keep the item in one.'),
      ];
    case 'itemsGone':
      return [
        t('{count} of its items are not in the catalogue any more.', { count: count ?? 0 }),
        t('Remove them, or replace them.'),
      ];
    case 'categoryGone':
      return [t('No item is in “{category}”.', { category: word }), t('Choose another category, or delete the rule.')];
    case 'fieldGone':
      return [
        t('The collection has no field “{field}” any more.', { field: word }),
        t('Choose another field, or delete the boost.'),
      ];
    case 'fieldUnfit':
      return [
        t('The field “{field}” cannot be boosted like this.', { field: word }),
        t('Choose another field, or delete the boost.'),
      ];
    case 'fieldEmpty':
      return [t('No item has a value in “{field}”.', { field: word }), t('Fill the field from the feed, or delete the boost.')];
  }
}

export function useFindings(source: string): ReadonlyMap<number, Finding> {
  const { data } = useQuery(query(readFindings, { source }));
  return new Map(data?.toReversed().map((finding) => [finding.id, finding]));
}

export function FindingMark({ finding }: { readonly finding: Finding }) {
  const { kind, label } = looks[finding.kind];
  const [what, remedy] = findingWords(t, finding);
  return (
    <span title={remedy}>
      <Status kind={kind} label={t(label)} />
      <Text size="xs" c="dimmed">
        {what} <VisuallyHidden>{remedy}</VisuallyHidden>
      </Text>
    </span>
  );
}

export function useFindingStates(source: string): (row: { readonly id: number }) => ReactNode {
  const findings = useFindings(source);
  return ({ id }) => {
    const finding = findings.get(id);
    return finding ? <FindingMark finding={finding} /> : null;
  };
}
