import { expect, test, describe } from 'vitest';
import type { FeedRecord, RecordValue } from '#feeds/feed-record.ts';
import { GeneratedIds, itemMaker } from '#feeds/items/to-item.ts';
import { GrowingMapping } from './growing-mapping.ts';
import { FieldRule } from '#contract/values/field-kind.ts';
import { proposeMapping } from './mapping.ts';
import { decideMapping } from './own-mapping.ts';
import { isPrivateName } from './private-names.ts';

const records = (count: number, fieldsOf: (at: number) => FeedRecord['fields']): FeedRecord[] =>
  Array.from({ length: count }, (_, at) => ({ position: at + 1, fields: fieldsOf(at) }));
const lamp = (at: number) => ({ id: `${at}`, title: `Lamp ${at}`, price: '1300 CZK' });
const made = (growing: GrowingMapping, record: FeedRecord) =>
  itemMaker(growing.proposed, {}, new GeneratedIds())(record).item?.fields;

test('a reduced price that first comes after the beginning is the price of its item, and the other one what it was before', () => {
  const growing = new GrowingMapping(records(300, lamp));
  const sale = records(10, (at) => ({ ...lamp(1000 + at), sale_price: '1250 CZK' }));
  expect(growing.learn(sale)).toBe(true);
  expect(made(growing, sale[0]!)).toMatchObject({ price: 1250, price_before: 1300, currency: 'CZK' });
  expect(made(growing, records(1, lamp)[0]!)).toMatchObject({ price: 1300 });
  expect(made(growing, records(1, lamp)[0]!)).not.toHaveProperty('price_before');
});

test.each([
  ['gtin', '4006381333931', 'ean'],
  ['brand', 'Osram', 'brand'],
  ['MANUFACTURER', 'Osram', 'brand'],
  ['EAN', '4006381333931', 'ean'],
  ['ITEMGROUP_ID', 'L7', 'item_group'],
  ['image_link', 'https://shop.example/1.jpg', 'image'],
])('%s is mapped when it comes late', (name, value, to) => {
  const growing = new GrowingMapping(records(300, lamp));
  const late = records(3, (at) => ({ ...lamp(at), [name]: value }));
  expect(growing.learn(late)).toBe(true);
  expect(made(growing, late[0]!)).toMatchObject({ [to]: value });
  expect(growing.names).toContain(name);
});

test('what is mapped already stays so, whatever comes', () => {
  const growing = new GrowingMapping(records(300, lamp));
  growing.learn(records(1, (at) => ({ ...lamp(at), label: 'Another name', product_id: 'another-id', colour: 'red' })));
  const [record] = records(1, (at) => ({ ...lamp(at), label: 'Another name', product_id: 'another-id', colour: 'red' }));
  expect(made(growing, record!)).toMatchObject({ name: 'Lamp 0', colour: 'red' });
  expect(itemMaker(growing.proposed)(record!).item?.id).toBe('0');
});

test('nothing is learnt from names that are known, and each name once', () => {
  const growing = new GrowingMapping(records(300, lamp));
  expect(growing.learn(records(500, lamp))).toBe(false);
  const fresh = records(2, (at) => ({ ...lamp(at), brand: 'Osram' }));
  expect([growing.learn(fresh), growing.learn(fresh)]).toEqual([true, false]);
});

test('an id that is the same on most items is none', () => {
  const { proposed } = new GrowingMapping(
    records(12, (at) => ({ sku: 'SKU', url: `https://shop.example/${at}`, name: `Lamp ${at}` })),
  );
  expect(proposed.filter(({ to }) => to === 'id')).toEqual([
    { from: 'url', to: 'id', reason: 'generatedId', isHashed: true },
    { from: 'name', to: 'id', reason: 'generatedId', isHashed: true },
  ]);
  expect(new GrowingMapping(records(1, () => ({ sku: 'SKU', name: 'Lamp' }))).proposed[0]).toMatchObject({
    from: 'sku',
    to: 'id',
  });
});

const fields = {
  id: '1',
  title: 'Lamp',
  model: 'L-7',
  brand: 'Lumen',
  price: '12900',
  link: 'https://a.example/1',
  size: 'approx. 12,5 cm',
  labels: 'new|sale | ',
  note: '<p>Good <b>light</b></p>',
  secret: '42',
} satisfies Record<string, RecordValue>;
const record: FeedRecord = { position: 1, fields };

