import { CornerDownRight, Keyboard, Pin, SpellCheck, UnfoldVertical, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SearchData } from '#contract/search.ts';
import { t } from '#ui/text/i18n.ts';
import { Curated, curatedIn } from '#features/search-settings/curations/screen/curated.panel.tsx';
import { Replaced, replacedIn } from '#features/search-settings/fixit/screen/replaced.panel.tsx';
import classes from './query-tester.module.css';

export function QueryNotices({ answer }: { readonly answer: SearchData }) {
  const { corrected_query: corrected, is_relaxed: isRelaxed, redirect, trace } = answer;
  const replaced = replacedIn(trace);
  const curated = curatedIn(trace);
  const isRescued = trace?.some(({ step }) => step === 'keyboard') ?? false;
  return (
    <>
      {replaced && <Notice icon={CornerDownRight} text={<Replaced by={replaced} />} />}
      {redirect !== null && !replaced && (
        <Notice icon={CornerDownRight} text={t('The shop redirects visitors to {address}.', { address: redirect })} />
      )}
      {curated && <Notice icon={Pin} text={<Curated by={curated} />} />}
      {corrected !== null && isRescued && (
        <Notice
          icon={Keyboard}
          text={t('Nothing found. Searched as typed on another keyboard: {query}', {
            query: corrected,
          })}
        />
      )}
      {corrected !== null && !isRescued && (
        <Notice icon={SpellCheck} text={t('Some words are in no item. Also searched: {query}', { query: corrected })} />
      )}
      {isRelaxed && <Notice icon={UnfoldVertical} text={t('Few exact matches, so weaker ones are included.')} />}
    </>
  );
}

const Notice = ({ icon: Icon, text }: { readonly icon: LucideIcon; readonly text: ReactNode }) => (
  <p className={classes.notice}>
    <Icon size={16} aria-hidden className={classes.noticeIcon} />
    <span>{text}</span>
  </p>
);
