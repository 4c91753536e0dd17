import * as z from 'zod/mini';
import { crud, inCollection } from '#contract/crud.ts';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import {
  Id,
  linkChecks,
  linkOrPathChecks,
  longTextLength,
  Nothing,
  optionalText,
  requiredText,
  shortTextLength,
} from '#contract/fields.ts';
import {
  maximumBanners,
  maximumCategoryLength,
  maximumCuratedItems,
  maximumCurationQueries,
  maximumCurationQueryLength,
} from '#contract/limits.ts';
import { timedRuleFields, timedStates } from '#contract/rows/rule-fields.ts';
import { bannerPlaces } from '#contract/search.ts';
import { frontCall, token, visitor } from '#features/front-api/front-call.contract.ts';
import { curationMatches } from '#features/search-settings/curations/curations.contract.ts';

const usualPosition = 5;

/** A picture's; empty for none. */
const Address = z
  .string({ error: 'requiredField' })
  .check(z.trim(), z.maxLength(longTextLength, { error: 'maximumLength' }), ...linkChecks);
/** Also a path on the shop's own site: `/kettles`. */
const Link = z
  .string({ error: 'requiredField' })
  .check(z.trim(), z.maxLength(longTextLength, { error: 'maximumLength' }), ...linkOrPathChecks);
const place = { error: 'bannerPosition' } as const;

export const BannerFields = z.object({
  name: requiredText('requiredField'),
  queries: z
    .array(requiredText('requiredField', maximumCurationQueryLength), { error: 'requiredField' })
    .check(z.maxLength(maximumCurationQueries, { error: 'tooMany' })),
  match: z._default(z.enum(curationMatches), 'is'),
  /** A path, or empty for queries only. */
  category: optionalText(maximumCategoryLength),
  image: Address,
  alt: z.string({ error: 'requiredField' }).check(z.trim(), z.maxLength(shortTextLength, { error: 'maximumLength' })),
  headline: optionalText(),
  text: optionalText(longTextLength),
  link: z._default(Link, ''),
  place: z._default(z.enum(bannerPlaces), 'top'),
  /** Counted from 1, for a banner between items. */
  item_position: z._default(z.int().check(z.minimum(1, place), z.maximum(maximumCuratedItems, place)), usualPosition),
});
export type BannerRule = z.output<typeof BannerFields>;

type Given = Pick<BannerRule, 'queries' | 'category' | 'image' | 'headline' | 'alt'>;
const always = { when: () => true };
const isFilled = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';

const BannerInput = z.extend(BannerFields, timedRuleFields).check(
  z.refine<Given>(({ queries, category }) => !Array.isArray(queries) || queries.length > 0 || isFilled(category), {
    path: ['queries'],
    error: 'bannerForNothing',
    ...always,
  }),
  z.refine<Given>(({ image, headline }) => isFilled(image) || isFilled(headline), {
    path: ['headline'],
    error: 'bannerEmpty',
    ...always,
  }),
  z.refine<Given>(({ image, headline, alt }) => !isFilled(image) || isFilled(headline) || isFilled(alt), {
    path: ['alt'],
    error: 'requiredField',
    ...always,
  }),
);

/** In the last 30 days; null if none. */
const Count = z.nullable(z.number());

export const banners = crud({
  name: 'banner',
  paths: { list: '/api/banners', one: '/api/banner/{id}' },
  needs: 'search',
  input: BannerInput,
  shown: { view_count: Count, click_count: Count },
  scope: inCollection,
  filters: { state: z.optional(z.enum(timedStates)) },
  sorts: ['name', 'updated_at'],
  unique: ['name'],
  maximumRows: maximumBanners,
});
export type BannerRow = OutputOf<typeof banners.read>;

export const pictureLimitBytes = 2 * 1024 * 1024;
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export const uploadBannerPicture = endpoint('POST /api/banner_picture', {
  needs: 'search',
  summary: 'Takes a picture of a banner as the request body, and returns its address',
  input: z.object({}),
  output: z.object({ address: z.string() }),
  upload: true,
  errors: ['noPicture', 'bodyTooLarge', 'uploadsTooLarge', 'bodyTooSlow', 'filesAway'],
});

export const clickBanner = frontCall('POST /front/banner-click', {
  summary: 'Counts a click on a banner',
  input: z.object({ token, visitor, banner_id: Id }),
  output: Nothing,
  keyRight: 'events',
  example: { input: { visitor: 'v-19f3', banner_id: 7 }, output: {} },
});
