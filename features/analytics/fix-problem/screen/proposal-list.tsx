import { Radio, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { Picture, shownItemOf } from '#ui/item/item-cell.tsx';
import { t } from '#ui/text/i18n.ts';
import { evidenceText, fixNames, fixText, isAddress } from './fix-words.tsx';
import type { Fix, readProblem } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import classes from './fix-problem.module.css';

type Counted = OutputOf<typeof readProblem>['proposals'][number];

interface ProposalListProps {
  readonly proposals: readonly Counted[];
  readonly chosen: Fix | null;
  readonly choose: (fix: Fix) => void;
}

export function ProposalList({ proposals, chosen, choose }: ProposalListProps) {
  const titleId = useId();
  const at = proposals.findIndex(({ fix }) => fix === chosen);
  return (
    <section aria-labelledby={titleId}>
      <Title order={2} size="sm" id={titleId} mb={8}>
        {t('Proposals')}
      </Title>
      {proposals.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('No proposal finds anything. Add it by hand, or dismiss it.')}
        </Text>
      ) : (
        <Radio.Group
          aria-labelledby={titleId}
          value={at < 0 ? null : String(at)}
          onChange={(value) => {
            const proposal = proposals[Number(value)];
            if (proposal) choose(proposal.fix);
          }}
        >
          <ul className={classes.proposals}>
            {proposals.map((proposal, place) => (
              <li key={JSON.stringify(proposal.fix)}>
                <OneProposal proposal={proposal} value={String(place)} isChosen={place === at} />
              </li>
            ))}
          </ul>
        </Radio.Group>
      )}
    </section>
  );
}

interface OneProposalProps {
  readonly proposal: Counted;
  readonly value: string;
  readonly isChosen: boolean;
}

function OneProposal({ proposal: { fix, evidence, total_count: count, items, searches }, value, isChosen }: OneProposalProps) {
  const { kind, term } = fix;
  const id = useId();
  return (
    <label className={classes.proposal} data-chosen={isChosen} htmlFor={id}>
      <Radio value={value} id={id} />
      <span className={classes.texts}>
        <span className={classes.rule}>
          <Text component="span" size="sm" c="dimmed">
            {isAddress(fix) ? t('Redirect') : t(fixNames[kind].name)}
          </Text>{' '}
          <Text component="span" size="sm" fw={600}>
            {kind === 'curation' ? fixText(t, fix) : `${term} ${fixText(t, fix)}`}
          </Text>
        </span>
        <Text component="span" size="sm">
          {evidence.map((one) => evidenceText(t, one)).join(' ')}
        </Text>
        {searches > 0 && (
          <Text component="span" size="sm" c="dimmed">
            {t('Would have mended {count} searches of the last 30 days.', { count: searches })}
          </Text>
        )}
      </span>
      <span className={classes.found}>
        <Text component="span" size="sm" className={classes.count ?? ''}>
          {t('{count} items', { count })}
        </Text>
        <span className={classes.pictures}>
          {items.map((item) => {
            const { name, image } = shownItemOf(item);
            return (
              <span key={item.id} title={name}>
                <Picture address={image} sizePx={32} />
              </span>
            );
          })}
        </span>
      </span>
    </label>
  );
}
