import * as z from 'zod/mini';
import { dayMs } from '#contract/days.ts';
import { collection, frontCall, itemId, token, visitor } from '#features/front-api/front-call.contract.ts';

export const maximumEvents = 100;
export const eventsBodyLimitBytes = 64 * 1024;
/** Tolerance of visitors' clocks. */
export const oldestEventMilliseconds = 3 * dayMs;
const maximumPosition = 10_000;
const maximumQuantity = 100_000;
/** Price times quantity. A sum of a day overflows after 900,000 such purchases. */
const maximumAmount = 10_000_000_000;
const maximumIdLength = 64;

export const eventTypes = ['impression', 'click', 'cart', 'purchase'] as const;
export type EventType = (typeof eventTypes)[number];

const wholeUpTo = (most: number) => z.optional(z.int().check(z.positive(), z.maximum(most)));

const Price = z
  .number({ error: 'priceNotValid' })
  .check(z.nonnegative({ error: 'priceNotValid' }), z.maximum(maximumAmount, { error: 'priceNotValid' }));

const EventFields = z.object({
  /** Deduplicates repeated events. */
  id: z.optional(z.string().check(z.minLength(1), z.maxLength(maximumIdLength))),
  type: z.enum(eventTypes),
  item_id: itemId,
  /** Of the response with the item. */
  query_id: z.optional(z.string().check(z.maxLength(maximumIdLength))),
  /** Position in that response, from 1. */
  position: wholeUpTo(maximumPosition),
  quantity: wholeUpTo(maximumQuantity),
  /** Unit price in `currency`. */
  price: z.optional(Price),
  /** ISO 4217, such as `EUR`. Default: the project's. */
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** Epoch milliseconds. Default, also for times outside of the last three days: now. */
  at: z.optional(z.number()),
});
export const ShopEvent = EventFields.check(
  z.refine(({ price = 0, quantity = 1 }) => price * quantity <= maximumAmount, {
    error: 'amountTooLarge',
    path: ['price'],
    params: { max: maximumAmount },
  }),
);
export type ShopEvent = z.output<typeof ShopEvent>;

const Remark = z.object({ index: z.number(), code: z.string(), message: z.string() });

export const frontEvents = frontCall('POST /front/events', {
  summary: 'Records impressions, clicks, cart additions and purchases',
  input: z.object({
    token,
    collection,
    visitor,
    events: z.array(ShopEvent).check(z.minLength(1), z.maxLength(maximumEvents)),
  }),
  output: z.object({
    accepted_count: z.number(),
    /** Bots, console users, and excess events of one address. */
    ignored_count: z.number(),
    refused: z.array(Remark),
    /** Purchases that are counted without their amount. */
    without_amount: z.array(Remark),
  }),
  bodyLimitBytes: eventsBodyLimitBytes,
  keyRight: 'events',
  errors: ['bodyTooLarge'],
  example: {
    input: {
      visitor: 'v-19f3',
      events: [
        { id: 'e-1', type: 'click', item_id: 'kettle-1', query_id: '7c0b7c52-3f0e-4b7d-9a39-0d7f0b1f2b61', position: 1 },
        { id: 'e-2', type: 'purchase', item_id: 'kettle-1', quantity: 1, price: 890, currency: 'CZK' },
      ],
    },
    output: { accepted_count: 2, ignored_count: 0, refused: [], without_amount: [] },
  },
});