/** The item that comes of the record when the owner decided this. */
function itemOf(rules: readonly object[], given: FeedRecord = record) {
  const own = rules.map((rule) => FieldRule.parse(rule));
  const { mapping, prepare } = decideMapping(proposeMapping([given]), own);
  return itemMaker(mapping)(prepare(given));
}
const fieldsOf = (...rules: object[]) => itemOf(rules).item?.fields;

test('without decisions, proposals stand', () => {
  expect(fieldsOf()).toMatchObject({ name: 'Lamp', price: 12_900, brand: 'Lumen', secret: '42' });
});

test('a field is taken from where the owner says, and what stood there before stays under its own name', () => {
  const item = fieldsOf({ to: 'name', how: 'first', from: ['model'] });
  expect(item).toMatchObject({ name: 'L-7', title: 'Lamp' });
  expect(item).not.toHaveProperty('model');
});

test('a field that feeds another one makes no field of its own when it is no longer the id', () => {
  const { title, link, size } = fields;
  const given = { position: 1, fields: { title, link, size } };
  const { item } = itemOf([{ to: 'id', how: 'first', from: ['size'] }], given);
  expect(item).toEqual({ id: size, fields: { name: title, url: link } });
});

test('the first field with a value is taken', () => {
  expect(fieldsOf({ to: 'name', how: 'first', from: ['headline', 'title'] })).toMatchObject({ name: 'Lamp' });
  expect(fieldsOf({ to: 'size_cm', how: 'first', from: ['length', 'size'] })).toMatchObject({ size_cm: 'approx. 12,5 cm' });
});

test('fields are joined, and stay', () => {
  expect(fieldsOf({ to: 'name', how: 'join', from: ['brand', 'title', 'absent', 'model'], text: ' ' })).toMatchObject({
    name: 'Lumen Lamp L-7',
    brand: 'Lumen',
    model: 'L-7',
  });
});

test('a text is split into a list, and HTML is taken out', () => {
  expect(fieldsOf({ to: 'tags', how: 'first', from: ['labels'], split_by: '|' })).toMatchObject({ tags: ['new', 'sale'] });
  expect(fieldsOf({ to: 'tags', how: 'first', from: ['labels'], split_by: '|' })).not.toHaveProperty('labels');
  expect(fieldsOf({ to: 'hint', how: 'first', from: ['note'], strips_html: true })).toMatchObject({ hint: 'Good light' });
  expect(fieldsOf({ to: 'category', how: 'first', from: ['labels'], split_by: '|' })).toMatchObject({ category: 'new > sale' });
});

test('numbers and prices are read out of texts', () => {
  expect(fieldsOf({ to: 'size', how: 'first', from: ['size'], reads_as: 'number' })).toMatchObject({ size: 12.5 });
  expect(fieldsOf({ to: 'price', how: 'first', from: ['price'], reads_as: 'cents' })).toMatchObject({ price: 129 });
  const inCents = { ...record, fields: { ...fields, price: '12900 CZK' } };
  expect(itemOf([{ to: 'price', how: 'first', from: ['price'], reads_as: 'cents' }], inCents).item?.fields).toMatchObject({
    price: 129,
    currency: 'CZK',
  });
  expect(fieldsOf({ to: 'cost', how: 'first', from: ['price'], reads_as: 'price' })).toMatchObject({ cost: 12_900 });
});

test('reports a price that cannot be read', () => {
  const { item, problems } = itemOf([{ to: 'price', how: 'first', from: ['title'], reads_as: 'cents' }]);
  expect(item?.fields).not.toHaveProperty('price');
  expect(problems).toMatchObject([{ field: 'price', value: 'Lamp', reason: 'badPrice' }]);
});

test('every item gets the same text, or nothing', () => {
  expect(fieldsOf({ to: 'currency', how: 'constant', text: 'CZK' })).toMatchObject({ currency: 'CZK' });
  expect(fieldsOf({ to: 'brand', how: 'none' })).not.toHaveProperty('brand');
  expect(itemOf([{ to: 'brand', how: 'none' }]).item?.fields).toMatchObject({ feed_brand: 'Lumen' });
});

test('drops ignored fields', () => {
  const { item } = itemOf(['secret', 'brand', 'feed_brand'].map((to) => ({ to, how: 'none' })));
  expect(item?.fields).not.toHaveProperty('secret');
  expect(item?.fields).not.toHaveProperty('brand');
  expect(item?.fields).not.toHaveProperty('feed_brand');
});

test('an id can be chosen or put together', () => {
  expect(itemOf([{ to: 'id', how: 'first', from: ['model'] }]).item?.id).toBe('L-7');
  expect(itemOf([{ to: 'id', how: 'join', from: ['brand', 'model'], text: '-' }]).item?.id).toBe('Lumen-L-7');
  expect(itemOf([{ to: 'id', how: 'none' }])).toMatchObject({ item: null, problems: [{ reason: 'missingId' }] });
});

