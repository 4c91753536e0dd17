/** Why something in a file of another service isn't imported, or only in part, with its English text. */
export const lostTexts = {
  unknownEntry: 'This is no rule that can be imported.',
  noQuery: 'It does not depend on a query, but on a context or on filters.',
  condition: 'Its condition joins words with AND, OR or NOT.',
  fieldValues: 'Its query stands for the values of a field.',
  placeInQuery: 'It acts on the beginning or the end of a query. Curations know the whole query, or words in it.',
  partOfQuery: 'It changes a part of the query. Here the whole query is replaced.',
  filter: 'It filters the results.',
  ranking: 'It changes the order of the results. Use boosts for that.',
  setting: 'It changes a setting of the search.',
  answer: 'It only adds data to the answer.',
  analysis: 'How words are read is set by the language of the project.',
  placeholder: 'It stands for texts of items, not for words of a query.',
  wildcard: 'It has a placeholder for a part of a word.',
  place: 'Promoted items come first here, one after the other. They keep their order.',
  wholeQuery: 'It acted on whole queries. Here it also acts within longer ones.',
  address: 'Its address is not complete, and the project has no address of its shop.',
  periods: 'Only its first period is kept. A rule has one beginning and one end here.',
  moment: 'Its beginning or end cannot be read as a time. Without it, the rule would always act.',
  weight: 'Its weight is not kept. A synonym counts in full, or is ranked below.',
  validity: 'It acts only for a time, and rules of this kind have no validity here.',
  queryTaken: 'Another curation of the file has this query.',
  nothing: 'It changes nothing.',
} as const;

export type LossReason = keyof typeof lostTexts;
