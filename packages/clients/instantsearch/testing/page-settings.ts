/** What a page of these tests is told before its program begins. */
export interface PageSettings {
  readonly origin: string;
  readonly token: string;
}

export const settingsVariable = 'aisleTestSettings';

export const pageSettings = (): PageSettings => (globalThis as unknown as Record<string, PageSettings>)[settingsVariable]!;
