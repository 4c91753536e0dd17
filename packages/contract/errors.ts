/** Every error that a call can answer, with its HTTP status and its English text. `{name}` stands for a parameter. */
export const errors = {
  internal: { status: 500, text: 'Internal error, please try again a few minutes later.' },
  /** What callers say themselves where nothing answered; no server sends these two. */
  noConnection: { status: 503, text: 'No connection to the server.' },
  notSaved: { status: 503, text: 'No connection to the server. Nothing was saved.' },
  unavailable: { status: 503, text: 'The service is starting or busy. Try again in a moment.' },
  databaseDown: {
    status: 503,
    text: 'The database of the server does not answer. Try again in {seconds} seconds; what was sent may have been saved.',
  },
  databaseReadOnly: {
    status: 503,
    text: 'The database of the server takes no changes now. Try again in {seconds} seconds. Searches go on.',
  },
  diskFull: {
    status: 507,
    text: 'The disk of the server is full: nothing can be saved. Saving works again once there is room. Searches go on.',
  },
  filesAway: {
    status: 503,
    text: 'The file storage of the server does not answer. Try again in {seconds} seconds, or ask whoever runs the server.',
  },
  tooManyRequests: { status: 429, text: 'Too many attempts. Try again in {seconds} seconds.' },
  bodyNotValid: { status: 400, text: 'The request body is not valid JSON.' },
  bodyTooLarge: { status: 413, text: 'The request is larger than {limit}.' },
  addressTooLong: { status: 431, text: 'The address of the request and its headers are longer than {limit}.' },
  requestNotValid: { status: 400, text: 'The request is no HTTP that can be read.' },
  notSignedIn: { status: 401, text: 'Please sign in.' },
  notAllowed: { status: 403, text: 'Your account has no access to this. Ask an owner of the project for it.' },
  noProject: { status: 400, text: 'Select a project first.' },
  nothingToReport: {
    status: 409,
    text: 'Nobody searched in the last whole week, or nothing was tracked, so there is no report of it.',
  },
  notFound: { status: 404, text: 'The requested {name} is not found.' },
  invalid: { status: 422, text: 'Please, provide correct data!' },
  signUpByInvitation: {
    status: 403,
    text: 'Sign-up on this server is by invitation. Ask somebody who uses it to invite you, and open the link in the mail.',
  },
  signUpOff: { status: 403, text: 'Sign-up on this server is closed. Ask its administrator for an account.' },
  linkNotValid: { status: 404, text: 'This link has expired or was used already. Ask for a new one.' },
  signInOver: { status: 401, text: 'This sign-in took too long. Begin again with your password.' },
  secondFactorNeeded: {
    status: 403,
    text: 'This server asks for two-factor authentication. Reload the page to set it up.',
  },
  codeWrong: { status: 422, text: 'The code is wrong or too old.' },
  secondFactorOn: { status: 409, text: 'Two-factor authentication is on already.' },
  secondFactorOff: { status: 409, text: 'Two-factor authentication is off.' },
  setUpOver: { status: 409, text: 'Setting up took too long. Begin again with your password.' },
  secondFactorFirst: { status: 409, text: 'Set up two-factor authentication for yourself first.' },
  setByServer: { status: 409, text: 'Set by the server.' },
  passwordsOff: { status: 403, text: 'On this server people sign in with {provider}.' },
  providerOff: { status: 404, text: 'This server has no single sign-on.' },
  providerAway: { status: 503, text: '{provider} does not answer. Try again in a moment.' },
  providerDenied: { status: 403, text: 'You did not let {provider} sign you in.' },
  providerRefused: { status: 403, text: 'The sign-in with {provider} failed. Try again, or ask your administrator.' },
  providerSignInOver: { status: 401, text: 'This sign-in took too long, or was used already. Begin again.' },
  providerEmailUnproven: {
    status: 403,
    text: 'Your e-mail address is not verified where you have signed in. Ask your administrator.',
  },
  providerOtherPerson: {
    status: 409,
    text: 'The account with the address {email} is linked to somebody else. Ask your administrator.',
  },
  providerFirstAdministrator: {
    status: 403,
    text: 'Nobody administers this server yet. An administrator has to sign in first.',
  },
  ownAccountBlocked: { status: 403, text: 'Your account on this server is blocked. Ask your administrator.' },
  loginIncorrect: { status: 401, text: 'The login detail is incorrect.' },

  required: { status: 422, text: '{name} is required' },
  requiredField: { status: 422, text: 'Required field' },
  notValid: { status: 422, text: '{name} is not valid' },
  fieldNotValid: { status: 422, text: 'Field is not valid' },
  notBetween: { status: 422, text: 'Between {min} and {max}.' },
  notAbove: { status: 422, text: 'Above {min}.' },
  notBelow: { status: 422, text: 'Below {max}.' },
  notInteger: { status: 422, text: 'Write a whole number.' },
  notNumeric: { status: 422, text: 'Write a number.' },
  notDigits: { status: 422, text: 'Write digits alone.' },
  notEmail: { status: 422, text: 'This is no e-mail address.' },
  notIp: { status: 422, text: 'This is no IP address.' },
  notCreditCard: { status: 422, text: 'This is no number of a card.' },
  notDate: { status: 422, text: 'This is no day. Write it as 2026-11-23.' },
  lengthNotBetween: { status: 422, text: 'Between {min} and {max} characters.' },
  notLowerCase: { status: 422, text: 'Write it in lower case.' },
  notUpperCase: { status: 422, text: 'Write it in upper case.' },
  notIdentical: { status: 422, text: 'Both have to be the same.' },
  notDifferent: { status: 422, text: 'This has to be another one.' },
  choicesNotBetween: { status: 422, text: 'Choose {min} to {max}.' },
  wrongFile: { status: 422, text: 'Only {types} work.' },
  fileTooLarge: { status: 422, text: 'At most {limit}.' },
  noWord: { status: 422, text: 'Write a word: no letter or digit of this can be searched for.' },
  severalWords: { status: 422, text: 'Searches read this as several words: {words}. Write one of them.' },
  notOneOf: { status: 422, text: 'Possible values of {name}: {values}' },
  minimumLength: { status: 422, text: 'minimum length is {min}' },
  maximumLength: { status: 422, text: 'maximum length is {max}' },
  passwordMix: { status: 422, text: 'Use a mix of upper case, lower case, number and special character' },
  passwordsDiffer: { status: 422, text: 'The password and its confirm are not the same' },
  webAddressInName: { status: 422, text: '{name} must not hold a web address' },
  passwordsDoNotMatch: { status: 422, text: 'Passwords do not match' },
  currentPasswordWrong: { status: 422, text: "This isn't your current password." },
  noPicture: { status: 422, text: 'Only png, jpg and jpeg work.' },
  pictureNotScaled: { status: 422, text: 'Send at most 256 kB and 1024 × 1024 pixels.' },
  pictureTooLarge: { status: 422, text: 'PNG or JPG, up to 2 MB.' },
  lastOwner: { status: 409, text: 'Give {projects} another owner first.' },
  accountChanged: { status: 409, text: '{person} changed this account in the meantime. Look at it again.' },
  accountBlocked: { status: 409, text: 'This account is blocked. Unblock it first.' },
  lastAdmin: { status: 409, text: 'This server needs an administrator. Make somebody else one first.' },
  shouldAgree: { status: 422, text: 'You should agree terms and conditions' },
  termsRequired: { status: 422, text: 'Accepting terms & conditions are required.' },
  alreadyUser: { status: 409, text: '{email} is a user already.' },
  addressNotValid: { status: 422, text: '“{address}” is not valid' },
  noGroup: { status: 422, text: 'Choose at least one group.' },
  usersElsewhere: { status: 409, text: 'Users are managed elsewhere.' },
  queryMasked: { status: 422, text: 'Something personal was taken out of this query, so no rule can be for it.' },
  alreadyUsed: { status: 409, text: 'This {name} is already used' },
  rangeOpen: { status: 422, text: 'A range of days needs both its first and its last day.' },
  rangeReversed: { status: 422, text: 'The last day is before the first one.' },
  endsBeforeStart: { status: 422, text: 'The end is before the start.' },
  momentPassed: { status: 422, text: 'This moment has passed.' },
  rangeTooLong: { status: 422, text: 'At most {max} days are possible at once.' },
  addressNotAllowed: {
    status: 422,
    text: 'This address leads into a private network. Use an address that is reachable from the internet.',
  },
  projectInactive: { status: 403, text: 'This project is inactive. Its owner can activate it in the settings of the project.' },
  liveModeOff: {
    status: 403,
    text: 'Live mode of this project is off, so only those see its plugin who opened a preview link.',
  },
  noSampleShop: { status: 409, text: 'Only a project with the items of the sample shop can have made-up visitors.' },
  visitorsMadeUp: { status: 409, text: 'The visitors of this project are made up already.' },
  notPagePath: { status: 422, text: 'Enter a path on your own site that starts with /, such as /search.' },
  notColour: { status: 422, text: 'Write a colour as #2f4bb3.' },
  notSelector: { status: 422, text: 'Not a CSS selector.' },
  projectDeleted: { status: 404, text: 'This project was deleted by {person}.' },
  nameDiffers: { status: 422, text: 'This is not the name of the project. Type “{name}” to confirm.' },
  tooManyProjects: {
    status: 409,
    text: 'You have {max} projects, and that is as many as one person may have. Delete one, or ask the administrator.',
  },
  cutLengthNotPossible: { status: 422, text: 'A whole number, 10 or more, or empty.' },
  cutNeedsText: { status: 422, text: 'Only texts can be cut.' },
  fieldNeeded: { status: 422, text: 'At least one field is needed.' },
  notSortable: { status: 422, text: 'Not sortable: it is text in many words.' },
  notCounted: { status: 422, text: 'Its values are not counted. Turn on filters for it in the schema first.' },
  fieldWithoutLevels: { status: 422, text: 'Only fields with levels.' },
  tooMany: { status: 409, text: 'At most {max} are possible' },
  tooMuchText: {
    status: 409,
    text: 'All of them together may have {max} characters. Delete what is not needed any more, or shorten it.',
  },
  changedMeanwhile: { status: 409, text: 'Saved in the meantime by {person}. Load that version, or replace it with yours.' },
  neverCached: { status: 422, text: 'Answers of this endpoint are never kept.' },
  deletedMeanwhile: { status: 409, text: 'Deleted in the meantime by {person}.' },
  rowFileNotValid: {
    status: 422,
    text: 'This file cannot be read. A CSV begins with a line of the names {fields}; JSON is a list of objects with them.',
  },
  rowFileEmpty: { status: 422, text: 'This file is empty.' },
  rowFileNotText: { status: 422, text: 'This is no text file. Save the table as CSV and choose that file.' },
  columnMissing: {
    status: 422,
    text: 'There is no column “{column}”. The columns of this file are: {columns}',
  },
  tooManyCells: {
    status: 422,
    text: 'The line has more cells than the header. Put texts with commas, semicolons or tabs into quotes.',
  },
  ruleFileNotValid: {
    status: 422,
    text: 'No rules of another service were found in this file. Choose a JSON file of App Search, Algolia or Typesense, or a rules.txt of SMUI or querqy.',
  },
  ruleFilesNotValid: {
    status: 422,
    text: 'No rules of another service were found in {file}. Leave it out, and choose the others again.',
  },
  tooManyRows: {
    status: 409,
    text: 'No room for all of them ({name}): {max} are possible, {there} are there already, and {more} would be added.',
  },
  rowTwice: { status: 409, text: 'The same stands in line {line} already.' },
  tooManyFileRows: { status: 422, text: 'A file may have at most {max} rows. Split it into several.' },
  differsThere: { status: 409, text: 'The other project has it in another way, which stays.' },
  notCopied: { status: 409, text: 'It was found in this project, so it is not copied to others.' },
  searchDown: { status: 503, text: 'Search is not reachable. Try again in a moment.' },
  pageTooDeep: { status: 422, text: 'Only the first {max} results can be paged through. Narrow the query.' },
  importNotHeld: {
    status: 409,
    text: 'This import does not wait for a decision any more. Reload the page to see what became of it.',
  },
  noImportToCancel: { status: 409, text: 'No import of this feed can be cancelled now: it has ended, or it is just going live.' },
  collectionInUse: {
    status: 409,
    text: 'This collection is used by {dependents}. Delete that first, or let it use another collection.',
  },
  recreateRunning: { status: 409, text: 'This collection is being rebuilt already. Wait until that is done.' },
  nothingToRecreate: {
    status: 409,
    text: 'This collection has no items yet, so there is nothing to rebuild. Import a feed first.',
  },
  nothingToRollBack: { status: 409, text: 'There is no earlier generation of this collection to go back to.' },
  uniqueNeeded: { status: 422, text: 'Items need a field that tells them apart. Choose another one as unique instead.' },
  tooManyIndexed: {
    status: 409,
    text: 'At most {max} fields of a collection are indexed. Choose another field that makes room for this one.',
  },
  tooManyFields: {
    status: 422,
    text: 'A collection has at most {max} fields, and this would be more. Leave out the fields that nobody needs, or give what belongs together one name.',
  },
  importGoesLive: { status: 409, text: 'An import of this feed is just going live. Try again in a moment.' },
  importRunning: { status: 409, text: 'An import of this feed is running already.' },
  passwordHidden: {
    status: 422,
    text: 'The address was changed while a secret in it is hidden. Type what belongs in place of •••, or take it out.',
  },
  tokenNotValid: {
    status: 401,
    text: 'This needs a bearer token of the project. Get one from /api/auth/authorize with the client ID and secret.',
  },
  projectTokenNotValid: {
    status: 401,
    text: 'No project has this token. Send the public token of the project in the address, as ?token=…; Credentials in the console shows it.',
  },
  itemUnknown: { status: 422, text: 'There is no item with the id {item}.' },
  idempotencyKeyReused: {
    status: 422,
    text: 'This Idempotency-Key was sent with another request within the last {hours} hours. Use a new key for a new request.',
  },
  valueNotFitting: {
    status: 422,
    text: 'The value of “{field}” does not fit: its type is another one, or it is too long or below zero.',
  },
  notWebAddress: { status: 422, text: '“{field}” has to be an address that begins with http:// or https://.' },
  requestRunning: { status: 409, text: 'The same request is still being worked on. Send it again in a moment.' },
  generationUnknown: {
    status: 422,
    text: 'No item of this collection was sent in the generation “{name}”, so nothing was deleted. Check the name.',
  },
  patternNotValid: { status: 422, text: 'Mistake in “{part}”: {words}' },
  patternTooLong: {
    status: 422,
    text: 'This expression takes {steps} steps for a letter, and at most {max} are possible. Repeat less of it.',
  },
  patternTooBroad: { status: 422, text: 'This expression catches every query. Say more of what is typed.' },
  nothingSearched: { status: 422, text: 'At least one field must be searched.' },
  onlyWebAddress: { status: 422, text: 'Only http:// and https:// work here.' },
  addressWithUser: {
    status: 422,
    text: 'What stands before @ is a user name here, not the page. Write the address without it.',
  },
  addressWithSpace: { status: 422, text: 'An address has no spaces and no line breaks. Write %20 for a space.' },
  nothingReplaced: { status: 422, text: 'It is replaced by itself, so nothing would change. Put in something else.' },
  queryTwice: { status: 422, text: 'Twice the same query' },
  promotedAndHidden: { status: 422, text: 'An item is promoted or hidden, not both: {item}' },
  notInCatalogue: {
    status: 422,
    text: 'The catalogue has no item with the id {item}. Check the id, or import the item first.',
  },
  phraseNotAdded: { status: 409, text: 'Only phrases that were added by hand can be renamed or deleted. Hide this one instead.' },
  uploadsTooLarge: {
    status: 409,
    text: 'Uploaded files may take {limit} together. Delete a feed that came as a file, or wait a day until files that no feed uses are deleted.',
  },
  bodyTooSlow: { status: 408, text: 'The request came too slowly, so it was given up. Send it again over a better connection.' },
  releaseMeanwhile: { status: 409, text: 'Another release went live in the meantime. Compare again.' },
  notInRelease: { status: 404, text: 'This collection was not there yet in that release.' },
  releaseNotKept: { status: 409, text: 'This release is kept as a record only. What it changed is known, its rules are not.' },
  phraseBoostNotPossible: { status: 422, text: 'Between 0.1 and 10.' },
  fullBoostNotPossible: { status: 422, text: 'Above 0, at most 1,000,000.' },
  boostNotPossible: { status: 422, text: 'Between 0 and 1,000,000, above 0.' },
  fieldNotBoostable: { status: 422, text: '{field} is not boostable. Turn that on in Relevance tuning.' },
  fieldWithoutNumbers: { status: 422, text: '{field} has no numbers.' },
  oneWord: { status: 422, text: 'Write single words, without spaces.' },
  uploadGone: { status: 422, text: 'The uploaded file is no longer there. Upload it again.' },
  projectFileNotValid: { status: 422, text: 'The file has mistakes, so nothing of it was taken over.' },
  projectFileMeanwhile: {
    status: 409,
    text: 'The project was changed in the meantime. Look at the differences again.',
  },
  fileNotYaml: { status: 422, text: 'This is no YAML: {words}' },
  fileTooDeep: { status: 422, text: 'This is nested too deeply.' },
  fileAlias: { status: 422, text: 'Anchors and aliases are not possible. Write out what is meant.' },
  fileTag: { status: 422, text: 'Tags such as {tag} are not possible. Leave it out.' },
  fileKeyTwice: { status: 422, text: '“{key}” stands here twice. Take one of them out.' },
  fileKeyUnknown: { status: 422, text: '“{key}” is not known here. Possible are: {keys}' },
  fileKeyMeant: { status: 422, text: '“{key}” is not known here. Did you mean “{meant}”?' },
  fileListNeeded: { status: 422, text: 'A list has to stand here.' },
  fileNamesNeeded: { status: 422, text: 'Names with values have to stand here.' },
  fileVersion: { status: 422, text: 'A file begins with “version: {version}”. This server reads no other version.' },
  fileLanguage: {
    status: 422,
    text: 'The language of this project is {ours}, and that of the file is {theirs}. Leave the line out, or change the project first.',
  },
  fileFlagTwice: { status: 422, text: 'One field of a collection has this, and another one has it already.' },
  fileTooManyIndexed: {
    status: 422,
    text: 'At most {max} fields of a collection are indexed. Make custom data of those that nobody searches or filters by.',
  },
  secretNotInFile: { status: 422, text: 'Its address has a secret, which is not in the file. Add the feed by hand.' },
  uploadNotInFile: { status: 422, text: 'It came as an uploaded file, which is not in this file. Upload it by hand.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errors;
export type ErrorParameters = Readonly<Record<string, string | number>>;

/** One thing that is wrong. `field` is empty when it is not about one field. */
export interface Problem {
  readonly field: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly parameters?: ErrorParameters;
}

export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errors, code);

/** The English text of an error; parameters that are missing stay visible as `{name}`. */
export function errorText(code: ErrorCode, parameters: ErrorParameters = {}): string {
  return errors[code].text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    parameterText(parameters[name] ?? placeholder),
  );
}

/** `10,000`, as the console writes it, too. */
const parameterText = (parameter: string | number): string =>
  typeof parameter === 'number' ? (numbers ??= new Intl.NumberFormat('en')).format(parameter) : parameter;

/** The first of a process takes 15 ms, and most processes tell no number. */
let numbers: Intl.NumberFormat | undefined;
