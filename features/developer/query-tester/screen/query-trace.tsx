import { Button, Text, Title } from '@mantine/core';
import { ArrowRight, FlaskConicalOff } from 'lucide-react';
import type { SearchData } from '#contract/search.ts';
import { fieldLabel } from '#ui/item/field-words.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { ignoredWords } from '#features/developer/query-tester/query-tester.contract.ts';
import type { TriedRow } from './tried-search.panel.tsx';
import classes from './query-tester.module.css';
import { linkTo } from '#ui/state/address.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';

export function IgnoredTerms({ words }: { readonly words: readonly string[] }) {
  return words.map((word) => (
    <span key={word} className={classes.change}>
      {t('“{word}” is an ignored term.', { word })}{' '}
      <AllowedLink needs="search" to={linkTo('/search-settings/stopwords', { search: word })}>
        {t('Open')}
      </AllowedLink>
    </span>
  ));
}

type Entry = NonNullable<SearchData['trace']>[number];

const stepNames: Readonly<Record<string, string>> = {
  keyboard: msg('Read as another keyboard'),
  normalise: msg('Normalised'),
  characters: msg('Characters replaced'),
  fixit: msg('Query replaced'),
  negation: msg('Excluded words'),
  words: msg('Words and their forms'),
  stopwords: msg('Ignored terms removed'),
  synonyms: msg('Synonyms added'),
  boosts: msg('Boosts'),
  curations: msg('Curation'),
  banners: msg('Banners'),
  codes: msg('Items with this code come first'),
  splits: msg('Words read as two'),
  typos: msg('Typos corrected'),
  relax: msg('Fewer words required'),
  spelling: msg('Diacritics as typed come first'),
  meaning: msg('Items found by meaning'),
  fusion: msg('By words and meaning together'),
};

const namedSteps: ReadonlySet<string> = new Set(['curations', 'codes', 'meaning', 'fusion']);

/** Not worth showing alone. */
const usualSteps: ReadonlySet<string> = new Set(['normalise', 'words']);

interface TraceProps {
  readonly trace: readonly Entry[];
  readonly turnOff: (row: TriedRow) => void;
}

export function QueryTrace({ trace, turnOff }: TraceProps) {
  if (trace.every(({ step }) => usualSteps.has(step))) return null;
  return (
    <section className={classes.trace} aria-label={t('How the query was processed')}>
      <Title order={2} size="sm">
        {t('How the query was processed')}
      </Title>
      <ol className={classes.steps}>
        {trace.map((entry, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a step may do the same twice; the order is what tells them apart.
          <li key={place}>
            <Step entry={entry} turnOff={turnOff} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Step({ entry: { step, before, after, rows = [] }, turnOff }: { readonly entry: Entry } & Pick<TraceProps, 'turnOff'>) {
  const name = stepNames[step];
  const say = (text: string) => {
    if (step === 'boosts') return text.split(', ').map(fieldLabel).join(', ');
    return step === 'relax' ? t('at least {count} words', { count: Number(text) }) : text;
  };
  return (
    <>
      <Text component="span" size="xs" c="dimmed" className={classes.stepName}>
        {name === undefined ? step : t(name)}
      </Text>
      <span className={classes.change}>
        {before !== '' && !namedSteps.has(step) && (
          <>
            <span>{say(before)}</span>{' '}
            <ArrowRight size={14} role="img" aria-label={t('becomes')} className={classes.arrow} />{' '}
          </>
        )}
        <span>{say(after)}</span>
      </span>
      <span className={classes.rows}>
        {rows.map((row) => {
          const rowName = step === 'boosts' ? fieldLabel(row.name) : row.name;
          return (
            <Button
              key={row.id}
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<FlaskConicalOff size={12} aria-hidden />}
              aria-label={t('Try without “{name}”', { name: rowName })}
              title={t('Only in this preview. Customers still search with it.')}
              onClick={() => turnOff(row)}
            >
              {rows.length > 1 ? t('Try without “{name}”', { name: rowName }) : t('Try without it')}
            </Button>
          );
        })}
      </span>
      {step === 'stopwords' && <IgnoredTerms words={ignoredWords({ before, after })} />}
    </>
  );
}
