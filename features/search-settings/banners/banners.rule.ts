import type { Banner } from '#contract/search.ts';
import type { RuleCompiler } from '#engine/query/pipeline.ts';
import { conditionOf, type Condition, Conditions, conditionKey, wholeKeys } from '#engine/query/conditions.ts';
import { stemsOf } from '#engine/query/rule-matching.ts';
import type { BannerRule } from './banners.contract.ts';

type Row = BannerRule & { readonly id: number };

interface Prepared {
  readonly name: string;
  readonly category: string;
  readonly queries: readonly string[];
  readonly conditions: readonly Condition[];
  readonly banner: Banner;
}

/** More would push the items off the page. */
export const mostBanners = 10;

/** All banners of a query or a category are shown, the oldest first. */
export const bannerRule: RuleCompiler<Row, Prepared> = {
  prepare: (
    { id, name, queries, match, category, place, item_position: position, image, alt, headline, text, link },
    analyser,
  ) => ({
    name,
    category,
    queries,
    conditions: queries.map((query) => conditionOf(analyser, { query, match })),
    banner: {
      id,
      place,
      ...(place === 'between' && { position }),
      image,
      alt: image === '' ? alt : alt || headline,
      headline,
      text,
      link,
    },
  }),
  merge(rows, analyser) {
    const byCategory = Map.groupBy(rows, ({ category }) => category);
    const conditions = new Conditions<Prepared[]>();
    const ofCondition = new Map<string, Prepared[]>();
    for (const row of rows)
      for (const condition of row.conditions) {
        const key = conditionKey(condition);
        const known = ofCondition.get(key);
        known?.push(row);
        if (known === undefined) conditions.add(condition, ofCondition.set(key, [row]).get(key)!);
      }
    return {
      stage: 'curations',
      words: () => rows.flatMap(({ queries }) => queries.flatMap(analyser.tokens)),
      apply(draft) {
        const found =
          draft.category === undefined
            ? [...wholeKeys(draft).map(conditions.whole), ...conditions.allIn(stemsOf(draft.typed))].flatMap((one) => one ?? [])
            : (byCategory.get(draft.category) ?? []);
        if (found.length === 0) return draft;
        const shown = [...new Set(found)].toSorted((one, other) => one.banner.id - other.banner.id).slice(0, mostBanners);
        return {
          ...draft,
          banners: [...(draft.banners ?? []), ...shown.map(({ banner }) => banner)],
          trace: [
            ...draft.trace,
            {
              step: 'banners',
              before: '',
              after: shown.map(({ name }) => name).join(', '),
              rows: shown.map(({ name, banner: { id } }) => ({ id, name })),
            },
          ],
        };
      },
    };
  },
};
