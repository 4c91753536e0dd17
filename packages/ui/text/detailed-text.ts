import { isPlaceWord } from '#contract/texts/message-texts.ts';
import { formats } from './format.ts';
import { t } from './i18n.ts';

type Details = Readonly<Record<string, string | number>>;

/** Details ending in `Bytes` are sizes, in `Place` places. */
export function useDetailedText(): (text: string, details: Details) => string {
  return (text, details) => {
    const shown = Object.entries(details).map(([name, value]) => {
      if (name.endsWith('Bytes')) return [name, formats.bytes(Number(value))];
      return [name, isPlaceWord(name, value) ? t(String(value)) : value];
    });
    return t(text, Object.fromEntries(shown) as Details);
  };
}
