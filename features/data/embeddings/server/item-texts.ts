import { createHash } from 'node:crypto';
import type { Item } from '#contract/item.ts';
import { withoutTags } from '#engine/query/analysis/plain-text.ts';
import type { CollectionRelease } from '#server/rules/releases/live-release.ts';

/** Models read the beginning of a text; more costs without changing much. */
const mostChars = 2_000;
/** Typical. */
const charsPerToken = 4;

/**
 * The texts that customers may find an item by, its name first, then in the order of the fields: another weight costs nothing. Private
 * fields stay here.
 */
export function itemTexts({ fields, front, layout }: CollectionRelease): (item: Item) => string {
  const searched = layout.fields.filter(({ name }) => fields[name]?.searchable === true && !front.hidden.includes(name));
  const isName = ({ name }: { readonly name: string }): number => Number(name === front.nameField);
  const names = searched.toSorted((one, other) => isName(other) - isName(one)).map(({ name }) => name);
  return (item) => {
    const parts: string[] = [];
    let length = 0;
    for (const name of names) {
      if (length >= mostChars) break;
      const value = item.fields[name];
      if (value === undefined) continue;
      const text = withoutTags([value].flat().join(', ')).replaceAll(/\s+/g, ' ').trim();
      if (text === '' || parts.includes(text)) continue;
      parts.push(text);
      length += text.length;
    }
    return parts.join('\n').slice(0, mostChars).toWellFormed();
  };
}

export const tokensOf = (text: string): number => Math.ceil(text.length / charsPerToken);

const hashLength = 22;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, hashLength);
