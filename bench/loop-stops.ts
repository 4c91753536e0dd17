/** The signal that asks a watched server. */
export const askForStop = 'SIGUSR2';

const form = /^The event loop was late by up to ([\d.]+) ms, and worked for up to ([\d.]+) ms at once$/gm;

/** How long an event loop stood still at most, in milliseconds. */
export interface Stop {
  /** With what other programs took. */
  readonly late: number;
  /** Processor time of its thread in one turn. */
  readonly worked: number;
}

export const stopSentence = ({ late, worked }: Stop): string =>
  `The event loop was late by up to ${late.toFixed(1)} ms, and worked for up to ${worked.toFixed(1)} ms at once`;

/** What a watched server has told so far. */
export const stopsTold = (server: { output(): string }): Stop[] =>
  Array.from(server.output().matchAll(form), ([, late, worked]) => ({ late: Number(late), worked: Number(worked) }));
