import { errors } from '#contract/errors.ts';

/** English texts; `{name}` is a detail. Codes are stored with imports: renaming one needs a migration. */
export const feedFailures = {
  badUrl: 'This is not a valid address. Use one that begins with https:// and names a host.',
  badProtocol: 'Feeds are fetched by http and https only, not by “{protocol}”. Use an address that begins with https://.',
  privateAddress:
    '“{host}” is in a private network, so it is not fetched. Use a public address, or ask your administrator to allow the host.',
  unknownHost:
    'The host “{host}” was not found on the internet. Check the address for typos. Hosts in private networks have to be allowed by your administrator.',
  connectionFailed: 'The host “{host}” could not be reached ({reason}). Check that the shop is online.',
  tooManyRedirects: 'The address redirects more than {maxRedirects} times. Use the final address.',
  accessDenied:
    'The host “{host}” answered {status} and gave no feed. Check the user and password in the address, or that the shop lets this server in.',
  feedGone: 'The host “{host}” answered {status}: there is no feed at this address. Check the address or try again.',
  hostBusy: 'The host “{host}” answered {status}: it is busy or broken. Try again later.',
  unexpectedStatus: 'The host “{host}” answered {status} instead of a feed. Open the address in a browser to see what it offers.',
  timeout: 'The host “{host}” took too long. Check that the feed opens in a browser, and make it smaller or faster.',
  connectionCut: 'The host “{host}” closed the connection before the feed was complete. Try again.',
  aborted: 'The import was stopped. Import the feed again.',
  tooLarge: 'The feed is larger than {maxBytes}. Split it, or offer it compressed.',
  unpackedTooLarge: 'The feed is larger than {maxBytes} once it is unpacked. Split it into several feeds.',
  bomb: 'The feed unpacks to more than {maxRatio} times its size, which no real feed does. Offer it without compression.',
  tooManyLayers: 'The feed is compressed more than {maxLayers} times over. Compress it once.',
  unknownCompression: 'The feed is compressed with “{compression}”, which is not supported. Offer it plain or as gzip.',
  badCompression: "The compressed feed can't be unpacked. Offer it plain or as gzip.",
  cutArchive: 'The compressed feed ends in the middle. Check that the shop finishes writing it.',
  truncated: 'The feed ends in the middle, after {count} items. Check that the shop finishes writing it.',
  unknownEncoding: 'The feed is in “{encoding}”, which can not be read. Offer it in UTF-8, or set the encoding of the feed.',
  emptyFeed: 'The feed is empty. Check that the shop finishes writing it.',
  webPage:
    'This is a web page, not a feed. Open the address in a private browser window: it may ask for a sign-in or show an error.',
  errorAnswer: 'The address answered with an error instead of a feed: “{message}”. Check the address and its key or password.',
  sitemap:
    'This is a sitemap, which lists pages for search engines and not products. Look in your shop system for a product feed, such as one for Google or a price comparison site.',
  robots:
    'This is robots.txt, which tells search engines what to visit. Look in your shop system for a product feed, such as one for Google or a price comparison site.',
  textAnswer:
    'This is text without columns, not a feed. Open the address in a browser to see what it offers, and choose XML, CSV or JSON in your shop system.',
  workbook: 'This is a spreadsheet of Excel or LibreOffice, not a feed. Save it as CSV (UTF-8) and offer that file.',
  archive:
    'This is an archive such as RAR or 7-Zip, not a feed. Unpack it and offer the XML, CSV or JSON file inside, or pack that file with ZIP or gzip.',
  archiveFiles:
    'This ZIP archive holds several feeds, such as “{first}” and “{second}”. Offer each of them alone, at an address of its own.',
  archiveNoFeed:
    'This ZIP archive holds no XML, CSV or JSON file. The first file in it is “{file}”. Pack the feed itself, and only once.',
  archiveLocked: 'The file “{file}” in this ZIP archive can only be opened with a password. Pack it without one.',
  archiveMethod:
    'The file “{file}” in this ZIP archive is compressed in an unusual way. Pack it as an ordinary ZIP archive, or with gzip.',
  pdf: 'This is a PDF document, not a feed. Ask your shop system for an export in XML, CSV or JSON.',
  picture: 'This is a picture, not a feed. Offer XML, CSV or JSON.',
  binaryFile: 'This is a program or a database, not a feed. Offer XML, CSV or JSON.',
  yaml: 'This is a YAML file, not a feed. Offer the same data as JSON, XML or CSV.',
  plainText: 'This is text without columns, not a feed. Offer XML, CSV or JSON.',
  doctype: 'The feed has a DOCTYPE or another declaration, which is refused for security. Remove it from the feed.',
  malformedXml: 'The feed is not well-formed XML near line {line}: {tag} has no beginning. Check it with an XML validator.',
  malformedJson: 'The feed is not valid JSON: it has a closing bracket too many. Check it with a JSON validator.',
  tooDeep: 'The feed is nested more than {maxLevels} levels deep. No feed needs that; check how the shop writes it.',
  tooManyColumns: 'The file has more than {maxColumns} columns. Check its separator.',
  lineTooLong: 'Line {line} has more than {maxChars} characters. Check the line breaks of the file.',
  textTooLong: 'The feed has a tag or a text of more than {maxChars} characters. Check that its tags and quotes are closed.',
  needTagName: 'No item element was recognised in the feed. Choose the element that is repeated for every item.',
  noRows: 'The file has no rows below its header. Check that the shop finishes writing it.',
  noElement: 'The feed was read to its end and has no <{tagName}> in it. Check the name of the item element.',
  noListedItem: 'The feed was read to its end and has no items. Check which list of it holds the items.',
  template:
    'This is the template of a feed, with placeholders such as “{value}” instead of products. Use the address at which your shop publishes the finished feed.',
  noItem: 'The feed was read to its end and has no items. Check that the shop puts its products into it.',
} as const;

