/** HTTP status and English text. `{name}` is a parameter. */
export const errors = {
  internal: { status: 500, text: 'Internal error, please try again a few minutes later.' },
  /** Created by clients; no server sends these two. */
  noConnection: { status: 503, text: 'No connection to the server.' },
  notSaved: { status: 503, text: 'No connection to the server. Nothing was saved.' },
  unavailable: { status: 503, text: 'The service is starting or busy. Try again in a moment.' },
  databaseDown: {
    status: 503,
    text: 'The database is not responding; your change may have been saved. Try again in {seconds} seconds.',
  },
  databaseReadOnly: {
    status: 503,
    text: 'The database is read-only; search works. Try again in {seconds} seconds.',
  },
  diskFull: {
    status: 507,
    text: 'The server’s disk is full: nothing can be saved, search works. Free disk space.',
  },
  filesAway: {
    status: 503,
    text: 'The file storage is not responding. Try again in {seconds} seconds, or ask your administrator.',
  },
  tooManyRequests: { status: 429, text: 'Too many attempts. Try again in {seconds} seconds.' },
  bodyNotValid: { status: 400, text: 'The request body is not valid JSON.' },
  bodyTooLarge: { status: 413, text: 'The request is larger than {limit}. Send less at once.' },
  addressTooLong: { status: 431, text: 'The URL and headers are longer than {limit}. Shorten them.' },
  requestNotValid: { status: 400, text: 'Malformed HTTP request.' },
  notSignedIn: { status: 401, text: 'Please sign in.' },
  notAllowed: { status: 403, text: 'You don’t have access to this. Ask an owner of the project.' },
  noProject: { status: 400, text: 'Select a project first.' },
  nothingToReport: { status: 409, text: 'No report: there were no tracked searches last week.' },
  notFound: { status: 404, text: 'The requested {name} is not found.' },
  invalid: { status: 422, text: 'Please, provide correct data!' },
  signUpByInvitation: {
    status: 403,
    text: 'Sign-up is by invitation only. Ask a colleague to invite you.',
  },
  signUpOff: { status: 403, text: 'Sign-up is closed. Ask your administrator for an account.' },
  linkNotValid: { status: 404, text: 'This link has expired or was already used. Request a new one.' },
  signInOver: { status: 401, text: 'Sign-in timed out. Enter your password again.' },
  secondFactorNeeded: {
    status: 403,
    text: 'This server requires two-factor authentication. Reload to set it up.',
  },
  codeWrong: { status: 422, text: 'Wrong or expired code. Enter the current one.' },
  secondFactorOn: { status: 409, text: 'Two-factor authentication is already on.' },
  secondFactorOff: { status: 409, text: 'Turned off.' },
  setUpOver: { status: 409, text: 'Set-up timed out. Start again with your password.' },
  secondFactorFirst: { status: 409, text: 'Set up two-factor authentication for your own account first.' },
  setByServer: { status: 409, text: 'Set by the server.' },
  noMailServer: { status: 409, text: 'No mail server is set. Set AISLE_SMTP_URL, and restart Aisle.' },
  passwordsOff: { status: 403, text: 'Sign in with {provider}: this server has no passwords.' },
  providerOff: { status: 404, text: 'Single sign-on is not set up on this server.' },
  providerAway: { status: 503, text: '{provider} is not responding. Try again in a moment.' },
  providerDenied: { status: 403, text: 'You declined the sign-in with {provider}. Try again.' },
  providerRefused: { status: 403, text: 'The sign-in with {provider} failed. Try again, or ask your administrator.' },
  providerSignInOver: { status: 401, text: 'Sign-in timed out or was already used. Start again.' },
  providerEmailUnproven: {
    status: 403,
    text: 'Your sign-in provider hasn’t verified your e-mail address. Ask your administrator.',
  },
  providerOtherPerson: {
    status: 409,
    text: 'The account {email} is linked to another person. Ask your administrator.',
  },
  providerFirstAdministrator: {
    status: 403,
    text: 'An administrator has to sign in to this server first.',
  },
  notYourself: { status: 409, text: 'You can’t change your own access. Another owner or an administrator can.' },
  ownAccountBlocked: { status: 403, text: 'Your account is blocked. Ask your administrator.' },
  loginIncorrect: { status: 401, text: 'The login detail is incorrect.' },

  required: { status: 422, text: '{name} is required' },
  requiredField: { status: 422, text: 'Required field' },
  notValid: { status: 422, text: '{name} is not valid' },
  filterNotValid: {
    status: 422,
    text: 'The filter of “{name}” isn’t valid. Send a value, a list of 1 to 100 values, or an object with from, to, all or not.',
  },
  valuesNotValid: {
    status: 422,
    text: 'The values of “{name}” aren’t valid. Send an object with beginning, opened or a limit up to 1,000.',
  },
  fieldNotValid: { status: 422, text: 'Field is not valid' },
  notBetween: { status: 422, text: 'Enter a number between {min} and {max}.' },
  notAbove: { status: 422, text: 'Enter a number above {min}.' },
  notBelow: { status: 422, text: 'Enter a number below {max}.' },
  notInteger: { status: 422, text: 'Enter a whole number.' },
  notNumeric: { status: 422, text: 'Enter a number.' },
  notDigits: { status: 422, text: 'Enter digits only.' },
  notEmail: { status: 422, text: 'Enter a valid e-mail address.' },
  notIp: { status: 422, text: 'Enter a valid IP address.' },
  notCreditCard: { status: 422, text: 'Enter a valid card number.' },
  notDate: { status: 422, text: 'Enter a date such as 2026-11-23.' },
  lengthNotBetween: { status: 422, text: 'Between {min} and {max} characters.' },
  notLowerCase: { status: 422, text: 'Use lower case.' },
  notUpperCase: { status: 422, text: 'Use upper case.' },
  notIdentical: { status: 422, text: 'Both values must be the same.' },
  notDifferent: { status: 422, text: 'Enter a different value.' },
  choicesNotBetween: { status: 422, text: 'Choose {min} to {max}.' },
  wrongFile: { status: 422, text: 'Choose a file of these types: {types}.' },
  fileTooLarge: { status: 422, text: 'At most {limit}.' },
  noWord: { status: 422, text: 'Search needs letters or digits. Enter a word.' },
  severalWords: { status: 422, text: 'Search splits this into words: {words}. Enter one.' },
  notOneOf: { status: 422, text: '{name} must be one of: {values}' },
  minimumLength: { status: 422, text: 'minimum length is {min}' },
  maximumLength: { status: 422, text: 'Enter at most {max} characters.' },
  passwordMix: { status: 422, text: 'Use a mix of upper case, lower case, number and special character' },
  passwordsDiffer: { status: 422, text: 'The password and its confirm are not the same' },
  webAddressInName: { status: 422, text: '{name} can’t contain a web address. Remove it.' },
  passwordsDoNotMatch: { status: 422, text: 'Passwords do not match' },
  currentPasswordWrong: { status: 422, text: 'This isn’t your current password.' },
  noPicture: { status: 422, text: 'Choose a PNG or JPG picture.' },
  pictureNotScaled: { status: 422, text: 'The picture is too large. Send at most 256 kB and 1024 × 1024 pixels.' },
  pictureTooLarge: { status: 422, text: 'PNG or JPG, up to 2 MB.' },
  lastOwner: { status: 409, text: 'Transfer ownership of {projects} first.' },
  accountChanged: { status: 409, text: '{person} has changed this account since. Check it and try again.' },
  accountBlocked: { status: 409, text: 'This account is blocked. Unblock it first.' },
  lastAdmin: { status: 409, text: 'You are the last administrator. Make someone else administrator first.' },
  shouldAgree: { status: 422, text: 'You should agree terms and conditions' },
  termsRequired: { status: 422, text: 'Accepting terms & conditions are required.' },
  alreadyUser: { status: 409, text: '{email} is already a user.' },
  addressNotValid: { status: 422, text: '“{address}” is not a valid e-mail address' },
  noGroup: { status: 422, text: 'Choose at least one group.' },
  usersElsewhere: { status: 409, text: 'Users are managed elsewhere.' },
  queryMasked: { status: 422, text: 'This query contains personal data, so it can’t have rules.' },
  alreadyUsed: { status: 409, text: 'This {name} is already used' },
  synonymKnown: { status: 409, text: '“{term}” already has the synonym “{synonyms}”. Change that row instead.' },
  rangeOpen: { status: 422, text: 'Enter both the first and the last day.' },
  rangeReversed: { status: 422, text: 'The last day is before the first. Swap them.' },
  endsBeforeStart: { status: 422, text: 'The end is before the start. Choose a later end.' },
  momentPassed: { status: 422, text: 'This time has passed. Choose a later one.' },
  rangeTooLong: { status: 422, text: 'Choose at most {max} days.' },
  addressNotAllowed: {
    status: 422,
    text: 'This address is in a private network. Use a public one, or allow it on the server: AISLE_ALLOW_PRIVATE_FEEDS={host}',
  },
  projectInactive: { status: 403, text: 'This project is inactive. An owner can activate it in the project settings.' },
  liveModeOff: {
    status: 403,
    text: 'Live mode is off: only browsers with a preview link show the plugin.',
  },
  noSampleShop: { status: 409, text: 'Add a sample shop first: only it has made-up visitors.' },
  visitorsMadeUp: { status: 409, text: 'This project already has made-up visitors.' },
  notPagePath: { status: 422, text: 'Enter a path on your site, such as /search.' },
  notColour: { status: 422, text: 'Enter a colour such as #2f4bb3.' },
  notSelector: { status: 422, text: 'Enter a valid CSS selector.' },
  projectDeleted: { status: 404, text: 'This project was deleted by {person}.' },
  nameDiffers: { status: 422, text: 'The name doesn’t match. Type “{name}” to confirm.' },
  tooManyProjects: {
    status: 409,
    text: 'You have reached the limit of {max} projects. Delete one, or ask your administrator.',
  },
  cutLengthNotPossible: { status: 422, text: 'Enter a whole number from 10, or leave it empty.' },
  cutNeedsText: { status: 422, text: 'Only text can be shortened. Choose a text field.' },
  fieldNeeded: { status: 422, text: 'Choose at least one field.' },
  notSortable: { status: 422, text: 'Long text can’t be sorted. Choose another field.' },
  notCounted: { status: 422, text: 'Turn on filters for this field in the schema first.' },
  fieldWithoutLevels: { status: 422, text: 'Choose a field with levels, such as a category.' },
  tooMany: { status: 409, text: 'At most {max} are possible. Remove some.' },
  tooMuchText: {
    status: 409,
    text: 'Together over {max} characters. Delete or shorten some.',
  },
  changedMeanwhile: { status: 409, text: '{person} saved this. Load that version, or replace it.' },
  neverCached: { status: 422, text: 'Responses of this endpoint can’t be cached.' },
  deletedMeanwhile: { status: 409, text: '{person} deleted this in the meantime.' },
  rowFileNotValid: {
    status: 422,
    text: 'Unreadable file. Use CSV with the header {fields}, or JSON with a list of such objects.',
  },
  rowFileEmpty: { status: 422, text: 'This file is empty. Choose another one.' },
  rowFileNotText: { status: 422, text: 'Not a text file. Save the table as CSV.' },
  columnMissing: {
    status: 422,
    text: 'Column “{column}” is missing. The file has: {columns}',
  },
  tooManyCells: {
    status: 422,
    text: 'More cells than the header. Quote text with commas, semicolons or tabs.',
  },
  ruleFileNotValid: {
    status: 422,
    text: 'No rules found. Choose a JSON export of App Search, Algolia or Typesense, or rules.txt of SMUI or querqy.',
  },
  ruleFilesNotValid: {
    status: 422,
    text: 'No rules in {file}. Choose the files without it.',
  },
  tooManyRows: {
    status: 409,
    text: 'Limit reached ({name}): {there} + {more} > {max}. Delete some first.',
  },
  rowTwice: { status: 409, text: 'Line {line} has the same. Remove one of them.' },
  tooManyFileRows: { status: 422, text: 'The file has more than {max} rows. Split it.' },
  differsThere: { status: 409, text: 'The other project keeps its own version.' },
  notCopied: { status: 409, text: 'Found in this project; not copied.' },
  searchDown: { status: 503, text: 'Search is not responding. Try again in a moment.' },
  pageTooDeep: { status: 422, text: 'Only the first {max} results are available. Narrow the query.' },
  importNotOnHold: {
    status: 409,
    text: 'This import is no longer on hold. Reload the page.',
  },
  noImportToCancel: { status: 409, text: 'This import has ended or is going live, so it can’t be cancelled.' },
  collectionInUse: {
    status: 409,
    text: 'Used by {dependents}. Delete that or choose another collection there first.',
  },
  recreateRunning: { status: 409, text: 'This collection is already being rebuilt. Wait until it’s done.' },
  nothingToRecreate: {
    status: 409,
    text: 'This collection has no items to rebuild. Import a feed first.',
  },
  nothingToRollBack: { status: 409, text: 'This collection has no earlier version to go back to.' },
  uniqueNeeded: { status: 422, text: 'Items need a unique field. Choose another one instead.' },
  tooManyIndexed: {
    status: 409,
    text: 'At most {max} fields are indexed. Turn one off first.',
  },
  tooManyFields: {
    status: 422,
    text: 'At most {max} fields. Remove or merge some.',
  },
  importGoesLive: { status: 409, text: 'An import of this feed is going live. Try again in a moment.' },
  importRunning: { status: 409, text: 'An import of this feed is already running.' },
  passwordHidden: {
    status: 422,
    text: 'The address changed. Enter the secret in place of •••, or remove it.',
  },
  tokenNotValid: {
    status: 401,
    text: 'Missing or invalid bearer token. Get one from /api/auth/authorize with the client ID and secret.',
  },
  projectTokenNotValid: {
    status: 401,
    text: 'Unknown client ID. Send the one from Credentials as ?token=….',
  },
  keyExpired: { status: 401, text: 'This key has expired. Make a new one under Credentials.' },
  keyLacksRight: { status: 403, text: 'This key doesn’t have the right “{right}”. Add it under Credentials.' },
  originNotAllowed: { status: 403, text: 'This key can’t be used by pages of {host}. Add the address under Credentials.' },
  originMissing: {
    status: 403,
    text: 'This key works on the pages of its addresses only. Send the Origin header, or use a key without addresses.',
  },
  keyIsSecret: { status: 403, text: 'This key sends items, so it belongs on a server: send it as a bearer token.' },
  notAHost: { status: 422, text: '“{host}” is not an address of a site, such as shop.example or *.shop.example.' },
  secretWithOrigins: { status: 422, text: 'A key that sends items belongs on a server. Remove the addresses.' },
  itemUnknown: { status: 422, text: 'There is no item with the id {item}.' },
  priceNotValid: { status: 422, text: 'Send the price of one piece as a number from 0 to 10 billion, such as 19.9.' },
  amountTooLarge: { status: 422, text: 'Price times quantity exceeds {max}.' },
  currencyDiffers: {
    status: 422,
    text: 'The purchase is counted without its amount: turnover is in {ours}, and the price is in {theirs}.',
  },
  currencyUnknown: {
    status: 422,
    text: 'The purchase is counted without its amount: the project has no currency. Set it in the project’s settings.',
  },
  idempotencyKeyReused: {
    status: 422,
    text: 'This Idempotency-Key was used for another request in the last {hours} hours.',
  },
  valueNotFitting: {
    status: 422,
    text: '“{field}” has the wrong type, is too long or negative.',
  },
  notWebAddress: { status: 422, text: '“{field}” must be an http:// or https:// address.' },
  requestRunning: { status: 409, text: 'The same request is still running. Try again in a moment.' },
  generationUnknown: {
    status: 422,
    text: 'Generation “{name}” has no items, so nothing was deleted. Check the name.',
  },
  patternNotValid: { status: 422, text: 'Mistake in “{part}”: {words}' },
  patternTooLong: {
    status: 422,
    text: 'The pattern takes {steps} steps per letter; the limit is {max}. Repeat less.',
  },
  patternTooBroad: { status: 422, text: 'The pattern matches every query. Make it specific.' },
  nothingSearched: { status: 422, text: 'Turn on search for at least one field.' },
  onlyAddressOrPath: { status: 422, text: 'Use an address with http:// or https://, or a path such as /sale.' },
  onlyWebAddress: { status: 422, text: 'Use an address with http:// or https://.' },
  addressWithUser: {
    status: 422,
    text: 'Remove the user name (before @) from the address.',
  },
  addressWithSpace: { status: 422, text: 'Addresses can’t contain spaces or line breaks. Use %20 for a space.' },
  nothingReplaced: { status: 422, text: 'It would replace itself. Enter something else.' },
  queryTwice: { status: 422, text: 'This query is listed twice. Remove one.' },
  queriesOrCategory: { status: 422, text: 'Choose queries or a category, not both.' },
  bannerForNothing: { status: 422, text: 'Enter a query or choose a category.' },
  bannerEmpty: { status: 422, text: 'Add a picture or a headline.' },
  bannerPosition: { status: 422, text: 'Enter a whole number from 1 to 1,000.' },
  promotedAndHidden: { status: 422, text: 'An item is promoted or hidden, not both: {item}' },
  notInCatalogue: {
    status: 422,
    text: 'No item has the id {item}. Check the id, or import the item first.',
  },
  phraseNotAdded: { status: 409, text: '“{phrase}” comes from your items, so it can only be hidden.' },
  uploadsTooLarge: {
    status: 409,
    text: 'Uploads have reached {limit}. Delete a file feed, or wait a day until unused files are deleted.',
  },
  bodyTooSlow: { status: 408, text: 'The request arrived too slowly. Send it again.' },
  projectsByAdministrators: { status: 403, text: 'Only administrators add projects on this server. Ask one of them.' },
  releaseMeanwhile: { status: 409, text: 'Another release has gone live since. Compare again.' },
  waitingMeanwhile: { status: 409, text: 'Somebody saved another change since the check. Check again.' },
  momentPast: { status: 422, text: 'This moment has passed. Choose a later one.' },
  notInRelease: { status: 404, text: 'That release doesn’t have this collection. Choose a newer one.' },
  releaseNotKept: { status: 409, text: 'Only the record of this release is left; it can’t be restored.' },
  experimentRunning: { status: 409, text: 'An A/B test of this collection is running. End it first.' },
  experimentSame: { status: 422, text: 'B is the same as live search in this collection. Choose something else.' },
  experimentEnded: { status: 409, text: 'This A/B test has ended already. All visitors get live search.' },
  experimentOutdated: { status: 409, text: 'The tested settings have changed since. Start another test.' },
  phraseBoostNotPossible: { status: 422, text: 'Enter a number between 0.1 and 10.' },
  fullBoostNotPossible: { status: 422, text: 'Enter a number above 0, at most 1,000,000.' },
  boostNotPossible: { status: 422, text: 'Enter a number above 0, at most 1,000,000.' },
  fieldNotBoostable: { status: 422, text: '{field} is not boostable. Turn that on in Relevance tuning.' },
  fieldWithoutNumbers: { status: 422, text: '{field} has no numbers. Choose another field.' },
  oneWord: { status: 422, text: 'Enter single words without spaces.' },
  uploadGone: { status: 422, text: 'The uploaded file is no longer there. Upload it again.' },
  projectFileNotValid: { status: 422, text: 'The file has errors, so nothing was imported.' },
  projectFileMeanwhile: { status: 409, text: 'The project has changed since. Check the changes again.' },
  fileNotYaml: { status: 422, text: 'Invalid YAML: {words}' },
  fileTooDeep: { status: 422, text: 'Too many levels. Flatten the file.' },
  fileAlias: { status: 422, text: 'Anchors and aliases aren’t supported: write the value.' },
  fileTag: { status: 422, text: 'Tags such as {tag} aren’t supported. Remove it.' },
  fileKeyTwice: { status: 422, text: '“{key}” is here twice. Remove one.' },
  fileKeyUnknown: { status: 422, text: 'Unknown key “{key}”. Use one of: {keys}' },
  fileListNeeded: { status: 422, text: 'Enter a list here.' },
  fileNamesNeeded: { status: 422, text: 'Enter keys with values here.' },
  fileVersion: { status: 422, text: 'The file must begin with “version: {version}”.' },
  fileLanguage: {
    status: 422,
    text: 'The project’s language is {ours}, the file’s {theirs}. Remove the line, or change the project.',
  },
  fileFlagTwice: { status: 422, text: 'Only one field per collection can have this.' },
  fileTooManyIndexed: {
    status: 422,
    text: 'At most {max} fields are indexed. Make unused ones custom data.',
  },
  secretNotInFile: { status: 422, text: 'The address’s secret is missing. Add the feed by hand.' },
  uploadNotInFile: { status: 422, text: 'Uploaded files aren’t included. Upload it by hand.' },
} as const satisfies Record<string, { status: number; text: string }>;

