import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';
import { firstTables } from '#server-kit/db/migrations/001-first-tables.ts';
import { itemSources } from '#server-kit/db/migrations/002-item-sources.ts';
import { schedules } from '#server-kit/db/migrations/003-schedules.ts';
import { mapping } from '#server-kit/db/migrations/004-mapping.ts';
import { collectionsAndSchema } from '#server-kit/db/migrations/005-collections-and-schema.ts';
import { ownItems } from '#server-kit/db/migrations/006-own-items.ts';
import { searchedTerms } from '#server-kit/db/migrations/007-searched-terms.ts';
import { languagesDropsAndAttempts } from '#server-kit/db/migrations/008-languages-drops-and-attempts.ts';
import { releases } from '#server-kit/db/migrations/009-releases.ts';
import { regenerations } from '#server-kit/db/migrations/010-regenerations.ts';
import { keptRows } from '#server-kit/db/migrations/011-kept-rows.ts';
import { keptPhrases } from '#server-kit/db/migrations/012-kept-phrases.ts';
import { whoGetsIn } from '#server-kit/db/migrations/013-who-gets-in.ts';
import { spreadAttempts } from '#server-kit/db/migrations/014-spread-attempts.ts';
import { uploads } from '#server-kit/db/migrations/015-uploads.ts';
import { indexHolders } from '#server-kit/db/migrations/016-index-holders.ts';
import { validatorsOfFeeds } from '#server-kit/db/migrations/017-validators-of-feeds.ts';
import { doneWork } from '#server-kit/db/migrations/018-done-work.ts';
import { smallPictures } from '#server-kit/db/migrations/035-small-pictures.ts';
import { stopwords } from '#server-kit/db/migrations/019-stopwords.ts';
import { fixits } from '#server-kit/db/migrations/020-fixits.ts';
import { curations } from '#server-kit/db/migrations/021-curations.ts';
import { boosts } from '#server-kit/db/migrations/022-boosts.ts';
import { validity } from '#server-kit/db/migrations/023-validity.ts';
import { blockedMembers } from '#server-kit/db/migrations/029-blocked-members.ts';
import { chosenLanguages } from '#server-kit/db/migrations/027-chosen-languages.ts';
import { fullBoosts } from '#server-kit/db/migrations/026-full-boosts.ts';
import { accounts } from '#server-kit/db/migrations/030-accounts.ts';
import { announcements } from '#server-kit/db/migrations/033-announcements.ts';
import { managedAccounts } from '#server-kit/db/migrations/031-managed-accounts.ts';
import { endpointCaching } from '#server-kit/db/migrations/038-endpoint-caching.ts';
import { singleSignOn } from '#server-kit/db/migrations/036-single-sign-on.ts';
import { shopEvents } from '#server-kit/db/migrations/039-shop-events.ts';
import { secondFactors } from '#server-kit/db/migrations/034-second-factors.ts';
import { plugin } from '#server-kit/db/migrations/040-plugin.ts';
import { checkItems } from '#server-kit/db/migrations/042-check-items.ts';
import { apiLogs } from '#server-kit/db/migrations/041-api-logs.ts';
import { packedSums } from '#server-kit/db/migrations/044-packed-sums.ts';
import { passwordResets } from '#server-kit/db/migrations/028-password-resets.ts';
import { boostDirections } from '#server-kit/db/migrations/025-boost-directions.ts';
import { wholeProjects } from '#server-kit/db/migrations/032-whole-projects.ts';
import { queryFixes } from '#server-kit/db/migrations/045-query-fixes.ts';
import { clickedItems } from '#server-kit/db/migrations/047-clicked-items.ts';
import { weeklyReports } from '#server-kit/db/migrations/046-weekly-reports.ts';
import { oldSecrets } from '#server-kit/db/migrations/050-old-secrets.ts';
import { lowerUnwanted } from '#server-kit/db/migrations/051-lower-unwanted.ts';
import { decidedPhrases } from '#server-kit/db/migrations/049-decided-phrases.ts';
import { searchQuality } from '#server-kit/db/migrations/048-search-quality.ts';
import { queryLog } from '#server-kit/db/migrations/043-query-log.ts';
import { resultSettings } from '#server-kit/db/migrations/037-result-settings.ts';
import { relevanceVersions } from '#server-kit/db/migrations/024-relevance-versions.ts';

/** In the order they were released. One that was released is never changed. */
export const migrations = (kind: DatabaseKind): Record<string, Migration> => ({
  '001-first-tables': firstTables(kind),
  '002-item-sources': itemSources(),
  '003-schedules': schedules(kind),
  '004-mapping': mapping(kind),
  '005-collections-and-schema': collectionsAndSchema(kind),
  '006-own-items': ownItems(kind),
  '007-searched-terms': searchedTerms(kind),
  '008-languages-drops-and-attempts': languagesDropsAndAttempts(kind),
  '009-releases': releases(kind),
  '010-regenerations': regenerations(kind),
  '011-kept-rows': keptRows(kind),
  '012-kept-phrases': keptPhrases(),
  '013-who-gets-in': whoGetsIn(kind),
  '014-spread-attempts': spreadAttempts(kind),
  '015-uploads': uploads(kind),
  '016-index-holders': indexHolders(kind),
  '017-validators-of-feeds': validatorsOfFeeds(),
  '018-done-work': doneWork(kind),
  '019-stopwords': stopwords(kind),
  '020-fixits': fixits(kind),
  '021-curations': curations(kind),
  '022-boosts': boosts(kind),
  '023-validity': validity(),
  '024-relevance-versions': relevanceVersions(),
  '025-boost-directions': boostDirections(),
  '026-full-boosts': fullBoosts(),
  '027-chosen-languages': chosenLanguages(),
  '028-password-resets': passwordResets(kind),
  '029-blocked-members': blockedMembers(),
  '030-accounts': accounts(kind),
  '031-managed-accounts': managedAccounts(),
  '032-whole-projects': wholeProjects(),
  '033-announcements': announcements(kind),
  '034-second-factors': secondFactors(kind),
  '035-small-pictures': smallPictures(),
  '036-single-sign-on': singleSignOn(kind),
  '037-result-settings': resultSettings(kind),
  '038-endpoint-caching': endpointCaching(kind),
  '039-shop-events': shopEvents(kind),
  '040-plugin': plugin(kind),
  '041-api-logs': apiLogs(kind),
  '042-check-items': checkItems(kind),
  '043-query-log': queryLog(kind),
  '044-packed-sums': packedSums(kind),
  '045-query-fixes': queryFixes(kind),
  '046-weekly-reports': weeklyReports(kind),
  '047-clicked-items': clickedItems(kind),
  '048-search-quality': searchQuality(kind),
  '049-decided-phrases': decidedPhrases(),
  '050-old-secrets': oldSecrets(),
  '051-lower-unwanted': lowerUnwanted(),
});
