/**
 * What `{name}` may stand for in the text of an error, by the glossary. The console says these words in its own language, so a new kind
 * of row has its line here and its word in each locale.
 */
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
  'query',
  'boost',
  'check item',
  'result settings',
  'autocomplete panel',
  'release',
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
