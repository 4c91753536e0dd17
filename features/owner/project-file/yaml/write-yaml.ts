import { Document } from 'yaml';

/** Values as YAML, an entry of a list or a map on each line. The same values are always the same text. */
export function writeYaml(value: unknown, comment: string): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  document.commentBefore = comment;
  return document.toString({ lineWidth: 0 });
}
