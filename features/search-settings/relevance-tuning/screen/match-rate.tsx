import { Slider, Text } from '@mantine/core';
import { minimumMatchOf } from '#contract/values/match-rate.ts';
import { Panel } from '#ui/page/panel.tsx';
import { formats } from '#ui/text/format.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import { rateText, type RelevanceEditor } from './use-relevance-editor.tsx';
import classes from './relevance-tuning.module.css';

const stops = Array.from({ length: 11 }, (_, stop) => ({ value: stop * 10 }));
const wordCounts = [1, 2, 3, 4, 5] as const;
const toldWords = 4;

function meaning(t: Translate, rate: number): string {
  if (rate === 0) return t('One word of the query is enough.');
  if (rate === 100) return t('Every word must match.');
  return t('Of {words} words, {k} must match.', { words: toldWords, k: minimumMatchOf(toldWords, rate) });
}

export function MatchRate({ editor: { rate, setRate } }: { readonly editor: RelevanceEditor }) {
  const label = rateText(t, formats.percent, rate);
  return (
    <Panel title={t('Match rate')} actions={<Text className={classes.rate}>{label}</Text>}>
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
      <table className={classes.ladder}>
        <tbody>
          <tr>
            <th scope="row">{t('Words in the query')}</th>
            {wordCounts.map((count) => (
              <td key={count}>{count}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t('must match')}</th>
            {wordCounts.map((count) => (
              <td key={count}>{minimumMatchOf(count, rate)}</td>
            ))}
          </tr>
        </tbody>
      </table>
      <Text size="sm" c="dimmed">
        {meaning(t, rate)} {rate > 0 && t('Where too few items are found, fewer words are enough.')}
      </Text>
    </Panel>
  );
}
