import * as z from 'zod/mini';

export const ruleKinds = ['first', 'join', 'constant', 'none'] as const;
export const readings = ['', 'number', 'price', 'cents'] as const;

export const maximumRuleSources = 20;
const maximumNameLength = 200;
const maximumTextLength = 2000;
const maximumSeparatorLength = 20;

const FeedFieldName = z.string().check(z.minLength(1), z.maxLength(maximumNameLength));

export const FieldRule = z.object({
  /** `id`, a standard field or an own field. */
  to: z.string().check(z.maxLength(maximumNameLength), z.regex(/^[\p{Ll}\p{Lo}\p{N}_]+$/u, { error: 'notValid' })),
  how: z.enum(ruleKinds),
  /** In the order in which they are tried or joined. */
  from: z._default(z.array(FeedFieldName).check(z.maxLength(maximumRuleSources, { error: 'maximumLength' })), []),
  /** Separator of joined values, or the constant. White space counts. */
  text: z._default(z.string().check(z.maxLength(maximumTextLength, { error: 'maximumLength' })), ''),
  strips_html: z._default(z.boolean(), false),
  /** Splits text into a list; empty: no. */
  split_by: z._default(z.string().check(z.maxLength(maximumSeparatorLength, { error: 'maximumLength' })), ''),
  reads_as: z._default(z.enum(readings), ''),
});
export type FieldRule = z.output<typeof FieldRule>;

const maximumRules = 300;
const maximumLeftOut = 1000;

export const OwnMapping = z.object({
  rules: z.array(FieldRule).check(z.maxLength(maximumRules)),
  left_out: z.array(FeedFieldName).check(z.maxLength(maximumLeftOut)),
});
export type OwnMapping = z.output<typeof OwnMapping>;

export const nothingDecided: OwnMapping = { rules: [], left_out: [] };
