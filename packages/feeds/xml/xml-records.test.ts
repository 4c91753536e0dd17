import { expect, test, describe } from 'vitest';
import { readLimits } from '#feeds/limits.ts';
import { allRecords, errorCode, inPieces, readText } from '#feeds/testing/read-text.ts';
import { xmlRecords } from './xml-records.ts';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { SaxesParser } from 'saxes';
import { sharedData } from '#scripts/shared-data.ts';
import { htmlEntities } from '#feeds/values/plain-text.ts';
import { XmlTokenizer } from './xml-tokens.ts';

const read = (text: string, options = {}, limits = {}) =>
  allRecords(xmlRecords(inPieces(text, 50), { tagName: 'item', nesting: 'none', ...options }, { ...readLimits, ...limits }));

const fieldsOf = async (inside: string) => (await read(`<r><item>${inside}</item></r>`))[0]?.fields;

test('prefixes are dropped, nested fields are dotted, repeated ones are lists, attributes begin with @', async () => {
  expect(
    await fieldsOf(
      '<g:price>9 EUR</g:price><g:shipping><g:price>1 EUR</g:price></g:shipping><img>a</img><img>b</img><img>c</img><cat id="7">x</cat>',
    ),
  ).toEqual({ price: '9 EUR', 'shipping.price': '1 EUR', img: ['a', 'b', 'c'], cat: 'x', 'cat.@id': '7' });
});

test("Google's own fields win over those of RSS and Atom with the same name", async () => {
  expect(await fieldsOf('<id>tag:x,2020:1</id><g:id>SKU1</g:id><title>t</title><g:price>1</g:price>')).toEqual({
    id: 'SKU1',
    title: 't',
    price: '1',
  });
});

test('names with values become fields of that name, whatever their form', async () => {
  expect(
    await fieldsOf(
      '<PARAM><PARAM_NAME>Barva</PARAM_NAME><VAL>červená</VAL></PARAM><PARAM><PARAM_NAME>Váha</PARAM_NAME><VAL>10</VAL><UNIT>kg</UNIT></PARAM>' +
        '<param name="Size" unit="cm">5</param><custom-attribute attribute-id="tags"><value>a</value><value>b</value></custom-attribute>' +
        '<attribute><key>Kind</key><values><value>x</value><value>y</value></values></attribute><g:product_detail><g:attribute_name>Fit</g:attribute_name><g:attribute_value>slim</g:attribute_value></g:product_detail>',
    ),
  ).toEqual({
    'param.Barva': 'červená',
    'param.Váha': '10 kg',
    'param.Size': '5 cm',
    'param.tags': ['a', 'b'],
    'param.Kind': ['x', 'y'],
    'param.Fit': 'slim',
  });
});

test('HTML that was not escaped is text', async () => {
  expect(await fieldsOf('<d>One <b>two</b> three</d><e><p>first</p><p>second</p></e>')).toEqual({
    d: 'One  two three',
    e: 'first second',
  });
});

test('fields called constructor and __proto__ are fields', async () => {
  const fields = await fieldsOf('<constructor>a</constructor><__proto__>b</__proto__><toString>c</toString>');
  expect(Object.entries(fields ?? {})).toEqual([
    ['constructor', 'a'],
    ['__proto__', 'b'],
    ['toString', 'c'],
  ]);
});

test('each variant of a Shoptet product is a record with the fields of both', async () => {
  const { all, source } = await readText(
    '<SHOP><SHOPITEM id="5"><NAME>Boty</NAME><CODE>B</CODE><CATEGORIES><CATEGORY id="1">Obuv > Boty</CATEGORY></CATEGORIES><PRICE_VAT>100</PRICE_VAT><VARIANTS>' +
      '<VARIANT id="51"><CODE>B/41</CODE><PRICE_VAT>110</PRICE_VAT><PARAMETERS><PARAMETER><NAME>Velikost</NAME><VALUE>41</VALUE></PARAMETER></PARAMETERS></VARIANT>' +
      '<VARIANT id="52"><CODE>B/42</CODE><PARAMETERS><PARAMETER><NAME>Velikost</NAME><VALUE>42</VALUE></PARAMETER></PARAMETERS></VARIANT></VARIANTS></SHOPITEM></SHOP>',
  );
  expect(source).toBe('shoptet');
  expect(all.map(({ position, fields }) => [position, fields])).toEqual([
    [
      1,
      {
        '@id': '5-51',
        '@item_group': '5',
        NAME: 'Boty',
        CODE: 'B/41',
        'CATEGORIES.CATEGORY': 'Obuv > Boty',
        'CATEGORIES.CATEGORY.@id': '1',
        PRICE_VAT: '110',
        'param.Velikost': '41',
      },
    ],
    [
      1,
      {
        '@id': '5-52',
        '@item_group': '5',
        NAME: 'Boty',
        CODE: 'B/42',
        'CATEGORIES.CATEGORY': 'Obuv > Boty',
        'CATEGORIES.CATEGORY.@id': '1',
        PRICE_VAT: '100',
        'param.Velikost': '42',
      },
    ],
  ]);
});

