import { Anchor, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core';
import { ArrowRight, Minus, Plus } from 'lucide-react';
import { msg, t } from '#ui/text/i18n.ts';
import { fieldLabel } from '#ui/item/field-words.ts';
import { Panel } from '#ui/page/panel.tsx';
import type { AnalysedTerm, AnalysedWord, AnalysisStep, AnalysisStepName } from '#features/developer/analyze/analyze.contract.ts';
import classes from './analyze.module.css';

const stepNames: Readonly<Record<AnalysisStepName, string>> = {
  typed: msg('As written'),
  normalised: msg('Lower case'),
  characters: msg('Characters replaced'),
  fixit: msg('Query replaced'),
  negation: msg('Excluded words'),
  folded: msg('Without diacritics'),
  split: msg('Split into words'),
  stopwords: msg('Ignored terms removed'),
  joined: msg('Other spellings'),
  synonyms: msg('Synonyms added'),
  stemmed: msg('Word stem'),
};

/** Those that changed something. */
const shownSteps = (steps: readonly AnalysisStep[]): readonly AnalysisStep[] =>
  steps.filter(({ step, words }) => step === 'typed' || words.some(({ change }) => change !== 'kept'));

function StepList({ label, steps }: { readonly label: string; readonly steps: readonly AnalysisStep[] }) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map(({ step, words }) => (
        <li key={step} className={classes.step}>
          <span className={classes.stepName}>{t(stepNames[step])}</span>
          <Words words={words} />
        </li>
      ))}
    </ol>
  );
}

function Words({ words }: { readonly words: readonly AnalysedWord[] }) {
  if (words.length === 0) return <span className={classes.stepName}>{t('no words')}</span>;
  return (
    <span className={classes.words}>
      {words.map((word, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same word may occur twice, so only its position identifies it.
        <Word key={place} word={word} />
      ))}
    </span>
  );
}

/** Changes are marked with a sign and text, not by colour alone. */
function Word({ word: { text, change, was } }: { readonly word: AnalysedWord }) {
  return (
    <span className={classes.word} data-change={change}>
      {change === 'added' && (
        <>
          <Plus size={12} aria-hidden />
          <VisuallyHidden>{t('Added')} </VisuallyHidden>
        </>
      )}
      {change === 'removed' && (
        <>
          <Minus size={12} aria-hidden />
          <VisuallyHidden>{t('left out:')} </VisuallyHidden>
        </>
      )}
      {change === 'changed' && (
        <>
          <span className={classes.was}>{was}</span>
          <ArrowRight size={12} role="img" aria-label={t('becomes')} />
        </>
      )}
      {change === 'removed' ? <del>{text}</del> : <span>{text}</span>}
    </span>
  );
}

interface AnalysisProps {
  readonly answer: AnalysedTerm;
  readonly term: string;
}

export function Analysis({ answer, term }: AnalysisProps) {
  const { redirect, is_cut: isCut } = answer;
  const [ofQuery, ofText] = [shownSteps(answer.query), shownSteps(answer.text)];
  return (
    <Stack gap={16}>
      {redirect !== null && (
        <Text size="sm">
          {t('This query sends customers to {address}.', { address: redirect })}{' '}
          <Anchor href={redirect} target="_blank" rel="noreferrer">
            {t('Open')}
          </Anchor>
        </Text>
      )}
      {isCut && <Text size="sm">{t('Words beyond the query length limit are ignored.')}</Text>}
      {redirect === null && <Lookups answer={answer} />}
      {JSON.stringify(ofQuery) === JSON.stringify(ofText) ? (
        <Panel title={t('Steps of queries and items')}>
          <StepList label={t('Steps of the query')} steps={ofQuery} />
        </Panel>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing={16}>
          <Panel title={t('“{term}” in a query', { term })}>
            <StepList label={t('Steps of the query')} steps={ofQuery} />
          </Panel>
          <Panel title={t('“{term}” in an item', { term })}>
            <StepList label={t('Steps of the item’s text')} steps={ofText} />
          </Panel>
        </SimpleGrid>
      )}
    </Stack>
  );
}

const wayTexts: Readonly<Record<string, string>> = {
  exact: msg('as typed'),
  stem: msg('any form with this stem'),
  synonym: msg('synonym or another spelling'),
  weak: msg('weak synonym'),
  prefix: msg('words that begin like this'),
};

function Lookups({ answer: { lookups, schema } }: { readonly answer: AnalysedTerm }) {
  const field = fieldLabel(schema);
  if (lookups.length === 0) return null;
  const isSearched = lookups.some(({ item_count: count }) => count !== null);
  return (
    <Panel title={t('Matches in {field}', { field })} {...(!isSearched && { text: t('The field is not searched.') })}>
      <ul className={classes.lookups} aria-label={t('Matches in {field}', { field })}>
        {lookups.map(({ word, kind, term, item_count: count }) => (
          <li key={`${word} ${kind} ${term}`} className={classes.lookup} data-none={count === 0}>
            <span className={classes.term}>{kind === 'prefix' ? `${term}…` : term}</span>
            <span className={classes.way}>
              {wayTexts[kind] === undefined ? kind : t(wayTexts[kind])}
              {word !== term && ` · ${t('for “{word}”', { word })}`}
            </span>
            {count !== null && <span className={classes.count}>{t('{count} items', { count })}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
