import type { RecordValue } from '#feeds/feed-record.ts';
import { remembered } from '#feeds/remembered.ts';
import { plainText } from './plain-text.ts';

type Availability = 'in_stock' | 'out_of_stock' | 'preorder' | 'backorder';

export type DaysMeaning = 'none' | 'dispatch' | 'delivery';

/** Items that leave within three days (Heureka’s “do 3 dnů”) or arrive within five can be bought like items in stock. */
const usualDays: Readonly<Record<DaysMeaning, number>> = { none: 3, dispatch: 3, delivery: 5 };
const days =
  /^(?:(?:do|za|in|within|innerhalb|lieferung|lieferzeit|dostawa|levering|livraison|sous|ca\.?|bis zu|um)\s+)*(\d+)(?:\s*(?:-|–|az|to|bis)\s*(\d+))?\s*(?:(?:pracovn\p{L}*|business|working|werk)\s*)?(?:d\.?$|dn|days?|(?:werk|arbeits)?tage?|munkanap|nap|jours?|dias?|giorni|dage?|dagar|werkdagen|dagen|arkipaiv|gun|дн|ден)/u;
/** `2-3 Wochen`, `in 2 weeks`, `do 2 týdnů`. */
const weeks =
  /^(?:\p{L}+\s+){0,2}(\d+)(?:\s*(?:-|–|az|to|bis)\s*(\d+))?\s*(?:wochen?|weeks?|tydn|tyzdn|tygodn|het|semaines?|semanas?|settiman|uger?|veckor|vecka|uker?|viikko|weken|week)/u;
const daysOfWeek = 7;
const letter = /^[\p{L}\p{N}]/u;

/**
 * `in stock`, `https://schema.org/InStock`, `Skladem`, true, a number in stock, or, for delivery, days or a date. One place in
 * stock is enough. Null for unknown words.
 */
export function availabilityOf(value: RecordValue, meaning: DaysMeaning): string | null {
  if (!Array.isArray(value)) return ofText(String(value), meaning);
  const all = value.map((each: string | number) => ofText(String(each), meaning));
  return all.includes('in_stock') ? 'in_stock' : (all.find((each) => each !== null) ?? null);
}

const longestRemembered = 60;
const known = Object.fromEntries(
  (['none', 'dispatch', 'delivery'] as const).map((meaning) => [meaning, remembered((text) => readText(text, meaning))]),
) as Readonly<Record<DaysMeaning, (text: string) => string | null>>;

/** Shops write few texts, and again and again. */
const ofText = (value: string, meaning: DaysMeaning): string | null =>
  value.length > longestRemembered ? readText(value, meaning) : known[meaning](value);

/** `Default Stock: 1, Supplier Stock: 0` */
const placesOfStock = /^[^:,\d][^:,]*:\s*-?\d+(?:\.\d+)?(?:\s*,[^:,\d]*[^:,]*:\s*-?\d+(?:\.\d+)?)*$/;

function readText(value: string, meaning: DaysMeaning): string | null {
  const text = plainText(value);
  if (text === '') return null;
  const places = placesOfStock.test(text) ? text.split(',').map((place) => Number(place.split(':').at(-1))) : [];
  const number = places.length > 0 ? Math.max(...places) : Number(text.replace(',', '.'));
  if (!Number.isNaN(number)) return meaning === 'none' ? ofStock(number) : byDays(number, meaning);
  if (meaning !== 'none' && /^\d{4}-\d{2}-\d{2}/.test(text)) return 'preorder';
  const word = simple(text);
  if (yesWords.has(word)) return 'in_stock';
  if (noWords.has(word)) return 'out_of_stock';
  return byPhrase(word) ?? byText(word, meaning);
}

function byPhrase(word: string): Availability | undefined {
  return availabilityPhrases.find(([, phrases]) => phrases.some((phrase) => says(word, phrase)))?.[0];
}

function says(word: string, phrase: string): boolean {
  if (phrase.endsWith('*')) return word.startsWith(phrase.slice(0, -1));
  return word.startsWith(phrase) && !letter.test(word.slice(phrase.length));
}

