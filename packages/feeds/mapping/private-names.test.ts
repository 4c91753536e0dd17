import { expect, test } from 'vitest';
import { isPrivateName } from './private-names.ts';

/** What shops call a purchase price, a wholesale price, a margin, a supplier and an internal note. */
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
