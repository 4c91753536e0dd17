import type { XmlNode } from './xml-node.ts';

const none: ReadonlySet<string> = new Set();
const isLanguage = /^[a-z]{2}(?:[-_][a-z]{2})?$/i;
const languageAttributes = ['lang', 'xml:lang', 'language'];

/** Whether an attribute of a field says its language, which is no field of its own. */
export function saysLanguage(attribute: string, value: string): boolean {
  return languageAttributes.includes(attribute) && isLanguage.test(value);
}

function languageOf({ attributes }: XmlNode): string | null {
  if (attributes === null) return null;
  const code = attributes['lang'] ?? attributes['xml:lang'] ?? attributes['language'];
  return code !== undefined && isLanguage.test(code) ? code.slice(0, 2).toLowerCase() : null;
}

/** Names of elements that come once for each of several languages: `<name lang="ru">`, `<name lang="uk">`. */
export function severalLanguages(children: readonly XmlNode[]): ReadonlySet<string> {
  let first: Map<string, string> | null = null;
  let several: Set<string> | null = null;
  for (const child of children) {
    const language = languageOf(child);
    if (language === null) continue;
    first ??= new Map<string, string>();
    const known = first.get(child.name);
    if (known === undefined) first.set(child.name, language);
    else if (known !== language) (several ??= new Set<string>()).add(child.name);
  }
  return several ?? none;
}

/** What the language of an element adds to the names of its fields: `_ru` where it comes in several languages. */
export function languageEnding(node: XmlNode, inLanguages: ReadonlySet<string>): string {
  const language = inLanguages.has(node.name) ? languageOf(node) : null;
  return language === null ? '' : `_${language}`;
}
