import type { LoadSentences } from '#console-kit/text/i18n.ts';

/** Addresses of the translations; each is fetched as data, only when its language is shown. */
const addresses = import.meta.glob<string>('./locales/*.json', { query: '?url&no-inline', import: 'default', eager: true });

export const loadSentences: LoadSentences = async (language) => {
  const address = addresses[`./locales/${language}.json`];
  if (address === undefined) return {};
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The translation answered ${response.status}.`);
  return (await response.json()) as Record<string, string>;
};
