import * as z from 'zod/mini';
import { requiredText } from '#contract/fields.ts';

/** `https://…`, `www.…` and `host.example/…`. A domain alone is how many a shop is called. */
const webAddress = /(?:\w+:)?\/\/\S*|\bwww\.\S*|[\p{L}\d-]+(?:\.[\p{L}\d-]+)+\/\S*/giu;
/** Control characters, and those that turn the direction of writing. */
const unwritten = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

/** A name of a person or a project. It goes into mails to strangers, so it holds no address that they might open. */
export const PlainName = requiredText().check(z.refine((name) => name === withoutAddresses(name), { error: 'webAddressInName' }));

/** A name as it stands in a mail, also one of before it was checked. */
export const withoutAddresses = (name: string): string => name.replaceAll(unwritten, ' ').replaceAll(webAddress, '…').trim();