const brokenItems = {
  'a stray end tag': '<item><a>1</x></a></item>',
  'an end tag that is missing': '<item><a>1<c>2</item>',
  'its own end tag missing': '<item><a>1</a>',
  'an attribute without quotes': '<item><a x=1>1</a></item>',
};

for (const [what, broken] of Object.entries(brokenItems)) {
  test(`an item with ${what} is one bad record, and its neighbours are whole`, async () => {
    const records = await read(`<r><item><id>1</id></item>${broken}<item><id>3</id></item></r>`);
    expect(records.filter(({ problems }) => !problems).map(({ fields }) => fields.id)).toEqual(['1', '3']);
    expect(records.filter(({ problems }) => problems?.some(({ severity }) => severity === 'error'))).toHaveLength(1);
  });
}

test('forgotten and stray tags of HTML are a warning', async () => {
  const [record] = await read('<r><item><d>One<br>two</i></d><id>1</id></item></r>');
  expect(record?.fields.id).toBe('1');
  expect(record?.problems?.map(({ reason, severity }) => [reason, severity])).toEqual([['repairedText', 'warning']]);
});

test('items inside items are records of their own in a tree', async () => {
  const { all, tagName } = await readText(
    '<r><CATEGORY><ID>1</ID><CATEGORY><ID>2</ID></CATEGORY><CATEGORY><ID>3</ID></CATEGORY></CATEGORY></r>',
  );
  expect(tagName).toBe('CATEGORY');
  expect(all.map(({ fields }) => fields)).toEqual([{ ID: '2' }, { ID: '3' }, { ID: '1' }]);
});

test('records say where they begin', async () => {
  const records = await read('<r>\n<item>\n<a>1</a></item>\n\n<item><a>2</a></item></r>');
  expect(records.map(({ position, line }) => [position, line])).toEqual([
    [1, 2],
    [2, 5],
  ]);
});

test('a document that ends too early is truncated, whatever is missing', async () => {
  const whole = '<r><item><a>1</a></item><item><a b="2">2</a></item></r>';
  for (let length = 4; length < whole.length; length += 1)
    expect(await errorCode(read(whole.slice(0, length)))).toBe('truncated');
});

test('an item that is too deep, too large or too wide is bounded, and the next one is read', async () => {
  const deep = `${'<a>'.repeat(500)}x${'</a>'.repeat(500)}`;
  const large = '<b>'.concat('x'.repeat(5000), '</b>');
  const wide = Array.from({ length: 30 }, (_, index) => `<f${index}>1</f${index}>`).join('');
  const limits = { maxRecordChars: 4000, maxFieldsPerRecord: 10 };
  const records = await read(
    `<r><item>${deep}</item><item>${large}</item><item>${wide}</item><item><id>4</id></item></r>`,
    {},
    limits,
  );
  expect(records.map(({ problems }) => problems?.[0]?.reason)).toEqual([
    'recordTooDeep',
    'recordTooLarge',
    'tooManyFields',
    undefined,
  ]);
  expect(Object.keys(records[2]?.fields ?? {})).toHaveLength(10);
});

test('a document nested without end and a text without end are refused', async () => {
  expect(await errorCode(read('<a>'.repeat(5000)))).toBe('tooDeep');
  expect(await errorCode(read(`<r><item a="${'x'.repeat(200_000)}`, {}, { maxTokenChars: 100_000 }))).toBe('textTooLong');
});

test('long values and long lists are cut with a warning', async () => {
  const [record] = await read(
    `<r><item><a>${'x'.repeat(300)}</a>${'<b>1</b>'.repeat(9)}</item></r>`,
    {},
    { maxValueChars: 100, maxValuesPerField: 5 },
  );
  expect(record?.fields).toEqual({ a: 'x'.repeat(100), b: ['1', '1', '1', '1', '1'] });
  expect(record?.problems?.map(({ reason }) => reason)).toEqual(['valueTooLong', 'tooManyValues']);
});

test('without the element the feed has no items', async () => {
  expect(await errorCode(read('<r><other>1</other></r>'))).toBe('noElement');
});

describe('tokens', () => {
  type Event = readonly [kind: string, value: unknown];

  /** Adjacent texts become one, and blank ones are skipped, so that two readers can be compared. */
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

  for (const declaration of [
    '<!DOCTYPE r>',
    '<!DOCTYPE yml_catalog SYSTEM "shops.dtd">',
    `<!doctype r PUBLIC "-//X" 'x.dtd' >`,
  ]) {
    test(`${declaration} declares nothing and is ignored, wherever it is cut`, () => {
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
});
