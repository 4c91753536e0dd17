import { Button, Group, Stack, Text, Radio, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState, useId } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { query as asked } from '#ui/calls/queries.ts';
import { FormSkeleton } from '#ui/form/drawer-form.tsx';
import { useUnsaved } from '#ui/state/unsaved.ts';
import { saveText } from '#ui/page/goes-live.ts';
import { LoadError } from '#ui/page/states.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { linkTo } from '#ui/state/address.ts';
import { useCounted } from '#ui/text/format.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { type Fix, type Proposal, readProblem } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { FixForm } from './fix-form.tsx';
import { drawerFooter } from '#ui/dialog/side-drawer.tsx';
import { fixNames, evidenceText, fixText, isAddress, useFixing } from './fixes.panel.tsx';
import classes from './fix-problem.module.css';
import { Picture, shownItemOf } from '#ui/item/item-cell.tsx';

type ReadProblem = OutputOf<typeof readProblem>;

interface ProblemProps {
  readonly query: string;
  readonly c: number;
  readonly of: Pick<Statistics, 'filter' | 'range'>;
  readonly steps: ReactNode;
  readonly done: () => void;
}

export function Problem({ query, c, of: { filter, range }, steps, done }: ProblemProps) {
  const { data, error, refetch } = useQuery(asked(readProblem, { c, q: query, ...filter }));
  return (
    <Stack gap={20}>
      <Group justify="space-between" gap={8} wrap="nowrap" align="flex-start">
        {data ? <Figures problem={data} range={range} /> : <span />}
        {steps}
      </Group>
      {error && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <FormSkeleton />}
      {data && <Known problem={data} c={c} done={done} />}
    </Stack>
  );
}

function Figures({ problem, range }: { readonly problem: ReadProblem } & Pick<Statistics, 'range'>) {
  const { queries, users_affected: users, is_estimated: isEstimated, last_at: at } = problem;
  const affected = useCounted({ value: t('{count} visitors affected', { count: users ?? 0 }), isEstimated });
  return (
    <Text size="sm" c="dimmed" component="div">
      <Group gap="0 16px">
        <span>{formats.days(range.from, range.to)}</span>
        <span>{t('{count} searches', { count: queries })}</span>
        {users !== null && <span title={affected.title}>{affected.text}</span>}
        {at !== null && (
          <span>
            {t('Last time')} <Moment at={at} />
          </span>
        )}
      </Group>
    </Text>
  );
}

function Known({ problem, c, done }: { readonly problem: ReadProblem } & Pick<ProblemProps, 'c' | 'done'>) {
  const refusal = useRefusal('search');
  const { query, proposals, is_masked: isMasked, found_now: count, is_redirected: isRedirected } = problem;
  const isMended = count > 0 || isRedirected;
  const isFixable = !isMasked && !isMended;
  const first = proposals[0]?.fix ?? null;
  const [chosen, setChosen] = useState<Fix | null>(first);
  const [draft, setDraft] = useState<Fix | null>(first);
  useUnsaved(JSON.stringify(chosen) !== JSON.stringify(draft));
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
      {isMasked && <Text size="sm">{t('This query contains personal data, so it can’t have rules.')}</Text>}
      {isMended && (
        <Text size="sm">
          {isRedirected ? t('Visitors are sent there instead of seeing items.') : t('Finds {count} items', { count })}{' '}
          {t('The next search for it takes it off the list.')}
        </Text>
      )}
      {isFixable && (
        <>
          <Proposals proposals={proposals} chosen={chosen} choose={choose} />
          {refusal === undefined && <ByHand query={query} chosen={chosen} choose={choose} />}
          {draft && refusal === undefined && (
            <FixForm
              query={query}
              draft={draft}
              items={proposals.find(({ fix }) => fix === chosen)?.items ?? []}
              change={setDraft}
              refused={refused}
            />
          )}
          <WhyNothing problem={problem} c={c} />
        </>
      )}
      <Group justify="flex-end" gap={8} style={drawerFooter}>
        <Button variant="default" disabled={isBusy} onClick={() => void dismiss()}>
          {t('Dismiss query')}
        </Button>
        {draft && isFixable && (
          <Button
            loading={isBusy}
            {...(refusal !== undefined && { 'aria-disabled': true, 'data-disabled': true, title: refusal })}
            onClick={() => refusal === undefined && void accept(draft)}
          >
            {saveText(draft.kind === 'curation' ? 'atMidnight' : 'atOnce')}
          </Button>
        )}
      </Group>
    </>
  );
}

