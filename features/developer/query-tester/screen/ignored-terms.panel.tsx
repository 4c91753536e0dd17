import { linkTo } from '#ui/state/address.ts';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { t } from '#ui/text/i18n.ts';
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
