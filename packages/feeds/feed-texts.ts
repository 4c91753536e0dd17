import { errors } from '#contract/errors.ts';

/** English texts; `{name}` is a detail. Codes are stored with imports: renaming one needs a migration. */
export const feedFailures = {
  badUrl: 'Invalid address. Use one that begins with https:// and names a host.',
  badProtocol: 'Feeds can’t be fetched by “{protocol}”. Use https://.',
  privateAddress: '“{host}” is in a private network. Use a public address, or ask your administrator to allow it.',
  unknownHost: '“{host}” was not found. Check for typos. Private hosts must be allowed by your administrator.',
  connectionFailed: '“{host}” could not be reached ({reason}). Check that the shop is online.',
  tooManyRedirects: 'More than {maxRedirects} redirects. Use the final address.',
  accessDenied: '“{host}” answered {status}. Check the user and password, or let this server in.',
  feedGone: '“{host}” answered {status}: no feed at this address. Check it or try again.',
  hostBusy: '“{host}” answered {status}: busy or broken. Try again later.',
  unexpectedStatus: '“{host}” answered {status}. Open the address in a browser.',
  timeout: '“{host}” took too long. Make the feed smaller or faster.',
  connectionCut: '“{host}” closed the connection early. Try again.',
  aborted: 'The import was stopped. Import the feed again.',
  tooLarge: 'The feed exceeds {maxBytes}. Split or compress it.',
  unpackedTooLarge: 'The unpacked feed exceeds {maxBytes}. Split it.',
  bomb: 'The feed unpacks to over {maxRatio} times its size. Offer it uncompressed.',
  tooManyLayers: 'The feed is compressed over {maxLayers} times. Compress it once.',
  unknownCompression: 'The compression “{compression}” is not supported. Use gzip or none.',
  badCompression: 'The feed can’t be unpacked. Offer it plain or as gzip.',
  cutArchive: 'The compressed feed is truncated. Check that the shop finishes writing it.',
  truncated: 'The feed ends in the middle, after {count} items. Check that the shop finishes writing it.',
  unknownEncoding: 'The encoding “{encoding}” isn’t supported. Use UTF-8, or set the encoding of the feed.',
  emptyFeed: 'The feed is empty. Check that the shop finishes writing it.',
  webPage: 'This is a web page. Open the address in a private window: it may need a sign-in.',
  errorAnswer: 'The address returned an error: “{message}”. Check it and its key or password.',
  sitemap: 'This is a sitemap of pages. Find a product feed in your shop system, such as for Google.',
  robots: 'This is robots.txt. Find a product feed in your shop system, such as for Google.',
  textAnswer: 'This is text without columns. Choose XML, CSV or JSON in your shop system.',
  workbook: 'This is an Excel or LibreOffice spreadsheet. Save it as CSV (UTF-8).',
  archive: 'This is an archive such as RAR or 7-Zip. Offer the feed itself, or as ZIP or gzip.',
  archiveFiles: 'This ZIP holds several feeds, such as “{first}” and “{second}”. Offer each alone.',
  archiveNoFeed: 'This ZIP holds no XML, CSV or JSON, but “{file}”. Pack the feed once.',
  archiveLocked: '“{file}” in this ZIP needs a password. Pack it without one.',
  archiveMethod: '“{file}” in this ZIP uses an unusual compression. Use ordinary ZIP or gzip.',
  pdf: 'This is a PDF. Offer XML, CSV or JSON.',
  picture: 'This is a picture. Offer XML, CSV or JSON.',
  binaryFile: 'This is a program or a database. Offer XML, CSV or JSON.',
  yaml: 'This is YAML. Offer JSON, XML or CSV.',
  plainText: 'This is text without columns. Offer XML, CSV or JSON.',
  doctype: 'The feed has a DOCTYPE or another declaration, a security risk. Remove it.',
  malformedXml: 'Invalid XML near line {line}: {tag} isn’t opened. Use an XML validator.',
  malformedJson: 'Invalid JSON: extra closing bracket. Use a JSON validator.',
  tooDeep: 'The feed has more than {maxLevels} levels. Check how the shop writes it.',
  tooManyColumns: 'The file has more than {maxColumns} columns. Check its separator.',
  lineTooLong: 'Line {line} exceeds {maxChars} characters. Check the line breaks.',
  textTooLong: 'A tag or text exceeds {maxChars} characters. Check that tags and quotes are closed.',
  needTagName: 'No item element recognised. Choose the element that repeats for every item.',
  noRows: 'The file has only a header. Check that the shop finishes writing it.',
  noElement: 'The feed has no <{tagName}>. Check the name of the item element.',
  allHidden: '“{field}” says that all items are hidden in the shop. Publish them, or leave that field out of the feed.',
  noListedItem: 'The feed has no items. Check which list holds them.',
  template: 'This is a feed template with placeholders such as “{value}”. Use the published feed’s address.',
  noItem: 'The feed has no items. Check that the shop exports its products.',
} as const;

