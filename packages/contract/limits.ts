/** Limits on what users store and send. Limits of one feature are in its contract or service; the others are constants of the code that enforces them. */

/** Projects that one person owns; administrators may have more. */
export const maximumProjects = 50;

/** Rows of a kind in a project, or in a collection where the kind belongs to one. */
export const maximumSynonyms = 10_000;
export const maximumCharFilters = 500;
/** All ten sets have 2,887 words. */
export const maximumStopwords = 5000;
export const maximumFixits = 10_000;
/** Of them, in a project. */
export const maximumPatterns = 500;
/** In a collection. */
export const maximumCurations = 2000;
/** With those that items and searches bring. */
export const maximumPhrases = 3000;

/** Of a collection. Every search in it works out all of them. */
export const maximumBoosts = 200;
export const maximumBoostValues = 500;
export const maximumBoost = 1_000_000;

/** Items of a collection whose places are watched; each is searched for after every change. */
export const maximumCheckItems = 200;
export const maximumCheckedQueryLength = 200;
/** Their places: so many are kept as they were checked, then the last one of each day, and none after so many days. */
export const keptChecks = 100;
export const keptCheckDays = 365;

/** Texts of all rows of a kind in a project together, in characters. */
export const maximumRuleCharacters = 1_000_000;

/** Words beside the term of a synonym, and the length of each of them and of the term, in characters. */
export const maximumSynonymWords = 20;
export const maximumSynonymLength = 60;
export const maximumCharFilterLength = 20;
export const maximumStopwordLength = 200;
export const maximumPhraseLength = 100;
/** The queries of a curation, the length of each, and the items that it promotes and that it hides. */
export const maximumCurationQueries = 100;
export const maximumCurationQueryLength = 200;
export const maximumCuratedItems = 1000;
export const maximumItemIdLength = 500;
/** The query or pattern of a replacing term, and what it is replaced by where that is no address. */
export const maximumFixitLength = 200;
/** Steps of a pattern once it is compiled; each letter of a query takes as many at most. */
export const maximumPatternSteps = 300;

export const maximumPerPage = 100;
/** Filters of an answer, and the values of each. */
export const maximumFacets = 20;
export const maximumFacetValues = 50;
/** Categories side by side: more are none that people read, so the largest are shown. */
export const maximumCategories = 200;
/** What customers may sort by. */
export const maximumSortChoices = 20;
/** Categories of a collection that are sorted by themselves. */
export const maximumPathSorts = 1000;
/** What a text of a result may be cut to, in characters. */
export const leastCutLength = 10;
export const mostCutLength = 100_000;
/** Columns under the search box of a shop, and the entries of each. */
export const maximumPanelColumns = 10;
export const maximumColumnEntries = 20;

/** Characters of a query beyond this many are not read. */
export const maximumQueryLength = 256;
/** What the rows of a list are searched by, in characters. */
export const maximumListSearchLength = 200;

/** Rows that one call deletes, restores, copies, or turns on or off. */
export const maximumChosenRows = 10_000;
/** The file of rows that is imported, in rows and in bytes, and the mistakes in it that are told one by one. */
export const maximumFileRows = 10_000;
export const maximumRowFileBytes = 2_000_000;
/** Columns of such a file, and values of a list in one of its cells that are read. No field takes as many. */
export const maximumFileColumns = 1_000;
export const readListValues = 10_000;
export const toldMistakes = 100;
/** Rows of such a file that are told one by one before it is imported, and how much of a cell. */
export const toldFileRows = 20;
export const toldCellCharacters = 200;
/** The file of another service whose rules are imported, in bytes. */
export const maximumRuleFileBytes = 5_000_000;
/** Entries of such a file, or lines of one without JSON. Each becomes a few rules, or is told as left out. */
export const maximumRuleFileEntries = 50_000;
/** Files of rules that are read together; all of them may be as large as one. */
export const maximumRuleFiles = 100;

/** The file of all settings and rules of a project, in characters. */
export const maximumProjectFileBytes = 1_000_000;

export const toldLeftOutRules = 20;

/** What people weigh fields by goes up to so much, in tenths; beginnings of words are worth a whole word at most. */
export const mostWeight = 10;
export const mostWildcard = 1;

/** How long a deleted project can be restored, in days; then nothing of it is left. */
export const keptProjectDays = 30;

/** How long deleted rows can be restored, in minutes. */
export const restoreMinutes = 15;

/** Days of which every release can be restored, and days of which the last one of each day can; of older ones the list of changes stays. */
export const keptReleaseDays = 30;
export const keptDailyReleaseDays = 365;
/** More changed rows than this are counted in the history of a release, not told one by one; kinds of rules share them. */
export const toldReleaseChanges = 500;

/** How long answers to a shop are fresh, and then given while they are made again, in seconds: a day, and a week. */
export const maximumTtlSeconds = 86_400;
export const maximumGraceSeconds = 604_800;
/** How many calls a second a project may have answered: of one visitor of its shop, and of all of them. */
export const maximumVisitorCalls = 10_000;
export const maximumProjectCalls = 100_000;

/** Searches, or clicks: with fewer in both of two periods, a change says nothing. */
export const leastCompared = 20;
