import { useEffect, useState } from 'react';
import { useLanguage } from '#console-kit/text/i18n.ts';
import type { Language } from '#console-kit/text/language.ts';

/** What the calendar's library calls a language, fetched with its names of months and days. English is built in. */
const languages: Readonly<Record<Language, () => Promise<{ readonly default: { readonly name: string } }> | null>> = {
  en: () => null,
  cs: () => import('dayjs/locale/cs.js'),
  ch: () => import('dayjs/locale/zh-cn.js'),
  es: () => import('dayjs/locale/es.js'),
  jp: () => import('dayjs/locale/ja.js'),
  de: () => import('dayjs/locale/de.js'),
  fr: () => import('dayjs/locale/fr.js'),
};

/** English until the names of the shown language are there. */
export function useCalendarLanguage(): string {
  const language = useLanguage();
  const [name, setName] = useState('en');
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const loaded = await languages[language]();
      if (isCurrent) setName(loaded?.default.name ?? 'en');
    };
    load().catch(() => setName('en'));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return name;
}