test('names the fields of the feed in the shown mapping', () => {
  const rules = [
    FieldRule.parse({ to: 'name', how: 'join', from: ['brand', 'title'], text: ' ' }),
    FieldRule.parse({ to: 'currency', how: 'constant', text: 'CZK' }),
    FieldRule.parse({ to: 'secret', how: 'none' }),
  ];
  expect(decideMapping(proposeMapping([record]), rules).shown.slice(0, 3)).toEqual([
    { from: 'brand + title', to: 'name' },
    { from: '“CZK”', to: 'currency' },
    { from: 'secret', to: null },
  ]);
});

describe('names in other languages', () => {
  /** Values that fit the fields, in the order of the columns below. */
  const values = [
    'KT-204',
    'Kettle Aria 1.7 l',
    'Boils water within three minutes, has a lid of steel and a cord of one metre.',
    'Kitchen > Kettles',
    '39.90',
    '49.90',
    '12',
    'Aria',
    'https://shop.example/1.jpg',
    'https://shop.example/kettle',
    '4006381333931',
  ];
  const fields = [
    'id',
    'name',
    'description',
    'category',
    'price',
    'price_before',
    'availability',
    'brand',
    'image',
    'url',
    'ean',
  ];

  /** The names that shops use, in the order of `fields`. */
  const languages: Readonly<Record<string, string>> = {
    Bulgarian: 'Код|Име|Описание|Категория|Цена|Стара цена|Наличност|Марка|Снимка|Линк|Баркод',
    Croatian: 'Šifra|Naziv|Opis|Kategorija|Cijena|Stara cijena|Zaliha|Brend|Slika|Poveznica|Barkod',
    Czech: 'Kód|Název|Popis|Kategorie|Cena|Původní cena|Skladem|Výrobce|Obrázek|Odkaz|EAN',
    Danish: 'Varenummer|Produktnavn|Beskrivelse|Kategorinavn|Nypris|Glpris|Lagerantal|Mærke|Billede|Link|EAN',
    Dutch: 'Artikelnummer|Productnaam|Omschrijving|Categorie|Prijs|Adviesprijs|Voorraad|Merk|Afbeelding|Link|EAN',
    English: 'Product ID|Product name|Description|Category|Price|List price|Stock|Brand|Image|Link|Barcode',
    Estonian: 'Tootekood|Nimetus|Kirjeldus|Kategooria|Hind|Vana hind|Laoseis|Tootja|Pilt|Link|Ribakood',
    Finnish: 'Tuotenumero|Tuotenimi|Kuvaus|Osasto|Hinta|Normaalihinta|Saatavuus|Valmistaja|Kuva|Linkki|EAN',
    French: 'Référence|Nom|Description|Catégorie|Prix|Prix conseillé|Quantité|Marque|Image|Lien|EAN',
    German: 'Artikelnummer|Bezeichnung|Beschreibung|Kategorie|Preis|Listenpreis|Lagerbestand|Hersteller|Bild|Link|EAN',
    Greek: 'Κωδικός|Όνομα|Περιγραφή|Κατηγορία|Τιμή|Αρχική τιμή|Διαθεσιμότητα|Κατασκευαστής|Εικόνα|Σύνδεσμος|EAN',
    Hungarian: 'Cikkszám|Terméknév|Leírás|Kategória|Ár|Eredeti ár|Raktárkészlet|Gyártó|Kép|Hivatkozás|Vonalkód',
    Irish: 'Cód|Ainm|Cur síos|Catagóir|Praghas|Seanphraghas|Stoc|Branda|Íomhá|Nasc|Barrachód',
    Italian: 'Codice|Nome|Descrizione|Categoria|Prezzo|Prezzo di riferimento|Giacenza|Marca|Immagine|Collegamento|EAN',
    Latvian: 'Preces kods|Nosaukums|Apraksts|Kategorija|Cena|Vecā cena|Atlikums|Ražotājs|Attēls|Saite|Svītrkods',
    Lithuanian:
      'Prekės kodas|Pavadinimas|Aprašymas|Kategorija|Kaina|Sena kaina|Likutis|Gamintojas|Nuotrauka|Nuoroda|Brūkšninis kodas',
    Maltese: 'Kodiċi|Isem|Deskrizzjoni|Kategorija|Prezz|Prezz antik|Stokk|Marka|Stampa|Link|Barcode',
    Norwegian: 'Varenr|Varenavn|Beskrivelse|Kategori|Pris|Førpris|Lager|Merke|Bilde|Lenke|EAN',
    Polish: 'Kod produktu|Nazwa|Opis|Kategoria|Cena|Stara cena|Stan magazynowy|Producent|Zdjęcie|Odnośnik|Kod kreskowy',
    Portuguese: 'Código|Nome|Descrição|Categoria|Preço|Preço original|Estoque|Marca|Imagem|Ligação|Código de barras',
    Romanian: 'Cod produs|Denumire|Descriere|Categorie|Preț|Preț vechi|Stoc|Producător|Imagine|Legătură|Cod de bare',
    Russian: 'Артикул|Название|Описание|Категория|Цена|Старая цена|Наличие|Бренд|Фото|Ссылка|Штрихкод',
    Serbian: 'Šifra|Naziv|Opis|Kategorija|Cena|Stara cena|Zaliha|Proizvođač|Slika|Veza|Barkod',
    Slovak: 'Kód|Názov|Popis|Kategória|Cena|Pôvodná cena|Skladom|Výrobca|Obrázok|Odkaz|EAN',
    Slovenian: 'Šifra|Naziv|Opis|Kategorija|Cena|Redna cena|Zaloga|Proizvajalec|Slika|Povezava|Črtna koda',
    Spanish:
      'Código del producto|Nombre del producto|Descripción del producto|Categoría del producto|Precio|Precio recomendado|Existencias|Marca del producto|URL de la imagen|URL del producto|Código EAN',
    Swedish: 'Artikelnummer|Produktnamn|Beskrivning|Kategori|Pris|Ordinarie pris|Lagersaldo|Varumärke|Bild|Länk|Streckkod',
    Turkish: 'Stok kodu|Ürün adı|Açıklama|Kategori1|Satış fiyatı|Eski fiyat|Stok durumu|Marka|Resim1|Link|Barkod',
    Ukrainian: 'Артикул|Назва|Опис|Категорія|Ціна|Стара ціна|Наявність|Виробник|Зображення|Посилання|Штрихкод',
  };

  test.each(Object.entries(languages))('the columns of a shop are known in %s', (_language, header) => {
    const names = header.split('|');
    expect(names).toHaveLength(fields.length);
    const row = (at: number) => Object.fromEntries(names.map((name, place) => [name, place === 0 ? `KT-${at}` : values[place]!]));
    const mapping = proposeMapping(Array.from({ length: 20 }, (_, at) => ({ position: at + 1, fields: row(at) })));
    const found = Object.fromEntries(fields.map((to) => [to, mapping.find((one) => one.to === to)?.from]));
    expect(found).toEqual(Object.fromEntries(fields.map((to, place) => [to, names[place]])));
  });
});