export const importFailures = {
  ...feedFailures,
  noUsableItem: 'No item of the feed could be used. Look at the error data, correct the feed and import it again.',
  noAvailability:
    'The feed of prices and stock has no ids with a price or a stock beside them. Offer the same ids as in the feed of the items.',
  passwordUnreadable:
    'The password or key in the address was stored with another key of this server, so it can not be read. Enter the whole address again.',
  uploadGone: errors.uploadGone.text,
  heldGone: 'What this import had built is no longer there. Import the feed again.',
  heldDamaged:
    'What this import had built is damaged on the disk of the server, so it can not be published. The items of the shop are as before. Import the feed again.',
  diskFull:
    'The disk of the server had no room left for this import. Nothing has changed. Make room on the disk, then import the feed again.',
  storageFailed:
    'The server could not write what this import had built: {reason}. Nothing has changed. Whoever runs this server has to look after its disk; import the feed again then.',
  filesAway:
    'The place where this server keeps uploads and records of feeds did not answer. Nothing has changed. Import the feed again in a few minutes; if that happens once more, ask whoever runs this server.',
  cutOff: 'The import was cut off several times. Import the feed again; if that happens once more, ask whoever runs this server.',
} as const;

export const feedWarnings = {
  encodingMismatch:
    "The feed declares {said}, but isn't in it. It was read as {encoding}. If letters look wrong, set the encoding of the feed.",
  unsaidEncoding:
    'The feed declares no encoding and is not in UTF-8. It was read as {encoding}. If letters look wrong, set the encoding of the feed.',
  unknownEncoding: 'The feed declares the unknown encoding “{said}”. It was read as {encoding}.',
  invalidBytes:
    'Some lines of the feed are not in UTF-8. They were read as {encoding}. If letters look wrong, set the encoding of the feed.',
  typeMismatch: 'The feed is set to {said}, but it is {type} and was read as such.',
  noHeader:
    'The first row of the file is an item already, so the columns are called by their numbers. Set the headers of the feed, or map the columns.',
  generatedIds:
    'The feed has no id, so ids are made from “{field}”. An item whose {field} changes becomes another item. Offer a field that stays the same.',
  completedAddresses:
    'Addresses in “{field}” have no host, so they were completed with {base}. If they do not open, write whole addresses into the feed.',
  otherEditions: 'We skipped {count} rows that repeat an item in another “{field}”. To include them, add a separate feed.',
  noneHas: 'No item has a value for “{field}”. If the feed has it under another name, choose that in the mapping.',
  leftOutField:
    '“{from}” is named like “{field}”, but has values such as “{value}”, so it is a separate field. To use it, choose it in the mapping.',
  otherLanguage:
    'The items look like {found}, but the project is in {expected}, so word forms may not be recognised. Use a feed in {expected}, or a project in {found}.',
  privateFields:
    '{count} fields look like purchase prices, suppliers or internal notes, so they are hidden from your shop: {fields}.',
  unpublishedItems:
    'We skipped {count} items that are drafts, archived or hidden in the shop (“{field}”). To include them, publish them in the shop.',
  hiddenItems:
    'We skipped {count} rows that are hidden in the shop and belong to no product of the feed. To include them, make them visible in the shop.',
} as const;

export type FeedFailureCode = keyof typeof feedFailures;

export type ImportDetails = Readonly<Record<string, string | number>>;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
/** Numeric details. */
type NumberName = 'count' | 'line' | 'status' | `max${string}`;
type DetailsOf<Text> = { readonly [Name in Names<Text>]: Name extends NumberName ? number : string };
type Finding<Texts> = { [Code in keyof Texts]: { readonly code: Code; readonly details: DetailsOf<Texts[Code]> } }[keyof Texts];

export type FeedFailure = Finding<typeof feedFailures>;
export type FeedWarning = Finding<typeof feedWarnings>;

export const problemTexts = {
  malformedRecord: 'The item is malformed and was skipped.',
  recordTooLarge: 'The item is too large and was skipped.',
  recordTooDeep: 'The item is nested too deeply and was skipped.',
  notAnObject: 'This is a single value where an item with fields was expected.',
  tooFewColumns: 'The row has fewer cells than the header; the missing ones are empty.',
  tooManyColumns: 'The row has more cells than the header; the extra ones were skipped.',
  repairedText: 'A character that is not allowed here was read as plain text.',
  valueTooLong: 'The value is too long and was cut.',
  tooManyValues: 'The list has too many values; the rest was skipped.',
  tooManyFields: 'The item has too many fields; the rest was skipped.',
  missingId: 'The item has no id, so it was skipped.',
  idTooLong: 'The id is too long, so the item was skipped.',
  duplicateItem: 'The item is in the feed more than once; the first one is used.',
  otherFeedItem: 'The item is already in the feed named beside the id.',
  missingName: 'The item has no name.',
  badPrice: 'The price is not a number.',
  negativePrice: 'The price is below zero and was skipped.',
  badUrl: 'The address is not an http or https address and was skipped.',
  badNumber: 'The value is not a number and was skipped.',
  wrongType: 'The value does not fit the type of the field and was skipped.',
} as const;

export type ProblemReason = keyof typeof problemTexts;

export type ProblemSeverity = 'error' | 'warning';

export interface ItemProblem {
  /** The item's field, or else the feed's; null for the whole item. */
  readonly field: string | null;
  readonly value: string;
  readonly reason: ProblemReason;
  readonly severity: ProblemSeverity;
}