interface ChoiceProps {
  readonly chosen: Fix | null;
  readonly choose: (fix: Fix) => void;
}

function Proposals({ proposals, chosen, choose }: ChoiceProps & { readonly proposals: readonly Proposal[] }) {
  const titleId = useId();
  const at = proposals.findIndex(({ fix }) => fix === chosen);
  return (
    <section aria-labelledby={titleId}>
      <Title order={2} size="sm" id={titleId} mb={8}>
        {t('Proposals')}
      </Title>
      {proposals.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('Nothing in your catalogue is close. Add a rule yourself, or dismiss the query.')}
        </Text>
      )}
      <Radio.Group
        aria-labelledby={titleId}
        value={at < 0 ? null : String(at)}
        onChange={(value) => choose(proposals[Number(value)]!.fix)}
      >
        <ul className={classes.list}>
          {proposals.map((proposal, place) => (
            <li key={JSON.stringify(proposal.fix)}>
              <OneProposal proposal={proposal} value={String(place)} isChosen={place === at} />
            </li>
          ))}
        </ul>
      </Radio.Group>
    </section>
  );
}

interface OneProposalProps {
  readonly proposal: Proposal;
  readonly value: string;
  readonly isChosen: boolean;
}

function OneProposal({ proposal: { fix, evidence, total_count: count, items, searches }, value, isChosen }: OneProposalProps) {
  const { kind, term } = fix;
  const id = useId();
  return (
    <label className={classes.proposal} data-chosen={isChosen} htmlFor={id}>
      <Radio value={value} id={id} />
      <Text span size="sm" className={classes.texts ?? ''}>
        <span>
          <Text span inherit c="dimmed">
            {isAddress(fix) ? t('Redirect') : t(fixNames[kind].name)}
          </Text>{' '}
          <strong>{kind === 'curation' ? fixText(t, fix) : `${term} ${fixText(t, fix)}`}</strong>
        </span>
        <span>{evidence.map((one) => evidenceText(t, one)).join(' ')}</span>
        {searches > 0 && (
          <Text span inherit c="dimmed">
            {t('Would have helped {count} searches in the last 30 days.', { count: searches })}
          </Text>
        )}
      </Text>
      <Text span size="sm">
        {t('{count} items', { count })}
      </Text>
      <Group component="span" gap={4}>
        {items.map((item) => {
          const { name, image } = shownItemOf(item);
          return (
            <span key={item.id} title={name}>
              <Picture address={image} sizePx={32} />
            </span>
          );
        })}
      </Group>
    </label>
  );
}

function ByHand({ query, chosen, choose }: ChoiceProps & { readonly query: string }) {
  return (
    <Group component="section" gap={8} aria-label={t('By hand')}>
      <Text size="sm" c="dimmed">
        {t('By hand')}
      </Text>
      {(['synonym', 'fixit'] as const).map((kind) => (
        <Button
          key={kind}
          size="xs"
          variant={chosen?.kind === kind && chosen.to.length === 0 ? 'light' : 'default'}
          onClick={() => choose({ kind, term: query, to: [] })}
        >
          {t(fixNames[kind].add)}
        </Button>
      ))}
      <Button size="xs" variant="default" component={Link} {...linkTo(fixNames.curation.path, { id: 'new', query })}>
        {t('Choose items')}
      </Button>
    </Group>
  );
}

function WhyNothing({ problem: { query, unknown_words: unknown }, c }: { readonly problem: ReadProblem; readonly c: number }) {
  const [word] = unknown;
  return (
    <Text size="sm">
      {word === undefined
        ? t('Its words are in items, but not together.')
        : t('Why nothing: “{word}” isn’t in any searched field.', { word: unknown.join(' ') })}{' '}
      <AllowedLink needs="developer" to={linkTo('/developer/analyze', { term: word ?? query, c })}>
        {t('Analyze')}
      </AllowedLink>
    </Text>
  );
}
