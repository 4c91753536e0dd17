import * as z from 'zod/mini';

/** The four words for whether an item can be bought. */
const availabilities = ['in_stock', 'out_of_stock', 'preorder', 'backorder'] as const;

const described = <Schema extends z.ZodMiniType>(schema: Schema, meaning: string): Schema =>
  schema.check(z.describe(meaning)) as Schema;
const text = (description: string) => described(z.string(), description);
const optionalText = (description: string) => z.optional(text(description));
const amount = (description: string) => z.optional(described(z.number().check(z.minimum(0)), description));
const oneOrMore = (description: string) => z.optional(described(z.union([z.string(), z.array(z.string())]), description));

/** One item of the feed format that is Aisle's own. Whatever else an item has are fields of the shop's own. */
export const AisleItem = z.catchall(
  z.object({
    id: described(z.string().check(z.minLength(1), z.maxLength(256)), 'Unique in the feed and the same in every import.'),
    name: text('What customers see.'),
    description: optionalText('Plain text or HTML, which is read as plain text.'),
    brand: optionalText('Who makes it.'),
    category: oneOrMore('A path such as "Garden > Mowers". Several paths, each of two levels or more, are a list.'),
    price: amount('What a customer pays, tax included.'),
    price_before: amount('The price before a discount.'),
    currency: z.optional(described(z.string().check(z.regex(/^[A-Z]{3}$/)), 'ISO 4217, such as "CZK".')),
    image: optionalText('The address of a picture, http or https.'),
    url: optionalText('The address of the page of the item, http or https.'),
    availability: z.optional(described(z.enum(availabilities), 'Whether it can be bought.')),
    ean: oneOrMore('EAN, UPC or ISBN. Leading zeros count.'),
    product_code: oneOrMore('The code of the shop or of the maker.'),
    item_group: optionalText('The same for all variants of one product, which are shown as one result.'),
    popularity: z.optional(described(z.number(), 'More is shown higher, such as pieces sold in a month.')),
  }),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]),
);
