export const messageTexts = {
  feedFailed: 'The feed “{feed}” could not be imported. Its items stay as they were.',
  availabilityFailed: 'Prices and stock of “{feed}” failed to update several times in a row.',
  importOnHold:
    'The import of “{feed}” is on hold: it would add {added}, change {changed} and remove {removed} items. Publish or discard it.',
  embeddingFailed: '“{collection}” can’t be prepared for search by meaning. Collections shows the cause.',
  diskFull: 'The server’s disk is nearly full. Imports wait until there is space.',
  checkItemRed: '“{item}” for “{query}”: place {beforePlace} → {nowPlace}.',
  experimentStopped: 'The A/B test “{test}” was stopped: B did clearly worse. All visitors get the live settings again.',
  invitationNotSent: 'The invitation of {email} wasn’t sent. Invite them again later.',
} as const;

export type MessageKind = keyof typeof messageTexts;

export const noPlace = 'missing';

export const isPlaceWord = (name: string, value: string | number): boolean => name.endsWith('Place') && value === noPlace;