export const keyErrors = [
  'keyExpired',
  'keyLacksRight',
  'originNotAllowed',
  'originMissing',
  'keyIsSecret',
] as const satisfies readonly (keyof typeof errors)[];

export type ErrorCode = keyof typeof errors;
export type ErrorParameters = Readonly<Record<string, string | number>>;

/** `field` is empty if it is not about one field. */
export interface Problem {
  readonly field: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly parameters?: ErrorParameters;
}

export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errors, code);

/** Missing parameters stay visible as `{name}`. */
export function errorText(code: ErrorCode, parameters: ErrorParameters = {}): string {
  return errors[code].text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    parameterText(parameters[name] ?? placeholder),
  );
}

/** `10,000`, as the console writes it, too. */
const parameterText = (parameter: string | number): string =>
  typeof parameter === 'number' ? (numbers ??= new Intl.NumberFormat('en')).format(parameter) : parameter;

/** Lazy: takes 15 ms. */
let numbers: Intl.NumberFormat | undefined;

/** Messages of RE2, for translation. */
export const patternMistakes = [
  'invalid character class range',
  'invalid escape sequence',
  'invalid named capture',
  'invalid or unsupported Perl syntax',
  'invalid nested repetition operator',
  'invalid repeat count',
  'missing closing ]',
  'missing closing )',
  'missing argument to repetition operator',
  'trailing backslash at end of expression',
  'duplicate capture group name',
  'unexpected )',
  'expression nests too deeply',
] as const;
type PatternMistake = (typeof patternMistakes)[number];

export const isPatternMistake = (words: unknown): words is PatternMistake => patternMistakes.some((known) => known === words);
