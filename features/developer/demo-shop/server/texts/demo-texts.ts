import cs from './cs.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import sk from './sk.json' with { type: 'json' };

/** What the demo shop says beside what the plugin does. `{project}` and `{until}` stand for what is put in. */
export type DemoTexts = Readonly<Record<keyof typeof en, string>>;

export const demoTexts = { cs, sk, en, de, pl } as const satisfies Record<string, DemoTexts>;
