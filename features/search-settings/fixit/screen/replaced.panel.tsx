import type { TraceEntry } from '#contract/search.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { isRedirect } from '#features/search-settings/fixit/fixit.contract.ts';

export function Replaced({ by: { before, after, rule_id: id } }: { readonly by: TraceEntry }) {
  return (
    <>
      {isRedirect(after)
        ? t('This query sends customers to {address}.', { address: after })
        : t('“{before}” was replaced by “{after}”.', { before, after })}{' '}
      <AllowedLink needs="search" to={linkTo('/search-settings/fixit', { edit: id })}>
        {t('Open')}
      </AllowedLink>
    </>
  );
}

export const replacedIn = (trace: readonly TraceEntry[] = []): TraceEntry | undefined =>
  trace.find(({ step }) => step === 'fixit');
