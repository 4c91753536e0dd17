import { VisuallyHidden } from '@mantine/core';
import { ArrowRight, Minus, Plus } from 'lucide-react';
import { msg, t } from '#console-kit/text/i18n.ts';
import type { AnalysedWord, AnalysisStep, AnalysisStepName } from './analyze.contract.ts';
import classes from './analyze.module.css';

const stepNames: Readonly<Record<AnalysisStepName, string>> = {
  typed: msg('As written'),
  normalised: msg('Small letters'),
  characters: msg('Characters replaced'),
  fixit: msg('Query replaced'),
  negation: msg('Excluded words'),
  folded: msg('Diacritics taken off'),
  split: msg('Split into words'),
  stopwords: msg('Ignored terms left out'),
  joined: msg('Other spellings'),
  synonyms: msg('Synonyms added'),
  stemmed: msg('Endings taken off'),
};

/** The steps in their order. Those that changed nothing take one quiet line. */
export function StepList({ label, steps }: { readonly label: string; readonly steps: readonly AnalysisStep[] }) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map(({ step, words }) => {
        const isQuiet = step !== 'typed' && words.every(({ change }) => change === 'kept');
        return (
          <li key={step} className={classes.step} data-quiet={isQuiet}>
            <span className={classes.stepName}>{t(stepNames[step])}</span>
            {isQuiet ? <span className={classes.quiet}>{t('no change')}</span> : <Words words={words} />}
          </li>
        );
      })}
    </ol>
  );
}

function Words({ words }: { readonly words: readonly AnalysedWord[] }) {
  if (words.length === 0) return <span className={classes.quiet}>{t('no words')}</span>;
  return (
    <span className={classes.words}>
      {words.map((word, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a word may stand there twice; the order is what tells them apart.
        <Word key={place} word={word} />
      ))}
    </span>
  );
}

/** Changes are told by a sign and words, not by colour alone. */
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
