import { useFormats } from './format.ts';
import { useText } from './i18n.ts';

type Details = Readonly<Record<string, string | number>>;

/** Says a text of the server in the person's language. Details whose names end in `Bytes` are sizes. */
export function useDetailedText(): (text: string, details: Details) => string {
  const t = useText();
  const { bytes } = useFormats();
  return (text, details) => {
    const shown = Object.entries(details).map(([name, value]) => [name, name.endsWith('Bytes') ? bytes(Number(value)) : value]);
    return t(text, Object.fromEntries(shown) as Details);
  };
}