export const importFailures = {
  ...feedFailures,
  noUsableItem: 'No item could be used. See the error data, fix the feed and import again.',
  noAvailability: 'The price and stock feed has no ids with a price or stock. Use the item feed’s ids.',
  passwordUnreadable:
    'The password or key in the address was stored with another key of this server, so it can not be read. Enter the whole address again.',
  uploadGone: errors.uploadGone.text,
  onHoldGone: 'What this import had built is no longer there. Import the feed again.',
  onHoldDamaged:
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
  encodingMismatch: 'Declared as {said}, read as {encoding}. If letters look wrong, set the encoding.',
  unsaidEncoding: 'No declared encoding, not UTF-8; read as {encoding}. If letters look wrong, set the encoding.',
  unknownEncoding: 'Unknown encoding “{said}”; read as {encoding}.',
  invalidBytes: 'Some lines aren’t UTF-8; read as {encoding}. If letters look wrong, set the encoding.',
  typeMismatch: 'Set to {said}, but read as {type}.',
  noHeader: 'The file has no header row: columns are numbered. Set headers, or map the columns.',
  shiftedColumns:
    'Every row has {cells} cells, but the header has {columns}, so values may be in wrong columns. Correct the header or the rows.',
  generatedIds: 'No id: ids come from “{field}”, so a changed {field} makes a new item. Add a lasting id to the feed.',
  mappingChanged: 'Fields of the feed changed, so {fields} come from other ones now. Check the mapping.',
  completedAddresses:
    'Addresses in “{field}” had no host and were completed with {base}. If they don’t open, use full addresses.',
  otherEditions: 'We skipped {count} rows that repeat an item in another “{field}”. To include them, add a separate feed.',
  noneHas: 'No item has the field “{field}”. If the feed has it, choose it in the mapping.',
  noCurrency: 'Prices have no currency. Set it in the project’s settings.',
  unmappedField: '“{from}” looks like “{field}” by name, not by values (“{value}”), so it is separate. Map it to use it.',
  otherLanguage: 'Items look like {foundLanguage}, the project is in {expectedLanguage}: word forms may be missed.',
  unclearPrices:
    'Prices such as “{value}” in “{field}” are read as {amount}. If that’s wrong, write them without signs between thousands.',
  unclearCurrency: 'The currency of “{value}” in “{field}” is unclear, so none is stored. Offer a field with the currency code.',
  privateFields:
    '{count} fields look like purchase prices, suppliers or internal notes, so they are hidden from your shop: {fields}.',
  unpublishedItems:
    'We skipped {count} items that are drafts, archived or hidden in the shop (“{field}”). To include them, publish them in the shop.',
  hidingIgnored:
    '“{field}” says that all items are hidden in the shop, so it was ignored. Check that the feed has no hidden items.',
  namelessItems: '{count} items have no name: customers see an empty title.',
  onlyPrices: 'This feed only has prices and stock. Import your products, and use this address as their price and stock feed.',
  idsRefused:
    '{percent}% of the items were skipped: their id is missing or repeats. In the mapping, choose a field that differs on every item.',
  idGaps: 'Rows skipped because of their id: {repeated} with the id of another row, {empty} without one.',
  sameNames: 'All items are called “{value}”. Choose another name in the mapping.',
  garbledText: 'Letters look wrong in names such as “{value}”. Set the feed’s encoding.',
  samePrices: 'All items cost {amount}. If that’s wrong, choose another price in the mapping.',
  joinedCategories:
    'Categories such as “{value}” are read as levels of one path. If they are separate, offer them between semicolons.',
  unpricedItems: '{percent}% of the items have no price. If the feed has it, choose it in the mapping.',
  freeItems: 'Items such as “{value}” cost 0, so they come first by price. If that means “on request”, leave the price empty.',
  badPictures: 'Most pictures can’t be loaded, such as “{value}”. Offer public addresses that begin with https://.',
  picturePages: 'Most pictures are web pages, such as “{value}”. Choose a field with pictures in the mapping.',
  noShopHost: 'Items link to “{host}”, which is no shop. Enter your shop’s address in the project, or choose another link.',
  outOfStock:
    '{percent}% of the items are out of stock or on backorder. If that’s wrong, choose another availability in the mapping.',
  parentsBeside:
    'Products such as “{value}” are items beside their variants. Leave them out of the feed, or give them the group.',
  oneGroup:
    'All items are variants of one product (“{value}”), so customers see one result. If that’s wrong, choose another group in the mapping.',
  relativeLinks: 'Links such as “{value}” have no host. Enter your shop’s address in the project.',
  hiddenItems:
    'We skipped {count} rows that are hidden in the shop and belong to no product of the feed. To include them, make them visible in the shop.',
} as const;

