import { hash } from 'node:crypto';

const idChars = 16;
const contentChars = 12;

export function hashedId(text: string): string {
  return hash('sha1', text, 'hex').slice(0, idChars);
}

/** Tells equal generated ids apart. Takes 48 bits per item. */
export class GeneratedIds {
  readonly #contents = new Map<string, number[]>();

  /** @returns the id, with `-2`, `-3` … for other items, or null for a repeated item */
  claim(id: string, fields: unknown): string | null {
    const content = Number.parseInt(hash('sha1', JSON.stringify(fields), 'hex').slice(0, contentChars), 16);
    const known = this.#contents.get(id);
    if (!known) {
      this.#contents.set(id, [content]);
      return id;
    }
    if (known.includes(content)) return null;
    known.push(content);
    return `${id}-${known.length}`;
  }
}
