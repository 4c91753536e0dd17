import * as z from 'zod/mini';

/** How the values of a feed's fields become one value: the first that is there, all of them joined, a text, or nothing. */
export const ruleKinds = ['first', 'join', 'constant', 'none'] as const;
/** What a text is read as; empty leaves it to the field. */
export const readings = ['', 'number', 'price', 'cents'] as const;

export const maximumRuleSources = 20;
const maximumNameLength = 200;
const maximumTextLength = 2000;
const maximumSeparatorLength = 20;

const FeedFieldName = z.string().check(z.minLength(1), z.maxLength(maximumNameLength));

export const FieldRule = z.object({
  /** `id`, a standard field or a field of the shop's own. */
  to: z.string().check(z.maxLength(maximumNameLength), z.regex(/^[\p{Ll}\p{Lo}\p{N}_]+$/u, { error: 'notValid' })),
  how: z.enum(ruleKinds),
  /** Fields of the feed, in the order in which they are tried or joined. */
  from: z._default(z.array(FeedFieldName).check(z.maxLength(maximumRuleSources, { error: 'maximumLength' })), []),
  /** Between joined values, or the one value of all items. White space counts. */
  text: z._default(z.string().check(z.maxLength(maximumTextLength, { error: 'maximumLength' })), ''),
  strips_html: z._default(z.boolean(), false),
  /** Makes a list of a text; empty doesn't. */
  split_by: z._default(z.string().check(z.maxLength(maximumSeparatorLength, { error: 'maximumLength' })), ''),
  reads_as: z._default(z.enum(readings), ''),
});
export type FieldRule = z.output<typeof FieldRule>;

const maximumRules = 300;
const maximumLeftOut = 1000;

/** All that an owner decided about a feed's fields; the rest is proposed at every import. */
export const OwnMapping = z.object({
  rules: z.array(FieldRule).check(z.maxLength(maximumRules)),
  /** Fields of the feed that don't become fields of the items. */
  left_out: z.array(FeedFieldName).check(z.maxLength(maximumLeftOut)),
});
export type OwnMapping = z.output<typeof OwnMapping>;

export const nothingDecided: OwnMapping = { rules: [], left_out: [] };
