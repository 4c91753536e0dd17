import { Slider, Text } from '@mantine/core';
import { Fragment } from 'react';
import { fewItems, minimumMatchOf } from '#contract/values/match-rate.ts';
import { useSettledAnswer } from '#ui/calls/queries.ts';
import { useExamples, usePreviewedQuery } from '#ui/item/preview-panel.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { countMatches } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { rateText, type RelevanceEditor } from './use-relevance-editor.tsx';
import classes from './relevance-tuning.module.css';

const stops = Array.from({ length: 11 }, (_, stop) => ({ value: stop * 10 }));
const wordCounts = [2, 3, 4, 5] as const;

interface MatchRateProps {
  readonly editor: RelevanceEditor;
  readonly collectionId: number;
}

export function MatchRate({ editor, collectionId }: MatchRateProps) {
  const { rate, setRate } = editor;
  const needed = wordCounts.map((words) => t('{k} of {words}', { k: minimumMatchOf(words, rate), words }));
  return (
    <Panel
      title={t('Match rate')}
      text={t('Words of a query that an item needs to be found.')}
      actions={<Text className={classes.rate}>{rateText(t, formats.percent, rate)}</Text>}
    >
      <div>
        <Slider
          min={0}
          max={100}
          step={10}
          marks={stops}
          value={rate}
          onChange={(value) => setRate(value as typeof rate)}
          label={(value) => rateText(t, formats.percent, value)}
          thumbLabel={t('Match rate')}
        />
        <div className={classes.ends} aria-hidden>
          <span>{t('OFF')}</span>
          <span>{t('ALL')}</span>
        </div>
      </div>
      <Text size="sm">{t('Needed words: {list}', { list: needed.join(' · ') })}</Text>
      <Example editor={editor} collectionId={collectionId} />
    </Panel>
  );
}

const wordsIn = (query: string): number => query.trim().split(/\s+/).length;

/** The query of the preview, or another one if that has a single word. */
function useExample(collectionId: number): string | undefined {
  const [q] = usePreviewedQuery(collectionId);
  const examples = useExamples(collectionId)?.queries ?? [];
  if (wordsIn(q) > 1) return q.trim();
  return examples.toSorted((one, other) => wordsIn(other) - wordsIn(one)).find((one) => wordsIn(one) > 1);
}

function Example({ editor, collectionId }: MatchRateProps) {
  const q = useExample(collectionId);
  return q === undefined || editor.isNothingSearched ? null : <Counted editor={editor} q={q} />;
}

function Counted({ editor: { sent, rate }, q }: { readonly editor: RelevanceEditor; readonly q: string }) {
  const { data, isOld } = useSettledAnswer(countMatches, { ...sent, q });
  const { counts, needed } = data?.data ?? { counts: [], needed: 0 };
  if (counts.length < 2) return null;
  const words = counts.length;
  const asked = minimumMatchOf(words, rate);
  const most = Math.max(...counts);
  return (
    <section className={classes.example} data-old={isOld} aria-label={t('Example')}>
      <Text size="sm" fw={600}>
        “{q}”
      </Text>
      <div className={classes.counts}>
        {counts
          .map((count, place) => ({ count, have: place + 1 }))
          .toReversed()
          .map(({ count, have }) => (
            <Fragment key={have}>
              <span data-found={have >= needed}>{t('at least {k} of {words} words', { k: have, words })}</span>
              <span className={classes.bar} aria-hidden>
                <span data-found={have >= needed} style={{ width: `${most === 0 ? 0 : (100 * count) / most}%` }} />
              </span>
              <span className={classes.count}>{t('{count} items', { count })}</span>
            </Fragment>
          ))}
      </div>
      <Text size="sm" aria-live="polite">
        {needed < asked
          ? t('Fewer than {few} items have {k} words, so {needed} is enough: {count} items are found.', {
              few: fewItems,
              k: asked,
              needed,
              count: counts[needed - 1] ?? 0,
            })
          : t('{k} words are needed: {count} items are found.', { k: needed, count: counts[needed - 1] ?? 0 })}
      </Text>
    </section>
  );
}
