/** Values of `{name}` in error texts. Each locale translates them. */
export const glossaryNames = [
  'project',
  'collection',
  'item',
  'category',
  'feed',
  'import',
  'field',
  'message',
  'announcement',
  'synonym',
  'replacing term',
  'character filter',
  'phrase',
  'ignored term',
  'curation',
  'banner',
  'query',
  'boost',
  'check item',
  'key',
  'result settings',
  'autocomplete panel',
  'release',
  'A/B test',
  'invitation',
  'user',
  'email',
  'name',
  'id',
  'page',
  'record',
  'Feed address',
  'Filters',
  'Sort',
  'Value',
] as const;
export type GlossaryName = (typeof glossaryNames)[number];

export const isGlossaryName = (name: unknown): name is GlossaryName => glossaryNames.some((known) => known === name);

/** Words of addresses that differ from the name. */
const namesInPaths: Readonly<Record<string, GlossaryName>> = {
  sales_channel: 'project',
  checkitem: 'check item',
  fixit: 'replacing term',
  'char-filter': 'character filter',
  stopword: 'ignored term',
  set: 'ignored term',
  document: 'item',
  schema: 'field',
  all: 'user',
  group: 'user',
  planned: 'release',
};

/** The name of a row by the word before its parameter in a call's path: `feed` for `/api/feeds/{id}`. */
export function nameInPath(path: string, parameter: string): GlossaryName {
  const word =
    path
      .slice(0, path.indexOf(`/{${parameter}}`))
      .split('/')
      .at(-1) ?? '';
  const one = word.replace(/s$/, '');
  return namesInPaths[one] ?? (isGlossaryName(one) ? one : 'record');
}
