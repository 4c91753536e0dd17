/** Beyond it nothing is looked for: real documents have their root element long before. */
const maxPrologChars = 4096;

/** The beginning of a document without what stands before its root element. Nothing has to follow, so that comments can't be read in two ways. */
export const afterProlog = (start: string): string =>
  start.slice(0, maxPrologChars).replace(/^(?:\s|<\?[^>]*>|<!--[\s\S]*?-->)+/, '');
