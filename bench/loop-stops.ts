export const askForStop = 'SIGUSR2';

const form = /^The event loop was late by up to ([\d.]+) ms, and worked for up to ([\d.]+) ms at once$/gm;

export interface Stop {
  /** Includes other programs. */
  readonly late: number;
  /** Processor time of its thread. */
  readonly worked: number;
}

export const stopSentence = ({ late, worked }: Stop): string =>
  `The event loop was late by up to ${late.toFixed(1)} ms, and worked for up to ${worked.toFixed(1)} ms at once`;

export const stopsTold = (server: { output(): string }): Stop[] =>
  Array.from(server.output().matchAll(form), ([, late, worked]) => ({ late: Number(late), worked: Number(worked) }));
