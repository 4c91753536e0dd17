export const trendsPath = '/analytics/trending-searches';
/** `?q=kettle` */
export const queryPath = `${trendsPath}/item`;
export const withoutResultsPath = '/analytics/searches-without-results';
export const itemsPath = '/analytics/trending-items';
/** `?id=7&c=1` */
export const itemPath = '/analytics/trending-item';
export const searchHistoryPath = '/analytics/history-query/search';
export const autocompleteHistoryPath = '/analytics/history-query/autocomplete';

export const testerPath = '/developer/query-tester';
export const curationPath = '/search-settings/curations/edit';
export const checkItemsPath = '/developer/check-items';
export const releasesPath = '/search-settings/releases';
export const feedsPath = '/data/import';
export const feedPath = `${feedsPath}/edit`;
