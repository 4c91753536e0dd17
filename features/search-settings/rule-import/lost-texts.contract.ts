/** Why something in a file of another service isn't imported, or only in part, with its English text. */
export const lostTexts = {
  unknownEntry: 'Not an importable rule.',
  noQuery: 'It depends on a context or filters, not a query.',
  condition: 'Its condition joins words with AND, OR or NOT.',
  fieldValues: 'Its query is a placeholder for field values.',
  placeInQuery: 'It matches the beginning or end of a query. Curations match whole queries or words.',
  partOfQuery: 'It changes part of a query; here whole queries are replaced.',
  filter: 'It filters the results.',
  ranking: 'It changes the order of results: use boosts.',
  setting: 'It changes a setting of the search.',
  answer: 'It only adds data to the response.',
  analysis: 'The project’s language decides how words are read.',
  placeholder: 'It applies to item texts, not query words.',
  wildcard: 'It has a placeholder within a word.',
  place: 'Promoted items are first here, in their order.',
  wholeQuery: 'It matched whole queries; here also longer ones.',
  address: 'Its address is incomplete, and the project has no shop address.',
  periods: 'Only the first period is kept: one start and end per rule.',
  moment: 'Its start or end isn’t a valid time. Without it, the rule would always apply.',
  weight: 'Its weight is lost. Synonyms count fully or rank below.',
  validity: 'It is temporary; these rules have no validity here.',
  queryTaken: 'Another curation of the file has this query.',
  nothing: 'It changes nothing.',
} as const;

export type LossReason = keyof typeof lostTexts;
