export const messageTexts = {
  feedFailed: 'The feed “{feed}” could not be imported. Its items stay as they were.',
  availabilityFailed: 'Prices and stock of the feed “{feed}” could not be brought up to date several times in a row.',
  importHeld: 'The import of the feed “{feed}” is held, because its result looks harmful. Decide whether it goes live.',
  diskFull: 'The disk of the server is nearly full, so imports wait. They go on by themselves once there is room on it.',
  privateFields:
    'Fields that look like purchase prices, suppliers or internal notes are now hidden from your shop: {fields}. You can show them again in the schema.',
  checkItemRed: '“{item}” for “{query}”: place {beforePlace} → {nowPlace}.',
  invitationNotSent: 'The invitation of {email} could not be mailed. Invite them again once mails can be sent.',
} as const;

export type MessageKind = keyof typeof messageTexts;

export const noPlace = 'missing';

export const isPlaceWord = (name: string, value: string | number): boolean => name.endsWith('Place') && value === noPlace;
