/** The IDs of a pasted list: one a line, or with commas, semicolons or tabs between; with spaces where each part has a digit. */
export function pastedIds(text: string): readonly string[] {
  const parts = split(text, /[\n\r,;\t]+/);
  const words = split(text, /\s+/);
  const ids = parts.length > 1 ? parts : words.every((word) => /\d/.test(word)) ? words : parts;
  return [...new Set(ids)];
}

const split = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');
