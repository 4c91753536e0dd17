import { Stack, Title } from '@mantine/core';
import { useFormats } from '#console-kit/text/format.ts';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { BoostLink } from '#features/search-settings/boost-manager/boost-link.panel.tsx';
import type { BoostShare } from './query-tester.contract.ts';
import { ScoreBar } from './score-bar.tsx';

const curveNames: Readonly<Record<BoostShare['curve'], string>> = {
  '': '',
  logarithmic: msg('logarithmic'),
  exponential: msg('exponential'),
  linear: msg('linear'),
};

/** What each boost did to the score, in the order in which they act. */
export function BoostBars({ boosts, largest }: { readonly boosts: readonly BoostShare[]; readonly largest: number }) {
  const t = useText();
  const { number } = useFormats();
  if (boosts.length === 0) return null;
  return (
    <Stack gap={8}>
      <Title order={3} size="sm">
        {t('Boosts')}
      </Title>
      {boosts.map(({ id, field, values, curve, is_added: isAdded, amount, score }, place) => (
        <ScoreBar
          // oxlint-disable-next-line react/no-array-index-key -- two boosts may be alike; their order is what tells them apart.
          key={place}
          label={<BoostLink id={id}>{`${field} · ${curve === '' ? values.join(', ') : t(curveNames[curve])}`}</BoostLink>}
          detail={
            isAdded ? t('adds {amount}', { amount: number(amount) }) : t('multiplies by {amount}', { amount: number(amount) })
          }
          score={score}
          largest={largest}
        />
      ))}
    </Stack>
  );
}
