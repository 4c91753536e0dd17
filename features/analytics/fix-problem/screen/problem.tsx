import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { query as asked } from '#ui/calls/queries.ts';
import { FormSkeleton } from '#ui/form/drawer-form.tsx';
import { useUnsaved } from '#ui/state/unsaved.ts';
import { LoadError } from '#ui/page/states.tsx';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { linkTo } from '#ui/state/address.ts';
import { useCounted } from '#ui/text/counted.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { type Fix, readProblem } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { FixForm } from './fix-form.tsx';
import { fixNames } from './fix-words.tsx';
import { ProposalList } from './proposal-list.tsx';
import { useFixing } from './use-fixing.tsx';
import classes from './fix-problem.module.css';

type ReadProblem = OutputOf<typeof readProblem>;

interface ProblemProps {
  readonly query: string;
  readonly c: number;
  readonly of: Statistics;
  readonly steps: ReactNode;
  readonly done: () => void;
}

export function Problem({ query, c, of: { filter }, steps, done }: ProblemProps) {
  const { data, error, refetch } = useQuery(asked(readProblem, { c, q: query, ...filter }));
  return (
    <Stack gap={20}>
      <Group justify="space-between" gap={8} wrap="nowrap" align="flex-start">
        {data ? <Figures problem={data} /> : <span />}
        {steps}
      </Group>
      {error && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <FormSkeleton />}
      {data && <Known problem={data} c={c} done={done} />}
    </Stack>
  );
}

const same = (one: Fix | null, other: Fix | null): boolean => JSON.stringify(one) === JSON.stringify(other);

function Known({ problem, c, done }: { readonly problem: ReadProblem } & Pick<ProblemProps, 'c' | 'done'>) {
  const refusal = useRefusal('search');
  const { query, proposals, is_masked: isMasked } = problem;
  const isMended = problem.found_now > 0 || problem.is_redirected;
  const first = proposals[0]?.fix ?? null;
  const [chosen, setChosen] = useState<Fix | null>(first);
  const [draft, setDraft] = useState<Fix | null>(first);
  useUnsaved(!same(chosen, draft));
  const { accept, dismiss, isBusy, refused } = useFixing({ problem, c, done });
  const choose = (fix: Fix) => {
    setChosen(fix);
    setDraft(fix);
  };
  return (
    <>
      {refusal !== undefined && (
        <Text size="sm" c="dimmed" role="status">
          {refusal}
        </Text>
      )}
      {isMasked && <Text size="sm">{t('This query is masked because it contains personal data, so it can’t have rules.')}</Text>}
      {isMended && <Mended problem={problem} />}
      {!isMasked && !isMended && (
        <>
          <ProposalList proposals={proposals} chosen={chosen} choose={choose} />
          {refusal === undefined && <ByHand query={query} chosen={chosen} choose={choose} />}
          {draft && refusal === undefined && <FixForm c={c} query={query} draft={draft} change={setDraft} refused={refused} />}
          <WhyNothing problem={problem} c={c} />
        </>
      )}
      <Group justify="flex-end" gap={8} className={classes.footer ?? ''}>
        <Button variant="default" disabled={isBusy} onClick={() => void dismiss()}>
          {t('Dismiss query')}
        </Button>
        {draft && !isMasked && !isMended && (
          <Button
            loading={isBusy}
            {...(refusal !== undefined && { 'aria-disabled': true, 'data-disabled': true, title: refusal })}
            onClick={() => refusal === undefined && void accept(draft)}
          >
            {t(fixNames[draft.kind].add)}
          </Button>
        )}
      </Group>
    </>
  );
}

/** The next search removes it from the list. */
function Mended({ problem: { found_now: count, is_redirected: isRedirected } }: { readonly problem: ReadProblem }) {
  return (
    <Text size="sm">
      {isRedirected ? t('Its visitors are sent to a page now.') : t('It finds {count} items now.', { count })}{' '}
      {t('The next search for it takes it off the list.')}
    </Text>
  );
}

function Figures({ problem }: { readonly problem: ReadProblem }) {
  const { queries, users_affected: users, is_estimated: isEstimated, last_at: at } = problem;
  const affected = useCounted({ value: t('{count} users affected', { count: users ?? 0 }), isEstimated });
  return (
    <Text size="sm" c="dimmed" className={classes.figures ?? ''} component="p">
      <span>{t('{count} searches', { count: queries })}</span>
      {users !== null && <span title={affected.title}>{affected.text}</span>}
      {at !== null && (
        <span>
          {t('last time')} <Moment at={at} />
        </span>
      )}
    </Text>
  );
}

function ByHand({
  query,
  chosen,
  choose,
}: {
  readonly query: string;
  readonly chosen: Fix | null;
  readonly choose: (fix: Fix) => void;
}) {
  const own = (kind: 'synonym' | 'fixit') => choose({ kind, term: query, to: [] });
  const isOwn = (kind: Fix['kind']) => chosen?.kind === kind && chosen.to.length === 0;
  return (
    <section aria-label={t('By hand')}>
      <Group gap={8}>
        <Text size="sm" c="dimmed">
          {t('By hand')}
        </Text>
        <Button size="xs" variant={isOwn('synonym') ? 'light' : 'default'} onClick={() => own('synonym')}>
          {t('Add synonym')}
        </Button>
        <Button size="xs" variant={isOwn('fixit') ? 'light' : 'default'} onClick={() => own('fixit')}>
          {t('Add replacing term')}
        </Button>
        <Button size="xs" variant="default" component={Link} {...linkTo(fixNames.curation.path, { id: 'new', query })}>
          {t('Choose items')}
        </Button>
      </Group>
    </section>
  );
}

function WhyNothing({ problem: { query, unknown_words: unknown }, c }: { readonly problem: ReadProblem; readonly c: number }) {
  const [word] = unknown;
  const why =
    word === undefined
      ? t('Why nothing: its words are in items, but not together as they were typed.')
      : t('Why nothing: “{word}” isn’t in any searched field.', { word: unknown.join(' ') });
  return (
    <Text size="sm">
      {why}{' '}
      <AllowedLink needs="developer" to={linkTo('/developer/analyze', { term: word ?? query, c })}>
        {t('Analyze')}
      </AllowedLink>
    </Text>
  );
}
