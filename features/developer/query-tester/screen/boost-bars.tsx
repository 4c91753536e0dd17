import { Stack, Title } from '@mantine/core';
import { formats } from '#ui/text/format.ts';
import { msg, type Translate, t } from '#ui/text/i18n.ts';
import { BoostLink } from '#features/search-settings/boost-manager/screen/boost-link.panel.tsx';
import type { BoostShare } from '#features/developer/query-tester/query-tester.contract.ts';
import { ScoreBar } from './score-bar.tsx';

const curveNames: Readonly<Record<BoostShare['curve'], string>> = {
  '': '',
  logarithmic: msg('logarithmic'),
  exponential: msg('exponential'),
  linear: msg('linear'),
};

/** What a functional boost made its amount of: `12 days old, newer first`. */
function reasonOf(
  t: Translate,
  number: (value: number) => string,
  { direction, number: found, is_age: isAge, is_added: isAdded, amount }: BoostShare,
): string {
  if (direction === '' || found === null) return '';
  const isFalling = direction === 'falling';
  if (isFalling && !isAdded && amount < 1)
    return isAge ? t('{count} days old, newer last', { count: found }) : t('{number}, lower last', { number: number(found) });
  if (isAge)
    return isFalling
      ? t('{count} days old, newer first', { count: found })
      : t('{count} days old, older first', { count: found });
  return isFalling
    ? t('{number}, lower first', { number: number(found) })
    : t('{number}, higher first', { number: number(found) });
}

/** What each boost did to the score, in the order in which they act. */
export function BoostBars({ boosts, largest }: { readonly boosts: readonly BoostShare[]; readonly largest: number }) {
  if (boosts.length === 0) return null;
  return (
    <Stack gap={8}>
      <Title order={3} size="sm">
        {t('Boosts')}
      </Title>
      {boosts.map((boost, place) => (
        <ScoreBar
          // oxlint-disable-next-line react/no-array-index-key -- two boosts may be alike; their order is what tells them apart.
          key={place}
          label={
            <BoostLink id={boost.id}>
              {`${boost.field} · ${boost.curve === '' ? boost.values.join(', ') : t(curveNames[boost.curve])}`}
            </BoostLink>
          }
          detail={[reasonOf(t, formats.number, boost), effectOf(t, formats.number(boost.amount), boost)]
            .filter(Boolean)
            .join(': ')}
          score={boost.score}
          largest={largest}
        />
      ))}
    </Stack>
  );
}

const effectOf = (t: Translate, amount: string, { is_added: isAdded }: BoostShare): string =>
  isAdded ? t('adds {amount}', { amount }) : t('multiplies by {amount}', { amount });
