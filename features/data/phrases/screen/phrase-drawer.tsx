import { Group, Skeleton, Stack, Text, Title, Switch } from '@mantine/core';
import { useState } from 'react';
import { useAddress, linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { shownItemOf } from '#ui/item/item-cell.tsx';
import { ResultPreview } from '#ui/item/result-preview.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { query, useAction } from '#ui/calls/queries.ts';
import { LastChanged } from '#ui/form/conflict.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import {
  type PhraseEffect,
  readPhraseEffect,
  searchedDays,
  maximumBoost,
  minimumBoost,
  phrases,
  setPhraseBoost,
  setPhraseVisibility,
  type Phrase,
} from '#features/data/phrases/phrases.contract.ts';
import classes from './phrases.module.css';
import { NumberField } from '#ui/form/number-field.tsx';

export function PhraseVisibility({ phrase: { id, phrase, is_visible: isVisible } }: { readonly phrase: Phrase }) {
  const done = isVisible
    ? t('“{phrase}” is no longer suggested.', { phrase })
    : t('“{phrase}” is suggested from now on.', { phrase });
  const set = useAction(setPhraseVisibility, { refreshes: [phrases.list], done });
  const shown = set.isPending ? !isVisible : isVisible;
  return (
    <Switch
      aria-label={t('Suggest “{phrase}”', { phrase })}
      checked={shown}
      styles={{ labelWrapper: { display: 'none' } }}
      onChange={() => set.mutate({ id, is_visible: !isVisible })}
    />
  );
}

function PhraseBoost({ phrase: { id, phrase, boost } }: { readonly phrase: Phrase }) {
  const [typed, setTyped] = useState<number | string>(boost);
  const set = useAction(setPhraseBoost, {
    refreshes: [phrases.list, readPhraseEffect],
    done: t('The boost of “{phrase}” was saved.', { phrase }),
  });
  const follow = () => {
    // Invalid input stays in the field, which shows the error.
    if (typeof typed !== 'number' || typed < minimumBoost || typed > maximumBoost || typed === boost) return;
    set.mutate({ id, boost: typed }, { onError: () => setTyped(boost) });
  };
  return (
    <NumberField
      size="xs"
      w={88}
      aria-label={t('Boost of “{phrase}”', { phrase })}
      value={typed}
      min={minimumBoost}
      max={maximumBoost}
      step={0.5}
      decimals={1}
      isNeeded
      onChange={setTyped}
      onBlur={follow}
      onKeyDown={(event) => event.key === 'Enter' && follow()}
    />
  );
}

/** Address: `?show=3`. */
export function PhraseDrawer() {
  const [{ show }, change] = useAddress<'/data/phrases'>();
  return (
    <SideDrawer isOpen={show !== undefined} title={t('Effect')} onClose={() => change({ show: undefined })}>
      {show !== undefined && (
        <Loaded query={query(readPhraseEffect, { id: show })} skeleton={<Skeleton height={320} aria-hidden />}>
          {(effect) => <Effect effect={effect} />}
        </Loaded>
      )}
    </SideDrawer>
  );
}

function Effect({ effect }: { readonly effect: PhraseEffect }) {
  const { phrase, search_count: count } = effect.phrase;
  return (
    <Stack gap={24}>
      <div>
        <Title order={3} size="md">
          {phrase}
        </Title>
        <Text size="sm" c="dimmed">
          {count > 0
            ? t('{count} searches in the last {days} days', { count, days: searchedDays })
            : t('Not searched for in the last {days} days', { days: searchedDays })}
        </Text>
      </div>
      <Group gap={8} align="center">
        <Text size="sm">{t('Boost')}</Text>
        <PhraseBoost key={effect.phrase.boost} phrase={effect.phrase} />
      </Group>
      <Beginnings effect={effect} />
      <FoundItems effect={effect} />
      <LastChanged item={effect.phrase} isRule />
    </Stack>
  );
}

function Beginnings({ effect: { phrase, beginnings } }: { readonly effect: PhraseEffect }) {
  return (
    <section>
      <Title order={4} size="sm">
        {t('While somebody types')}
      </Title>
      {!phrase.is_visible && (
        <Text size="sm">
          {phrase.is_decided
            ? t('Hidden, so it is not suggested.')
            : t('Not suggested: nobody searched for it. Switch it on to suggest it.')}
        </Text>
      )}
      {phrase.is_visible && beginnings.length === 0 && (
        <Text size="sm">{t('Other phrases come first. A higher boost moves it up.')}</Text>
      )}
      {beginnings.length > 0 && (
        <table className={classes.beginnings}>
          <thead>
            <tr>
              <th scope="col">{t('Typed')}</th>
              <th scope="col">{t('Place among the suggestions')}</th>
            </tr>
          </thead>
          <tbody>
            {beginnings.map(({ typed, place }) => (
              <tr key={typed}>
                <td>
                  <span className={classes.typed}>{typed}</span>
                </td>
                <td>{place}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function FoundItems({
  effect: { phrase, items, gone, total_count: count, checked_fields: fields },
}: {
  readonly effect: PhraseEffect;
}) {
  return (
    <section>
      <Title order={4} size="sm">
        {t('What a search for it finds')}
      </Title>
      <Text size="sm" c="dimmed">
        {fields.length > 0
          ? t('As a known phrase, its words score more when adjacent in: {fields}.', {
              fields: fields.join(', '),
            })
          : t('The phrase doesn’t change the order of results.')}
      </Text>
      <ResultPreview
        items={items.map(previewed)}
        gone={gone.map(previewed)}
        newLabel={t('from further down')}
        goneLabel={t('Further down because of the phrase ({n})', { n: gone.length })}
      />
      <Text size="sm" mt={8}>
        {t('{count} items', { count })} <TesterLink phrase={phrase.phrase} />
      </Text>
    </section>
  );
}

const previewed = ({ item, place_without: before }: PhraseEffect['items'][number]) => ({
  id: item.id,
  item: shownItemOf(item),
  before,
});

function TesterLink({ phrase }: { readonly phrase: string }) {
  return (
    <AllowedLink needs="developer" to={linkTo('/developer/query-tester', { q: phrase })}>
      {t('Try it in the query tester')}
    </AllowedLink>
  );
}
