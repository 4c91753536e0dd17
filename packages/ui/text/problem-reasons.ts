import { msg } from './i18n.ts';

/** What can be wrong with an item, by the code that an import gives it. A test keeps it the same as the feeds' own list. */
export const problemReasons: Readonly<Record<string, string>> = {
  malformedRecord: msg('The item is not well-formed and was left out.'),
  recordTooLarge: msg('The item is larger than an item may be and was left out.'),
  recordTooDeep: msg('The item is nested deeper than an item may be and was left out.'),
  notAnObject: msg('This is a single value where an item with fields was expected.'),
  tooFewColumns: msg('The row has fewer cells than the header; the missing ones are empty.'),
  tooManyColumns: msg('The row has more cells than the header; the extra ones were left out.'),
  repairedText: msg('A character that is not allowed here was read as plain text.'),
  valueTooLong: msg('The value is longer than a value may be and was cut.'),
  tooManyValues: msg('The list has more values than a list may have; the rest was left out.'),
  tooManyFields: msg('The item has more fields than an item may have; the rest was left out.'),
  missingId: msg('The item has no id, so it was left out.'),
  idTooLong: msg('The id is longer than an id may be, so the item was left out.'),
  duplicateItem: msg('The same item is in the feed more than once; the first one stays.'),
  otherFeedItem: msg('The feed named beside the id has brought this item already, so it stays with that one.'),
  missingName: msg('The item has no name.'),
  badPrice: msg('The price is not a number.'),
  negativePrice: msg('The price is below zero and was left out.'),
  badUrl: msg('The address is not an http or https address and was left out.'),
  badNumber: msg('The value is not a number and was left out.'),
  wrongType: msg('The value does not fit the type of the field and was left out.'),
};
