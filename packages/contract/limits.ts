/** Limits on user data. Limits of one feature are in its contract or service. */

/** Per owner; administrators may have more. */
export const maximumProjects = 50;

/** Rows per project or collection. */
export const maximumSynonyms = 10_000;
export const maximumCharFilters = 500;
/** All ten sets have 2,887 words. */
export const maximumStopwords = 5000;
export const maximumFixits = 10_000;
export const maximumPatterns = 500;
/** Visitors who bought or viewed two items on one day: one order proves nothing. */
export const leastPaired = 3;
export const pairedDays = 90;

/** In a collection. */
export const maximumCurations = 2000;
/** In a collection. */
export const maximumBanners = 500;
/** Includes phrases found in items and searches. */
export const maximumPhrases = 3000;

/** Per collection. Every search evaluates all. */
export const maximumBoosts = 200;
export const maximumBoostValues = 500;
export const maximumBoost = 1_000_000;

/** Per collection. Each is searched after every change. */
export const maximumCheckItems = 200;
export const maximumCheckedQueryLength = 200;
/** Kept checks: the latest, then one a day. */
export const keptChecks = 100;
export const keptCheckDays = 365;

/** Characters of all rows of a kind in a project. */
export const maximumRuleCharacters = 1_000_000;

export const maximumSynonymWords = 20;
export const maximumSynonymLength = 60;
export const maximumCharFilterLength = 20;
export const maximumStopwordLength = 200;
export const maximumPhraseLength = 100;
export const maximumCurationQueries = 100;
export const maximumCurationQueryLength = 200;
export const maximumCuratedItems = 1000;
export const maximumCategoryLength = 1000;
export const maximumItemIdLength = 500;
export const maximumFixitLength = 200;
/** Per letter of a query, once compiled. */
export const maximumPatternSteps = 300;

export const maximumPerPage = 100;
export const maximumFacets = 20;
/** Unless more are asked for. */
export const maximumFacetValues = 50;
export const maximumAskedFacetValues = 1000;
/** Siblings; only the largest are shown. */
export const maximumCategories = 200;
export const maximumSortChoices = 20;
export const maximumPathSorts = 1000;
export const leastCutLength = 10;
export const mostCutLength = 100_000;
export const maximumPanelColumns = 10;
export const maximumColumnEntries = 20;

/** The rest of a query is ignored. */
export const maximumQueryLength = 256;
export const maximumListSearchLength = 200;

export const maximumChosenRows = 10_000;
export const maximumFileRows = 10_000;
export const maximumRowFileBytes = 2_000_000;
export const maximumFileColumns = 1_000;
export const readListValues = 10_000;
export const reportedMistakes = 100;
export const maximumRuleFileBytes = 5_000_000;
/** Entries or lines of such a file. */
export const maximumRuleFileEntries = 50_000;
/** Files read together; the size limit is for all. */
export const maximumRuleFiles = 100;

/** In characters. */
export const maximumProjectFileBytes = 1_000_000;

export const listedSkippedRules = 20;

export const maximumReleaseNameLength = 60;
export const maximumReleaseCommentLength = 500;
/** In an A/B test. */
export const maximumTestedRows = 10_000;
/** Percent of visitors in group B. */
export const experimentShares = { least: 5, most: 95 } as const;
/** Days, at most as many as single searches are kept. */
export const longestExperimentDays = 90;
/** The goal of tests that mix both lists. Stored: renaming it needs a migration. */
export const mixedGoal = 'preferred';
export const listedExperiments = 50;

/** Waiting for their moment, per project. */
export const maximumPlannedReleases = 20;

export const mostWeight = 10;
export const mostWildcard = 1;

/** Then it is erased. */
export const keptProjectDays = 30;

export const restoreMinutes = 15;

export const keptReleaseDays = 30;
export const keptDailyReleaseDays = 365;
/** Changes of a release that are listed; more are counted. */
export const listedReleaseChanges = 500;

export const maximumTtlSeconds = 86_400;
export const maximumGraceSeconds = 604_800;
export const maximumVisitorCalls = 10_000;
export const maximumProjectCalls = 100_000;

/** With fewer in both periods a change is noise. */
export const leastCompared = 20;

/** Apart from the endpoint, so that a failing page needs no schema. */
export const consoleErrorsPath = '/api/console-errors';

/** In characters. */
export const consoleErrorLengths = { message: 500, stack: 4000, path: 200 } as const;
