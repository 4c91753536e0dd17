import { Switch } from '@mantine/core';
import { useState } from 'react';
import { NumberField } from '#ui/form/number-field.tsx';
import { t } from '#ui/text/i18n.ts';
import { useAction } from '#ui/calls/queries.ts';
import {
  maximumBoost,
  minimumBoost,
  phrases,
  readPhraseEffect,
  setPhraseBoost,
  setPhraseVisibility,
  type Phrase,
} from '#features/data/phrases/phrases.contract.ts';

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

export function PhraseBoost({ phrase: { id, phrase, boost } }: { readonly phrase: Phrase }) {
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
