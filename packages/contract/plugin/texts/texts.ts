import cs from './cs.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import sk from './sk.json' with { type: 'json' };

/** By the forms that a language has for numbers, as `Intl.PluralRules` calls them. */
export type Plural = { readonly other: string } & Partial<Readonly<Record<'zero' | 'one' | 'two' | 'few' | 'many', string>>>;

export type TextKey = keyof typeof en;
/** What the plugin says to customers. `{n}`, `{q}`, `{a}` and `{b}` stand for what is put in. */
export type Texts = { readonly [Key in TextKey]: (typeof en)[Key] extends string ? string : Plural };

export const pluginTexts = { cs, sk, en, de, fr, es, pl } as const satisfies Record<string, Texts>;
