import { describe, expect, it } from 'vitest';
import { formsByLanguage, kindsByLanguage } from '#engine/testing/languages/kinds.ts';
import { searchedItems } from '#engine/testing/searched-items.ts';
import { createAnalyser } from './analyser.ts';

const shownCount = 5;
const severalWords = / |[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{3}/u;

describe.each(kindsByLanguage())('queries in %s', (language, kinds) => {
  const all = kinds.flatMap(({ items }) => items);
  const { search } = searchedItems(
    all.map((name) => ({ name })),
    { language },
  );
  const found = async (query: string): Promise<string[]> => {
    const { hits } = await search(query, { perPage: all.length });
    return hits.map(({ item }) => String(item.fields['name']));
  };
  const asked = kinds.flatMap(({ items, queries }) =>
    queries.map((query) => ({
      query: query.replace('^', ''),
      items: query.startsWith('^') ? items.slice(0, 1) : items,
      kind: items,
    })),
  );

  it('find the items of their kind', async () => {
    const missed: string[] = [];
    // The space at the end ends the word, so that it isn't taken for the beginning of another one.
    for (const { query, items } of asked) {
      const names = await found(`${query} `);
      missed.push(...items.filter((name) => !names.includes(name)).map((name) => `${query} → ${name}`));
    }
    const share = 1 - missed.length / asked.reduce((sum, { items }) => sum + items.length, 0);
    expect(share, missed.join('\n')).toBeGreaterThanOrEqual(0.98);
  });

  it('find nothing of another kind before them', async () => {
    const strays: string[] = [];
    for (const { query, items, kind } of asked) {
      const isOther = (name: string): boolean => !kind.includes(name);
      // Unfinished, a word may go on as another one; of several words, some are enough for a place behind.
      const behind = await found(query);
      const before = behind.slice(0, behind.findLastIndex((name) => items.includes(name)) + 1);
      const first = severalWords.test(query) ? [] : (await found(`${query} `)).slice(0, shownCount);
      strays.push(...[...before, ...first].filter(isOther).map((name) => `${query} → ${name}`));
    }
    expect(strays).toEqual([]);
  });
});

describe.each(formsByLanguage())('forms in %s', (language, { words, apart }) => {
  const { tokens, stem } = createAnalyser(language);
  const stemOf = (word: string): string => stem(tokens(word)[0] ?? '');
  const repeated = (stems: readonly string[]): string[] => stems.filter((one, at) => stems.indexOf(one) < at);

  it('meet in the stem of their word, which no other word has', () => {
    const stems = words.map((forms) => new Set(forms.map(stemOf)));
    const torn = words.filter((_, at) => stems[at]!.size > 1);
    expect(torn.length / words.length, torn.join('; ')).toBeLessThanOrEqual(0.1);
    expect(repeated(stems.flatMap((own) => [...own]))).toEqual([]);
    expect(repeated(apart.map(stemOf))).toEqual([]);
  });
});

describe('queries in Ukrainian', () => {
  const { search } = searchedItems([{ name: 'Лампа настільна' }, { name: 'Телефон Samsung' }, { name: 'Самсунг чохол' }], {
    language: 'uk',
  });
  const found = async (query: string): Promise<string[]> => (await search(query)).hits.map(({ id }) => id).sort();

  it('find words typed on a Latin keyboard, and brands on a Cyrillic one, when nothing else does', async () => {
    expect(await found('kfvgf')).toEqual(['i0']);
    expect(await found('іфьігтп')).toEqual(['i1', 'i2']);
  });

  it('find a name in both alphabets', async () => {
    expect(await found('samsung')).toEqual(['i1', 'i2']);
    expect(await found('самсунга')).toEqual(['i1', 'i2']);
    expect(await found('lampy')).toEqual(['i0']);
  });
});

describe('compounds in German', () => {
  const names = [
    'Schreibtischlampe',
    'Lampe für den Schreibtisch',
    'Küchenmesser',
    'Küche',
    'Tisch, praktisch',
    'Hocker, elastisch',
  ];
  const { search } = searchedItems(
    [...names, 'Arbeitstisch', 'Arbeit'].map((name) => ({ name })),
    { language: 'de' },
  );
  const found = async (query: string): Promise<unknown[]> => (await search(query)).hits.map(({ item }) => item.fields['name']);

  it('are found by their last part, after items that have it as a word', async () => {
    expect(await found('lampe ')).toEqual(['Lampe für den Schreibtisch', 'Schreibtischlampe']);
    expect(await found('tische ')).toEqual(['Tisch, praktisch', 'Arbeitstisch']);
  });

  it('are found first by their parts', async () => {
    expect((await found('küchen messer '))[0]).toBe('Küchenmesser');
    expect(await found('schreibtisch lampe ')).toEqual(['Lampe für den Schreibtisch', 'Schreibtischlampe']);
    expect((await found('schreibtischlampen '))[0]).toBe('Schreibtischlampe');
  });

  it('are marked as a whole', async () => {
    const { highlights } = await search('messer ', { wantsHighlights: true });
    expect(highlights!.get('i2')).toEqual({ name: [[{ text: 'Küchenmesser', isMatch: true }]] });
  });
});

describe('queries in Japanese', () => {
  const { search } = searchedItems([{ name: '電気ケトル 白' }, { name: '気圧計と電池' }], { language: 'ja' });

  it('find and mark words whose characters follow each other', async () => {
    const { hits, highlights } = await search('電気のけとる', { wantsHighlights: true });
    expect(hits.map(({ id }) => id)).toEqual(['i0']);
    expect(highlights!.get('i0')).toEqual({
      name: [
        [
          { text: '電気', isMatch: true },
          { text: 'ケトル', isMatch: true },
          { text: ' 白', isMatch: false },
        ],
      ],
    });
  });
});
