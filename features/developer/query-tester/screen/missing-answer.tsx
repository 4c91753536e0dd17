import { Button, Stack, Text } from '@mantine/core';
import { Scale } from 'lucide-react';
import { t } from '#console-kit/text/i18n.ts';
import { ItemCell, shownItemOf } from '#console-kit/item/item-cell.tsx';
import { Curated } from '#features/search-settings/curations/screen/curated.panel.tsx';
import { Replaced } from '#features/search-settings/fixit/screen/replaced.panel.tsx';
import { IgnoredTerms } from './ignored-terms.tsx';
import { MissingCauses } from './missing-causes.tsx';
import { MissingRemedies } from './missing-remedies.tsx';
import { UnknownItem } from './unknown-item.tsx';
import { resultsPerPage, type MissingItem } from '#features/developer/query-tester/missing-item.contract.ts';
import classes from './query-tester.module.css';

export interface MissingAnswerProps {
  readonly answer: MissingItem;
  readonly wanted: string;
  readonly pick: (id: string) => void;
  readonly firstId: string | undefined;
  readonly compare: (a: string, b: string) => void;
}

/** Why an item is missing: the item, then the answer in a sentence, then the causes and what would lift them. */
export function MissingAnswer({ answer, wanted, pick, firstId, compare }: MissingAnswerProps) {
  const { state, item, redirect, replaced } = answer;
  if (state === 'unknown' || !item) return <UnknownItem answer={answer} wanted={wanted} pick={pick} />;
  return (
    <Stack gap={16} aria-live="polite">
      <ItemCell item={shownItemOf(item)} />
      {replaced && (
        <Text size="sm">
          <Replaced by={replaced} />
        </Text>
      )}
      {state === 'redirected' && !replaced && (
        <Text size="sm">
          {t('The shop sends the visitor to {address} instead of showing items.', { address: redirect ?? '' })}
        </Text>
      )}
      {state === 'found' && <FoundPlace answer={answer} />}
      {state === 'found' && answer.curation?.does === 'promoted' && (
        <Text size="sm">
          <Curated by={answer.curation} />
        </Text>
      )}
      {state === 'notFound' && (
        <>
          <Text fw={600}>{t('It is not among the results.')}</Text>
          <MissingCauses answer={answer} />
          <MissingRemedies answer={answer} />
        </>
      )}
      {answer.ignored_words.length > 0 && (
        <div className={classes.ignored}>
          <IgnoredTerms words={answer.ignored_words} />
        </div>
      )}
      {state !== 'redirected' && firstId !== undefined && firstId !== item.id && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<Scale size={14} aria-hidden />}
            onClick={() => compare(firstId, item.id)}
          >
            {t('Compare with the first result')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function FoundPlace({ answer: { position, shown_variant: variant } }: { readonly answer: MissingItem }) {
  if (position !== null) {
    const page = Math.ceil(position / resultsPerPage);
    return (
      <Text fw={600}>
        {t('It is not missing: it stands in place {position}, on page {page} of {size} results each.', {
          position,
          page,
          size: resultsPerPage,
        })}
      </Text>
    );
  }
  if (variant) {
    return (
      <>
        <Text fw={600}>{t('It is found, but another variant of it stands there:')}</Text>
        <div className={classes.fact}>
          <ItemCell item={shownItemOf(variant)} />
        </div>
      </>
    );
  }
  return (
    <Text fw={600}>
      {t('It is found, but its place can not be told: it is very far behind, or another variant of it is shown.')}
    </Text>
  );
}