describe('private names', () => {
  /** Names in shops of a purchase price, a wholesale price, a margin, a supplier and an internal note. */
  const languages: Readonly<Record<string, string>> = {
    Bulgarian: 'Доставна цена|Цена на едро|Марж|Доставчик|Вътрешна бележка',
    Croatian: 'Nabavna cijena|Veleprodajna cijena|Marža|Dobavljač|Interna napomena',
    Czech: 'Nákupní cena|Velkoobchodní cena|Marže|Dodavatel|Interní poznámka',
    Danish: 'Indkøbspris|Engrospris|Avance|Leverandør|Intern note',
    Dutch: 'Inkoopprijs excl. btw|Groothandelsprijs|Winstmarge|Leverancier|Interne notitie',
    English: 'Cost per item|Wholesale Price|Profit margin|Supplier Reference|Internal Notes',
    Estonian: 'Ostuhind|Hulgihind|Marginaal|Tarnija|Sisemine märkus',
    Finnish: 'Ostohinta|Tukkuhinta|Kateprosentti|Tavarantoimittaja|Sisäinen huomautus',
    French: "Prix d'achat HT|Prix de gros|Marge|Fournisseur|Note interne",
    German: 'Einkaufspreis netto|Händler-EK|Rohertrag|Lieferant|Interne Notiz',
    Greek: 'Τιμή αγοράς|Τιμή χονδρικής|Περιθώριο κέρδους|Προμηθευτής|Εσωτερική σημείωση',
    Hungarian: 'Beszerzési ár|Nagyker ár|Árrés|Beszállító|Belső megjegyzés',
    Irish: 'Praghas ceannaigh|Praghas mórdhíola|Corrabhrabús|Soláthraí|Nóta inmheánach',
    Italian: "Prezzo d'acquisto|Prezzo all'ingrosso|Margine|Fornitore|Nota interna",
    Latvian: 'Iepirkuma cena|Vairumtirdzniecības cena|Uzcenojums|Piegādātājs|Iekšējā piezīme',
    Lithuanian: 'Pirkimo kaina|Didmeninė kaina|Antkainis|Tiekėjas|Vidinė pastaba',
    Maltese: 'Prezz tax-xiri|Prezz bl-ingrossa|Profit|Fornitur|Nota interna',
    Norwegian: 'Innkjøpspris|Grossistpris|Dekningsgrad|Leverandør|Internt notat',
    Polish: 'Cena zakupu netto|Cena hurtowa|Marża|Dostawca|Uwagi wewnętrzne',
    Portuguese: 'Preço de custo|Preço de atacado|Margem de lucro|Fornecedor|Nota interna',
    Romanian: 'Preț de achiziție|Preț engros|Adaos comercial|Furnizor|Notă internă',
    Russian: 'Закупочная цена|Оптовая цена|Наценка|Поставщик|Внутренний комментарий',
    Serbian: 'Набавна цена|Veleprodajna cena|Marža|Dobavljač|Interna napomena',
    Slovak: 'Nákupná cena|Veľkoobchodná cena|Marža|Dodávateľ|Interná poznámka',
    Slovenian: 'Nabavna cena|Veleprodajna cena|Marža|Dobavitelj|Interna opomba',
    Spanish: 'Precio de compra|Precio mayorista|Margen de beneficio|Proveedor|Nota interna',
    Swedish: 'Inköpspris|Grossistpris|Bruttomarginal|Leverantör|Intern anteckning',
    Turkish: 'Alış fiyatı|Toptan fiyat|Kâr marjı|Tedarikçi|Dahili not',
    Ukrainian: 'Закупівельна ціна|Оптова ціна|Націнка|Постачальник|Внутрішня примітка',
  };

  test.each(Object.entries(languages))('knows what shops keep to themselves in %s', (_language, names) => {
    expect(names.split('|').filter((name) => !isPrivateName(name))).toEqual([]);
  });

  test.each([
    'PURCHASE_PRICE',
    'PRICES.PURCHASE_PRICE',
    'purchasePrices.net',
    'purchasing_price',
    'lastPurchasePrice',
    'cost',
    'Cost',
    'cost_eur',
    'variants.cost',
    'variant_unit_cost',
    'Cost Price',
    'cost_of_goods_sold',
    'meta._wc_cog_cost',
    'price_b2b',
    'PriceB2B',
    'B2B cena',
    'wholesale',
    'SUPPLIER',
    'internalNote',
    'Poznámka interní',
    'EK Netto',
    'себестоимость',
    'Ціна опт',
    'auto_pricing_min_price',
    'standard_price',
  ])('hides %s', (name) => expect(isPrivateName(name)).toBe(true));

  const shown = `price|sale_price|net_price|list_price|retail_price|price_excl_vat|unit_price|member_price|
  shipping_cost|shippingCost|shipping.price|delivery_cost|Cost of delivery|DELIVERY.DELIVERY_PRICE_COD|cost_center|low_cost|
  annual_energy_cost|cost_per_wash|cost_per_page|costume|Costa Rica|Nákladní kapacita|Náklad|Náklady na dopravu|
  Cena dopravy|Doprava|Cena|Nákupní taška|Poznámka|Versandkosten|Lieferkosten|Lieferzeit|
  Liefertermin|Kosten|Weekend|Handlauf|Margenfarbe|Frais de port|Coût de livraison|Bénéfices|
  Marque|Costo di spedizione|Costo de envío|Beneficios|Koszt dostawy|Dostawa|Dostępność|Custo de envio|
  Leveringstid|Leveranstid|Leverans|Toimitus|Стоимость доставки|Вартість доставки|Цена|Ціна|
  Оптика|Оптический зум|Доставка|Цена на доставка|Cena dostave|Piegāde|Pristatymas|Kargo ücreti|
  Satış fiyatı|Szállítási költség|Ár|Cost livrare|purchase_note|min_purchase_quantity|purchased_count|Note|
  notes|Bottom note|internal_storage|internal_notebook_slot|vendor|vendor_code|manufacturer|brand|
  distributor|origin|margin_left|profile|buy_now|commissioning|Supply voltage|suppleness|
  Einkaufswagen|Kostüm|Kate|Marginal gloss`;

  test.each(shown.split(/\|\s*/))('shows %s', (name) => expect(isPrivateName(name)).toBe(false));
});
