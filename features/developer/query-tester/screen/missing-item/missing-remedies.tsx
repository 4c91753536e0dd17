import { Stack, Title } from '@mantine/core';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import type { MissingItem, Remedy } from '#features/developer/query-tester/missing-item.contract.ts';
import classes from './missing-item.module.css';

export function MissingRemedies({ answer: { remedies, reasons } }: { readonly answer: MissingItem }) {
  const [{ q }] = useAddress();
  if (remedies.length === 0) return null;
  return (
    <Stack gap={8}>
      <Title order={3} size="sm">
        {reasons.length > 1 ? t('How to match enough words') : t('How to bring it back')}
      </Title>
      <ul className={classes.facts}>
        {remedies.map((remedy) => (
          <li key={JSON.stringify(remedy)} className={classes.fact} data-kind="remedy">
            {remedyText(t, remedy)}{' '}
            {remedy.kind === 'synonym' && (
              <AllowedLink
                needs="search"
                to={linkTo('/search-settings/synonyms', { edit: 'new', term: remedy.words[0], synonyms: remedy.target })}
              >
                {t('Add synonym')}
              </AllowedLink>
            )}
            {remedy.kind !== 'synonym' && (
              <AllowedLink needs="search" to={linkTo('/search-settings/relevance-tuning', { q, ...fieldOf(remedy) })}>
                {t('Open relevance tuning')}
              </AllowedLink>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

const fieldOf = (remedy: Remedy) => (remedy.kind === 'searchedField' ? { field: remedy.field } : {});

function remedyText(t: Translate, remedy: Remedy): string {
  if (remedy.kind === 'relevantRate') {
    return remedy.rate === 0
      ? t('Turn the relevant rate off: one word is then enough.')
      : t('A relevant rate of {rate} %', { rate: remedy.rate });
  }
  if (remedy.kind === 'searchedField') return t('Search the field {field}, too', { field: remedy.field });
  return t('A synonym: “{words}” finds “{target}”', {
    words: remedy.words.join('”, “'),
    target: remedy.target,
  });
}
