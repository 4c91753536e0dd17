import type { Availability } from './availability.ts';

/** Split at commas. What a word is followed by doesn't matter, unless that makes another word of it; `*` allows any ending. */
const phrases = (text: string): readonly string[] => text.split(',').map((phrase) => phrase.replace(/\s+/g, ' ').trim());

/** How feeds say it, in lower case and without diacritics. Decided in this order, since one says `not in stock` and `in stock`. */
export const availabilityPhrases: readonly (readonly [Availability, readonly string[]])[] = [
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
      缺货, 无货, 售罄, 품절`),
  ],
  [
    'preorder',
    phrases(`pre order, preorder, presale, pre sale, pre venda, predobjedn*, predprodej, v predprodeji, predpredaj, vorbestell*,
      precommande, preventa, prenotabile, przedsprzedaz, elorendel*, precomanda, forhandsbok*, forudbestil*, forhandsbestill*,
      ennakkotilau*, on siparis, предзаказ*, передзамовлення, 予約*, 预售, 예약*`),
  ],
  [
    'backorder',
    phrases(`back order, backorder, available for order, on request, special order, na objednavku, na dotaz, na objednani, auf anfrage,
      auf bestellung, bestellbar, sur commande, bajo pedido, su ordinazione, sob encomenda, na zamowienie, pod zamowienie, rendelesre,
      skladem za, skladom za, διαθεσιμο κατοπιν παραγγελιας, la comanda, op bestelling, bestallningsvara, bestillingsvare, bestillingsvara, tilaustuote, под заказ, на заказ, ожидается*,
      під замовлення, по поръчка, po narudzbi, po narocilu, κατοπιν παραγγελιας, 取り寄せ*, お取り寄せ*`),
  ],
  [
    'in_stock',
    phrases(`in stock, instock, on stock, stocked, available, limited availability, limited stock, low stock, in store only, online only,
      unlimited, skladem, skladom, na sklade, dostupn*, k dispozici, ihned, auf lager, lagernd, verfugbar, sofort lieferbar,
      sofort verfugbar, lieferbar, en stock, disponible*, disponibile*, disponivel, disponibil, in magazzino, w magazynie, na stanie, dostepn*,
      raktaron, keszleten, em estoque, em stock, in stoc, op voorraad, leverbaar, direct leverbaar, i lager, finns i lager, pa lager,
      varastossa, saatavilla, stokta, mevcut, var, в наличии, есть*, на складе, в продаже, в наявності, є в наявності, є, на складі,
      в наличност, наличен*, налично, na stanju, na zalogi, dostupno, διαθεσιμο, αμεσα διαθεσιμο, αμεση παραλαβη, σε αποθεμα, yra*,
      ir pieejams, ir noliktava, laos, 在庫あり, 有货, 有库存, 재고 있음`),
  ],
];

export const yesWords: ReadonlySet<string> = new Set(
  phrases('true, yes, ano, y, tak, ja, oui, si, sim, da, igen, evet, да, так, +'),
);
export const noWords: ReadonlySet<string> = new Set(phrases('false, no, ne, nie, n, nein, non, nao, nu, nem, hayir, ні, -'));
