import { serveInvitations } from '#features/access-management/invitations/server/invitations.server.ts';
import { serveUsers } from '#features/access-management/users/server/users.server.ts';
import { serveAccount } from '#features/account/server/account.server.ts';
import { serveProfile } from '#features/account/profile/server/profile.server.ts';
import { servePersonalData } from '#features/account/profile/server/personal-data.server.ts';
import { servePasswordReset } from '#features/account/server/password-reset.server.ts';
import { serveSecondFactor } from '#features/account/server/second-factor.server.ts';
import { serveSingleSignOn } from '#features/account/server/single-sign-on.server.ts';
import { serveSignUp } from '#features/account/sign-up/sign-up.server.ts';
import { serveFixProblem } from '#features/analytics/fix-problem/server/fix-problem.server.ts';
import { serveImpact } from '#features/analytics/impact/server/impact.server.ts';
import { serveMadeUpVisitors } from '#features/analytics/made-up-visitors/server/made-up-visitors.server.ts';
import { serveSearchHistory } from '#features/analytics/search-history/server/search-history.server.ts';
import { serveSearchQuality } from '#features/analytics/search-quality/server/search-quality.server.ts';
import { serveQueryNow, serveSearchTrends } from '#features/analytics/search-trends/server/search-trends.server.ts';
import { serveSearchesWithoutResults } from '#features/analytics/searches-without-results/server/searches-without-results.server.ts';
import { serveStatistics } from '#features/analytics/statistics/server/statistics.server.ts';
import { serveTrendingItems } from '#features/analytics/trending-items/server/trending-items.server.ts';
import { serveUbiExport } from '#features/analytics/ubi-export/server/ubi-export.server.ts';
import { serveWeeklyReport } from '#features/analytics/weekly-report/server/weekly-report.server.ts';
import { serveDashboard } from '#features/dashboard/server/dashboard.server.ts';
import { serveCollections } from '#features/data/collections/server/collections.server.ts';
import { removeFeedItems } from '#features/data/feeds/server/feeds.service.ts';
import { serveEmbeddings } from '#features/data/embeddings/server/embeddings.server.ts';
import { serveSchema } from '#features/data/schema/server/schema.server.ts';
import { serveFeedTest } from '#features/data/feed-test/server/feed-test.server.ts';
import type { RunFeedTest } from '#features/data/feed-test/server/feed-test.task.ts';
import type { RunImport } from '#features/data/imports/server/imports.task.ts';
import { serveErrorData } from '#features/data/error-data/server/error-data.server.ts';
import { serveFeeds } from '#features/data/feeds/server/feeds.server.ts';
import { serveImports } from '#features/data/imports/server/imports.server.ts';
import { type ImportPlaces, runImports } from '#features/data/imports/server/import-jobs.service.ts';
import { runAvailabilityUpdates } from '#features/data/schedules/server/availability.service.ts';
import type { RunAvailability } from '#features/data/schedules/server/availability.run.ts';
import { serveSchedules } from '#features/data/schedules/server/schedules.server.ts';
import { serveMapping } from '#features/data/mapping/server/mapping.server.ts';
import { serveItemApi } from '#features/data/item-api/server/item-api.server.ts';
import { serveAnalyze } from '#features/developer/analyze/server/analyze.server.ts';
import { serveCharFilters } from '#features/developer/chars-filter/chars-filter.server.ts';
import { serveCheckItems } from '#features/developer/check-items/server/check-items.server.ts';
import { serveCompareResults } from '#features/developer/compare-results/server/compare-results.server.ts';
import { serveAgents } from '#features/developer/agents/server/agents.server.ts';
import { serveCredentials } from '#features/developer/credentials/server/credentials.server.ts';
import { serveKeys } from '#features/developer/credentials/server/keys.server.ts';
import { serveCatalogSettings } from '#features/developer/catalog-settings/server/catalog-settings.server.ts';
import { serveResultSettings } from '#features/developer/result-settings/server/result-settings.server.ts';
import { serveEndpoints } from '#features/developer/endpoints/server/endpoints.server.ts';
import { servePhrases } from '#features/data/phrases/server/phrases.server.ts';
import { serveAisleDocuments } from '#features/developer/documents/server/aisle-documents.server.ts';
import { serveDocuments } from '#features/developer/documents/server/documents.server.ts';
import { serveMissingItem } from '#features/developer/query-tester/server/missing-item.server.ts';
import { serveDemoShop } from '#features/developer/plugin/server/demo-shop.server.ts';
import { servePlugin } from '#features/developer/plugin/server/plugin.server.ts';
import { servePublishedRows } from '#features/developer/published-rows/server/published-rows.server.ts';
import { serveQueryTester } from '#features/developer/query-tester/server/query-tester.server.ts';
import { serveConsoleAutocomplete } from '#features/front-api/autocomplete/server/autocomplete.server.ts';
import { serveFrontApi } from '#features/front-api/server/front-api.server.ts';
import { serveExampleQueries } from '#features/front-api/searched-terms/server/example-queries.server.ts';
import { serveConsoleErrors } from '#features/general/console-errors/server/console-errors.server.ts';
import { serveQuickSearch } from '#features/general/quick-search/quick-search.server.ts';
import { serveMessages } from '#features/general/messages/server/messages.server.ts';
import { serveProjectFile } from '#features/owner/project-file/server/project-file.server.ts';
import { serveProjects, serveSamplePictures } from '#features/owner/projects/server/projects.server.ts';
import { serveOwnership, serveProjectSettings } from '#features/owner/projects/server/project-settings.server.ts';
import { serveProjectDeletion } from '#features/owner/projects/server/deletion.server.ts';
import { serveBanners } from '#features/search-settings/banners/banners.server.ts';
import { serveCurations, serveCatalogueItems } from '#features/search-settings/curations/server/curations.server.ts';
import { serveBoostManager } from '#features/search-settings/boost-manager/server/boost-manager.server.ts';
import { serveFixitEffects, serveFixits } from '#features/search-settings/fixit/server/fixit.server.ts';
import { servePublishGate } from '#features/search-settings/publish-gate/server/publish-gate.server.ts';
import { serveExperiments } from '#features/search-settings/experiments/server/experiments.server.ts';
import { serveProposedSynonyms } from '#features/search-settings/synonyms/proposed-synonyms.server.ts';
import { serveLearned } from '#features/search-settings/learned/server/learned.server.ts';
import { serveRelevanceTuning } from '#features/search-settings/relevance-tuning/server/relevance-tuning.server.ts';
import { serveLinter } from '#features/search-settings/linter/linter.server.ts';
import { serveReleases } from '#features/search-settings/releases/server/releases.server.ts';
import { serveRuleImport } from '#features/search-settings/rule-import/server/rule-import.server.ts';
import { serveStopwords } from '#features/search-settings/stopwords/server/stopwords.server.ts';
import { serveSynonyms } from '#features/search-settings/synonyms/synonyms.server.ts';
import { serveAllUsers } from '#features/super-admin/all-users/server/all-users.server.ts';
import { serveAnnouncement } from '#features/super-admin/announcement/announcement.server.ts';
import { serveApiLogs } from '#features/super-admin/api-logs/server/api-logs.server.ts';
import { serveServerSettings } from '#features/super-admin/server-settings/server-settings.server.ts';
import type { App } from '#server/app/app.ts';
import { serveBatches } from '#server/app/batch.ts';

