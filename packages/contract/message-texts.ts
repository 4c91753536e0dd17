/**
 * What the people of a project are told without asking, with its English text. `{name}` stands for a detail. Kinds are stored with
 * messages, so renaming one needs a migration.
 */
export const messageTexts = {
  feedFailed: 'The feed “{feed}” could not be imported. Its items stay as they were.',
  availabilityFailed: 'Prices and stock of the feed “{feed}” could not be brought up to date several times in a row.',
  importHeld: 'The import of the feed “{feed}” is held, because its result looks harmful. Decide whether it goes live.',
  diskFull: 'The disk of the server is nearly full, so imports wait. They go on by themselves once there is room on it.',
  invitationNotSent: 'The invitation of {email} could not be mailed. Invite them again once mails can be sent.',
} as const;

export type MessageKind = keyof typeof messageTexts;