/** Warnings of implausible results, which the console marks. */
export const implausible: ReadonlySet<keyof typeof feedWarnings> = new Set([
  'onlyPrices',
  'idsRefused',
  'idGaps',
  'namelessItems',
  'sameNames',
  'garbledText',
  'samePrices',
  'shiftedColumns',
  'joinedCategories',
  'unpricedItems',
  'freeItems',
  'unclearPrices',
  'unclearCurrency',
  'badPictures',
  'noShopHost',
  'outOfStock',
  'oneGroup',
  'relativeLinks',
  'parentsBeside',
]);

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
  recordTooDeep: 'The item is nested too deeply; skipped.',
  notAnObject: 'Single value instead of an item with fields.',
  tooFewColumns: 'Fewer cells than the header; the missing ones are empty.',
  tooManyColumns: 'More cells than the header; the extra ones were skipped.',
  shiftedRow: 'Values are in wrong columns; the item was skipped.',
  repairedText: 'A character not allowed here was read as text.',
  valueTooLong: 'The value is too long and was cut.',
  tooManyValues: 'Too many values; the rest was skipped.',
  tooManyFields: 'Too many fields; the rest was skipped.',
  missingId: 'No id; the item was skipped.',
  idTooLong: 'The id is too long; the item was skipped.',
  duplicateItem: 'Duplicate item; the first one is used.',
  otherFeedItem: 'The item is already in the feed named beside the id.',
  emptyItem: 'Nothing but an id; the item was skipped.',
  missingName: 'The item has no name.',
  badPrice: 'The price is not a number.',
  negativePrice: 'The price is below zero and was skipped.',
  reducedAbove: 'The reduced price is above the normal one, which is used.',
  badUrl: 'Not an http or https address; skipped.',
  badNumber: 'Not a number; skipped.',
  unknownAvailability: 'Doesn’t say whether the item is in stock; skipped.',
  badEan: 'Not a bar code; skipped.',
  wrongType: 'The value doesn’t fit the field’s type; skipped.',
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
