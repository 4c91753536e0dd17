/**
 * What the people of a project are told without asking, with its English text. `{name}` stands for a detail. Kinds are stored with
 * messages, so renaming one needs a migration.
 */
export const messageTexts = {
  feedFailed: 'The feed “{feed}” could not be imported by its schedule. The items stay as they were.',
  importHeld: 'The import of the feed “{feed}” is held, because its result looks harmful. Decide whether it goes live.',
} as const;

export type MessageKind = keyof typeof messageTexts;
