import { Text } from '@mantine/core';
import { CircleCheck, CircleX } from 'lucide-react';
import { t, type Translate } from '#ui/text/i18n.ts';
import { matchKindTexts } from '#ui/text/match-kinds.ts';
import type { Meeting } from '#features/developer/analyze/analyze.contract.ts';
import classes from './analyze.module.css';

interface VerdictProps {
  readonly meeting: Meeting;
  readonly term: string;
  readonly text: string;
}

/** Whether a search for the term finds the text: the answer first, then the reason for each word. */
export function Verdict({ meeting, term, text }: VerdictProps) {
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
            {t('Words it has: {matched} of {total}. Words it needs: {needed}.', { matched, total, needed })}
          </Text>
        )}
        {meeting.has_unwanted_word && <Text size="sm">{t('It has a word that the query does not want.')}</Text>}
        {total === 0 && <Text size="sm">{t('Nothing is left of the query that could be looked for.')}</Text>}
        {!isFound && total > 0 && (
          <Text size="sm" c="dimmed">
            {t('A synonym brings them together. Typos are corrected only in words that no item has.')}
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
    ? t('“{word}”: {how}, as “{matched}” has it, too', { word, how, matched })
    : t('“{word}”: {how}', { word, how });
}
