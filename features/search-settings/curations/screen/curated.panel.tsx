import type { TraceEntry } from '#contract/search.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';

interface CuratedProps {
  readonly by: { readonly id: number; readonly name: string; readonly does: 'promoted' | 'hidden' | null };
  readonly so?: string;
}

export function Curated({ by: { id, name, does }, so }: CuratedProps) {
  return (
    <>
      {does === 'promoted' && t('The curation “{name}” promotes it for this query.', { name })}
      {does === 'hidden' && t('The curation “{name}” hides it for this query.', { name })}
      {does === null && t('The curation “{name}” acts on this query.', { name })} {so !== undefined && `${so} `}
      <AllowedLink needs="search" to={linkTo('/search-settings/curations/edit', { id })}>
        {t('Open')}
      </AllowedLink>
    </>
  );
}

export function curatedIn(trace: readonly TraceEntry[] = []): CuratedProps['by'] | null {
  const entry = trace.find(({ step }) => step === 'curations');
  return entry?.rule_id === undefined ? null : { id: entry.rule_id, name: entry.after, does: null };
}
