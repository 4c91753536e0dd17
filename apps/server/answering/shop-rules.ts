import { phrases } from '#features/data/phrases/phrases.contract.ts';
import { phraseRule } from '#features/data/phrases/server/phrases.rule.ts';
import { charFilters } from '#features/developer/chars-filter/chars-filter.contract.ts';
import { charFilterRule } from '#features/developer/chars-filter/chars-filter.rule.ts';
import { banners } from '#features/search-settings/banners/banners.contract.ts';
import { bannerRule } from '#features/search-settings/banners/banners.rule.ts';
import { bannersKey } from '#features/search-settings/banners/banners.store.ts';
import { boostKind } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostSettingsKey, boostsKey } from '#features/search-settings/boost-manager/server/boost-manager.store.ts';
import { boostRule, boostSettingsRule } from '#features/search-settings/boost-manager/server/boosts.rule.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { curationRule } from '#features/search-settings/curations/server/curations.rule.ts';
import { curationsKey } from '#features/search-settings/curations/server/curations.store.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { fixitRule } from '#features/search-settings/fixit/server/fixit.rule.ts';
import { stopwordsKey } from '#features/search-settings/stopwords/server/stopwords.store.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { synonymRule } from '#features/search-settings/synonyms/synonyms.rule.ts';
import type { RuleCompiler } from '#engine/query/pipeline.ts';
import { stopwordRule } from '#engine/query/stopword-rule.ts';
import type { CompiledSource } from '#server/rules/releases/rule-source.ts';

const compiled = <Row, Prepared>(
  key: string,
  { isOfCollection }: { readonly isOfCollection: boolean },
  rule: RuleCompiler<Row, Prepared>,
): CompiledSource => ({ ...(rule as unknown as CompiledSource), key, scope: isOfCollection ? 'collection' : 'project' });

/** Rule compilers of all features; a test compares them with the registered sources. */
export const shopRules: readonly CompiledSource[] = [
  compiled('character-filters', charFilters, charFilterRule),
  compiled('synonyms', synonyms, synonymRule),
  compiled('fixits', fixits, fixitRule),
  compiled('phrases', phrases, phraseRule),
  compiled(stopwordsKey, stopwords, stopwordRule),
  compiled(boostsKey, boostKind, boostRule),
  compiled(boostSettingsKey, boostKind, boostSettingsRule),
  compiled(curationsKey, curations, curationRule),
  compiled(bannersKey, banners, bannerRule),
];