export interface Runs {
  readonly runImport: RunImport;
  readonly runAvailability: RunAvailability;
  readonly runFeedTest: RunFeedTest;
}

export const features = (
  { runImport, runAvailability, runFeedTest }: Runs,
  places: ImportPlaces,
): readonly ((app: App) => void)[] => [
  serveBatches,
  serveAccount,
  serveSignUp,
  servePasswordReset,
  serveProfile,
  servePersonalData,
  serveSecondFactor,
  serveSingleSignOn,
  serveInvitations,
  serveUsers,
  serveAllUsers,
  serveAnnouncement,
  serveApiLogs,
  serveServerSettings,
  serveProjects,
  serveProjectSettings,
  serveProjectFile,
  serveProjectDeletion,
  serveOwnership,
  serveSamplePictures,
  serveDashboard,
  serveStatistics,
  serveImpact,
  serveMadeUpVisitors,
  serveFixProblem,
  serveSearchHistory,
  serveUbiExport,
  serveWeeklyReport,
  serveSearchQuality,
  serveSearchTrends,
  serveQueryNow,
  serveSearchesWithoutResults,
  serveTrendingItems,
  serveCollections,
  serveEmbeddings,
  serveSchema,
  serveFeeds,
  (app) => serveFeedTest(app, runFeedTest, places.files),
  serveErrorData,
  serveMapping,
  (app) => runImports(app, runImport, places),
  serveSchedules,
  (app) => runAvailabilityUpdates(app, runAvailability),
  serveConsoleErrors,
  serveMessages,
  serveQuickSearch,
  removeFeedItems,
  serveImports,
  serveItemApi,
  servePhrases,
  serveSynonyms,
  serveStopwords,
  serveFixits,
  serveFixitEffects,
  serveCurations,
  serveBanners,
  serveBoostManager,
  serveCatalogueItems,
  serveLearned,
  serveProposedSynonyms,
  serveExperiments,
  serveRelevanceTuning,
  serveReleases,
  serveRuleImport,
  serveLinter,
  servePublishGate,
  servePlugin,
  serveDemoShop,
  serveQueryTester,
  serveMissingItem,
  serveCompareResults,
  serveCheckItems,
  serveAnalyze,
  serveDocuments,
  serveAisleDocuments,
  serveCharFilters,
  serveCredentials,
  serveAgents,
  serveKeys,
  serveResultSettings,
  serveCatalogSettings,
  serveEndpoints,
  servePublishedRows,
  serveFrontApi,
  serveConsoleAutocomplete,
  serveExampleQueries,
];
