import { linkTo } from '#console-kit/state/address.ts';
import { AllowedLink } from '#console-kit/session/allowed-link.tsx';
import { t } from '#console-kit/text/i18n.ts';
import classes from './query-tester.module.css';

export function IgnoredTerms({ words }: { readonly words: readonly string[] }) {
  return words.map((word) => (
    <span key={word} className={classes.change}>
      {t('“{word}” is an ignored term.', { word })}{' '}
      <AllowedLink needs="search" to={linkTo('/search-settings/stopwords', { search: word })}>
        {t('Show the term')}
      </AllowedLink>
    </span>
  ));
}