/** `do 3 dnů`, `1-3`, `Lieferung in 1-3 Werktagen`; and `3 ks`. */
function byText(word: string, meaning: DaysMeaning): Availability | null {
  const [, oneWeek, lastWeek = oneWeek] = weeks.exec(word) ?? [];
  if (lastWeek !== undefined) return byDays(Number(lastWeek) * daysOfWeek, meaning);
  const [found, first, last = first] = days.exec(word) ?? (meaning === 'none' ? null : /^(\d+)\s*-\s*(\d+)$/.exec(word)) ?? [];
  if (found !== undefined) return byDays(Number(last), meaning);
  const pieces = /^>?\s*(\d+)\+?\s*(?:ks|pcs?|pieces?|stk|stuck|st|szt|db|buc|шт)\b/u.exec(word)?.[1];
  return pieces === undefined ? null : ofStock(Number(pieces));
}

function ofStock(count: number): Availability {
  return count > 0 ? 'in_stock' : 'out_of_stock';
}

function byDays(count: number, meaning: DaysMeaning): Availability {
  return count <= usualDays[meaning] ? 'in_stock' : 'backorder';
}

function simple(text: string): string {
  const name = text.replace(/^https?:\/\/schema\.org\//i, '').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[_\s-]+/g, (blank) => (blank === '-' ? '-' : ' '))
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .trim();
}

/** Separated by commas. Whole words; `*` allows any ending. */
const phrases = (text: string): readonly string[] => text.split(',').map((phrase) => simple(phrase.trim()));

/** Ordered: `not in stock` contains `in stock`. */
const availabilityPhrases: readonly (readonly [Availability, readonly string[]])[] = [
  [
    'out_of_stock',
    phrases(`out of stock, out stock, outofstock, not in stock, sold out, soldout, unavailable, not available, no stock, discontinued,
      vyprodano, neni skladem, nedostupn*, momentalne nedostupn*, nie je na sklade, nie je skladom, vypredan*, nicht auf lager,
      nicht verfugbar, nicht lieferbar, ausverkauft, rupture*, indisponible, epuise*, agotado, no disponible, sin stock,
      sin existencias, brak*, niedostepn*, wyprzedan*, nincs*, elfogyott, nem elerheto, non disponibile, esaurito, esgotado,
      indisponivel, sem estoque, fora de estoque, stoc epuizat, epuizat, indisponibil, nu este in stoc, lipsa stoc, uitverkocht,
      niet op voorraad, niet leverbaar, slutsald*, slut i lager, slut, ej i lager, udsolgt, ikke pa lager, utsolgt, loppu*,
      ei varastossa, ei saatavilla, tukendi, stokta yok, yok, нет в наличии, нет на складе, нет, распродан*, отсутствует, закончился,
      немає*, немае*, нема, відсутн*, няма*, изчерпан*, rasprodano, nema na*, nije na*, nije dostupno, ni na zalogi, razprodano,
      εξαντλη*, μη διαθεσιμο, δεν ειναι διαθεσιμο, neturime, nav pieejams, nav noliktava, otsas, 売り切れ, 在庫なし, 品切れ,
      缺货, 无货, 售罄, 품절,
      agotad*, sin existencia, no hay existencias, no hay stock, sin inventario, fuera de stock, fuera de existencias, em falta, sem stock,
      sem existencias, en rupture*, hors stock, temporairement indisponible, plus disponible, pas disponible, non disponible, terminato, esaurit*,
      non in magazzino, vyprodan*, docasne nedostupn*, nicht vorrätig, vergriffen, derzeit nicht*, momentan nicht*, zurzeit nicht*,
      niet beschikbaar, niet in voorraad, nie ma, nem kapható, nem rendelhető, nem készleten, ej tillgänglig, inte i lager, ikke tilgængelig, ikke tilgjengelig,
      tilapäisesti loppu, mevcut değil, stok dışı, stokta değil, недоступ*, не в наличии, не доступ*, не е наличен*, не е налично, ni na voljo,
      εκτός αποθέματος, išparduota, izpārdots, läbi müüdud, pole saadaval, 在庫切れ, なし, 缺貨, 無貨, 일시품절, 재고 없음,
      غير متوفر, غير متاح, نفد*, نفذ*, אזל*, לא במלאי, לא זמין, hết hàng, habis, stok habis, สินค้าหมด`),
  ],
  [
    'preorder',
    phrases(`pre order, preorder, presale, pre sale, pre venda, predobjedn*, predprodej, v predprodeji, predpredaj, vorbestell*,
      precommande, preventa, prenotabile, przedsprzedaz, elorendel*, előjegyz*, precomanda, pré-commande, preordine, förbeställ*, предварителна поръчка, prednarudžba, prednaročilo,
      προπαραγγελία, išankstin*, eeltellim*, priekšpasūt*, forhandsbok*, forudbestil*, forhandsbestill*,
      ennakkotilau*, on siparis, предзаказ*, передзамовлення, 予約*, 预售, 예약*`),
  ],
  [
    'backorder',
    phrases(`back order, backorder, onbackorder, on backorder, available for order, on request, special order, na objednavku, na dotaz, na objednani, auf anfrage,
      auf bestellung, bestellbar, sur commande, bajo pedido, su ordinazione, sob encomenda, na zamowienie, pod zamowienie, rendelesre,
      skladem za, skladom za, διαθεσιμο κατοπιν παραγγελιας, la comanda, op bestelling, bestallningsvara, bestillingsvare, bestillingsvara, tilaustuote, под заказ, на заказ, ожидается*,
      під замовлення, по поръчка, po narudzbi, po narocilu, κατοπιν παραγγελιας, por encargo, sobre pedido, disponible bajo pedido, disponible sur commande, disponibile su ordinazione,
      disponível sob encomenda, na objednanie, dostupné na objednávku, dostępny na zamówienie, verfügbar auf bestellung, доступно под заказ,
      sipariş üzerine, tellimisel, pagal užsakymą, pēc pasūtījuma, 取り寄せ*, お取り寄せ*`),
  ],
  [
    'in_stock',
    phrases(`in stock, instock, on stock, stocked, available, limited availability, limited stock, low stock, in store only, online only,
      unlimited, skladem, skladom, na sklade, dostupn*, k dispozici, ihned, auf lager, lagernd, verfugbar, sofort lieferbar,
      sofort verfugbar, lieferbar, en stock, disponible*, disponibile*, disponivel, disponibil, in magazzino, w magazynie, na stanie, dostepn*,
      raktaron, keszleten, em estoque, em stock, in stoc, op voorraad, leverbaar, direct leverbaar, i lager, finns i lager, pa lager,
      varastossa, saatavilla, stokta, mevcut, var, в наличии, есть*, на складе, в продаже, в наявності, є в наявності, є, на складі,
      в наличност, наличен*, налично, na stanju, na zalogi, dostupno, διαθεσιμο, αμεσα διαθεσιμο, αμεση παραλαβη, σε αποθεμα, yra*,
      en existencia, en existencias, hay existencias, hay existencia, con existencia, con existencias, con stock, hay stock, en inventario,
      vorrätig, ab lager, in voorraad, beschikbaar, direct beschikbaar, in giacenza, disponibilità immediata, pronta entrega, na magazynie,
      w sprzedaży, elérhető, kapható, rendelkezésre áll, tillgänglig, finns, tilgængelig, tilgjengelig, saatavana, heti saatavilla, satışta,
      доступен, доступна, доступно, доступны, имеется, много, мало, има, na lageru, raspoloživo, na voljo, ετοιμοπαράδοτο, turime, pieejams,
      saadaval, あり, 残り*, few left, last pieces, last items, posledni kus*, nur noch*, wenige*, ultimas*, pocas unidades, ostatnie sztuki, derniers exemplaires, осталось*, 有貨, 现货, 現貨, 판매중, متوفر, متاح, في المخزون, במלאי, זמין, còn hàng, tersedia, มีสินค้า, ir pieejams, ir noliktava, laos, 在庫あり, 有货, 有库存, 재고 있음`),
  ],
];

const yesWords: ReadonlySet<string> = new Set(phrases('true, yes, ano, y, tak, ja, oui, si, sim, da, igen, evet, да, так, +'));
const noWords: ReadonlySet<string> = new Set(
  phrases(
    'false, no, sold, vendido, vendida, vendu, vendue, venduto, venduta, verkauft, verkocht, prodano, predane, sprzedane, solgt, såld, myyty, eladva, vandut, satıldı, продано, ne, nie, n, nein, non, nao, nu, nem, hayir, ні, -',
  ),
);
