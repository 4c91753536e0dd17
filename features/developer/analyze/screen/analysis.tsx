import { Anchor, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core';
import { ArrowRight, Minus, Plus, CircleCheck, CircleX } from 'lucide-react';
import { msg, t, type Translate } from '#ui/text/i18n.ts';
import { Panel } from '#ui/page/panel.tsx';
import type {
  AnalysedTerm,
  AnalysedWord,
  AnalysisStep,
  AnalysisStepName,
  Meeting,
} from '#features/developer/analyze/analyze.contract.ts';
import classes from './analyze.module.css';
import { matchKindTexts } from '#ui/text/refusal.ts';

interface VerdictProps {
  readonly meeting: Meeting;
  readonly term: string;
  readonly text: string;
}

function Verdict({ meeting, term, text }: VerdictProps) {
  const { is_found: isFound, matched_count: matched, word_count: total, minimum_count: needed, words } = meeting;
  const Icon = isFound ? CircleCheck : CircleX;
  return (
    <section className={classes.verdict} data-found={isFound} aria-live="polite" aria-label={t('Do they meet?')}>
      <Icon size={20} aria-hidden className={classes.verdictIcon} />
      <div>
        <Text fw={600}>
          {isFound ? t('“{term}” finds “{text}”.', { term, text }) : t('“{term}” does not find “{text}”.', { term, text })}
        </Text>
        <ul className={classes.reasons}>
          {words.map((one) => (
            <li key={one.word}>{reason(t, one)}</li>
          ))}
        </ul>
        {total > 1 && (
          <Text size="sm" c="dimmed">
            {t('Matched words: {matched} of {total}; needed: {needed}.', { matched, total, needed })}
          </Text>
        )}
        {meeting.has_unwanted_word && <Text size="sm">{t('It has an excluded word.')}</Text>}
        {total === 0 && <Text size="sm">{t('Nothing is left of the query to search for.')}</Text>}
        {!isFound && total > 0 && (
          <Text size="sm" c="dimmed">
            {t('A synonym connects them. Typos are corrected only in words no item has.')}
          </Text>
        )}
      </div>
    </section>
  );
}

function reason(t: Translate, { word, kind, term, matched }: Meeting['words'][number]): string {
  if (kind === null) return t('“{word}”: not there', { word });
  const text = matchKindTexts[kind];
  const how = text === undefined ? kind : t(text, { term: kind === 'prefix' ? matched : term });
  return kind === 'stem'
    ? t('“{word}”: {how}, also in “{matched}”', { word, how, matched })
    : t('“{word}”: {how}', { word, how });
}

const stepNames: Readonly<Record<AnalysisStepName, string>> = {
  typed: msg('As written'),
  normalised: msg('Small letters'),
  characters: msg('Characters replaced'),
  fixit: msg('Query replaced'),
  negation: msg('Excluded words'),
  folded: msg('Diacritics taken off'),
  split: msg('Split into words'),
  stopwords: msg('Ignored terms removed'),
  joined: msg('Other spellings'),
  synonyms: msg('Synonyms added'),
  stemmed: msg('Endings taken off'),
};

/** Steps that changed something, in their order. */
function StepList({ label, steps }: { readonly label: string; readonly steps: readonly AnalysisStep[] }) {
  const shown = steps.filter(({ step, words }) => step === 'typed' || words.some(({ change }) => change !== 'kept'));
  return (
    <ol className={classes.steps} aria-label={label}>
      {shown.map(({ step, words }) => (
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
          <VisuallyHidden>{t('added:')} </VisuallyHidden>
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
  /** Empty when nothing is compared. */
  readonly text: string;
}

export function Analysis({ answer, term, text }: AnalysisProps) {
  const { query, text: textSteps, redirect, meeting, schema: field, is_cut: isCut } = answer;
  return (
    <Stack gap={16}>
      {meeting && <Verdict meeting={meeting} term={term} text={text} />}
      {redirect !== null && (
        <Text size="sm">
          {t('The shop redirects visitors to {address}.', { address: redirect })}{' '}
          <Anchor href={redirect} target="_blank" rel="noreferrer">
            {t('Open address')}
          </Anchor>
        </Text>
      )}
      {isCut && <Text size="sm">{t('Words beyond the query length limit are ignored.')}</Text>}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={16}>
        <Panel title={t('“{term}” when it is searched for', { term })} text={t('With the rules of your shop.')}>
          <StepList label={t('Steps of the query')} steps={query} />
        </Panel>
        <Panel title={t('“{text}” in an item', { text: text || term })} text={t('As the field {field} is indexed.', { field })}>
          <StepList label={t('Steps of the item’s text')} steps={textSteps} />
        </Panel>
      </SimpleGrid>
      {redirect === null && <Lookups answer={answer} />}
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

function Lookups({ answer: { lookups, schema: field } }: { readonly answer: AnalysedTerm }) {
  if (lookups.length === 0) return null;
  const isSearched = lookups.some(({ item_count: count }) => count !== null);
  return (
    <Panel
      title={t('Search terms in {field}', { field })}
      text={isSearched ? t('How many items have it there.') : t('The field is not searched.')}
    >
      <ul className={classes.lookups} aria-label={t('Search terms in {field}', { field })}>
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
