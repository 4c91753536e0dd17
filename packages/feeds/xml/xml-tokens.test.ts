import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { sharedData } from '#scripts/shared-data.ts';
import { htmlEntities } from '#feeds/values/plain-text.ts';
import { XmlTokenizer } from './xml-tokens.ts';

type Event = readonly [kind: string, value: unknown];

/** Adjacent texts become one, and blank ones are left out, so that two readers can be compared. */
function joined(events: readonly Event[]): Event[] {
  const result: [string, unknown][] = [];
  for (const [kind, value] of events) {
    const last = result.at(-1);
    if (kind === 'text' && last?.[0] === 'text') last[1] = String(last[1]) + String(value);
    else result.push([kind, value]);
  }
  return result.filter(([kind, value]) => kind !== 'text' || String(value).trim() !== '');
}

function ours(text: string, pieceSize: number): Event[] {
  const events: Event[] = [];
  const tokens = new XmlTokenizer(
    {
      open: (name, attributes) => events.push(['open', name], ...Object.entries(attributes ?? {})),
      close: (name) => events.push(['close', name]),
      text: (value) => events.push(['text', value]),
      flaw: (kind) => events.push(['flaw', kind]),
    },
    1e9,
  );
  for (let start = 0; start < text.length; start += pieceSize) tokens.write(text.slice(start, start + pieceSize));
  tokens.end();
  return joined(events);
}

/** The strict parser of another author as the oracle for documents that are well-formed. */
function oracle(text: string): Event[] | null {
  const events: Event[] = [];
  const parser = new SaxesParser();
  Object.assign(parser.ENTITIES, htmlEntities);
  parser.on('opentag', ({ name, attributes }) => events.push(['open', name], ...Object.entries(attributes)));
  parser.on('closetag', ({ name }) => events.push(['close', name]));
  parser.on('text', (value) => events.push(['text', value]));
  parser.on('cdata', (value) => events.push(['text', value]));
  try {
    parser.write(text).close();
  } catch {
    return null;
  }
  return joined(events);
}

const samples = [
  '<a x="1" y=\'two "2"\'><b/>text &amp; &lt;more&gt; &#269;&#x10D;<c>ž</c></a>',
  '<?xml version="1.0"?><!-- <no>tag</no> & --><r><![CDATA[<b>&amp;</b>]]]]><![CDATA[>]]></r>',
  '<r a=">" b="/r>"><g:price xmlns:g="x">5</g:price></r>',
  '<r>\n  <s \n  t = "1"\n  />\n</r>',
  '<r>&nbsp;&euro;&copy;</r>',
];

for (const [index, sample] of samples.entries()) {
  test(`sample ${index + 1} reads as a strict parser reads it, wherever it is cut`, () => {
    const expected = oracle(sample);
    expect(expected).not.toBeNull();
    for (let size = 1; size <= sample.length; size += 1) expect(ours(sample, size)).toEqual(expected);
  });
}

test.skipIf(sharedData('feeds/xml') === null)('every real well-formed document reads as a strict parser reads it', () => {
  const folders = [
    'feeds/xml',
    'feeds/xml/google_base_rss2',
    'feeds/xml/google_base_atom_attributes',
    'hostile/xml/libxml2_errors',
  ];
  let comparedCount = 0;
  for (const folder of folders.map((each) => sharedData(each) ?? '')) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.xml'))) {
      const text = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n');
      const expected = text.includes('<!DOCTYPE') ? null : oracle(text);
      if (!expected) continue;
      comparedCount += 1;
      expect(ours(text, 97), file).toEqual(expected);
    }
  }
  expect(comparedCount).toBeGreaterThan(80);
});

test('a stray ampersand or bracket is text, and characters that XML forbids are dropped', () => {
  expect(ours('<r>R&D a < b & c\u0000\u000b; &unknown; &constructor;</r>', 3)).toEqual([
    ['open', 'r'],
    ['text', 'R&D a '],
    ['flaw', 'text'],
    ['text', '< b & c; &unknown; &constructor;'],
    ['close', 'r'],
  ]);
});

test('an attribute whose quote is never closed costs one tag', () => {
  for (const after of ['', ' '.repeat(70_000)]) {
    const events = ours(`<r><a href="x>one</a><b>two</b></r>${after}`, 10_000);
    expect(events).toContainEqual(['flaw', 'tag']);
    expect(events).toContainEqual(['text', 'two']);
  }
});

for (const declaration of [
  '<!DOCTYPE r [<!ENTITY a "b">]>',
  '<!doctype r[<!ENTITY a "b">]>',
  '<!DOCTYPE r SYSTEM "x.dtd" [<!ENTITY a "b">]>',
  `<!DOCTYPE ${'r'.repeat(2000)}>`,
  '<!ENTITY a SYSTEM "http://x.example">',
]) {
  test(`${declaration.slice(0, 50)} is refused`, () => {
    expect(() => ours(`<?xml version="1.0"?>${declaration}<r>&a;</r>`, 5)).toThrow(/DOCTYPE/);
  });
}

for (const declaration of ['<!DOCTYPE r>', '<!DOCTYPE yml_catalog SYSTEM "shops.dtd">', `<!doctype r PUBLIC "-//X" 'x.dtd' >`]) {
  test(`${declaration} declares nothing and is passed over, wherever it is cut`, () => {
    const document = `<?xml version="1.0"?>${declaration}<r>&a;</r>`;
    const events = ours(document, document.length);
    expect(events).toEqual([
      ['open', 'r'],
      ['text', '&a;'],
      ['close', 'r'],
    ]);
    for (let size = 1; size < document.length; size += 1) expect(ours(document, size)).toEqual(events);
  });
}
