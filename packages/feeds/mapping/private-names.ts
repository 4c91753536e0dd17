import { normalName } from './item-fields.ts';
import { unwrapped } from './known-names.ts';

/**
 * Purchase and wholesale prices, margins, suppliers and internal notes. A name is private if it contains the words of an entry:
 * `last_purchase_price_net`. Of an entry with `=` the other words must be in `rest`: many things are called cost. `*` is any
 * ending.
 */
export const privateNames: Readonly<Record<string, string>> = {
  'all languages': '=cost =costs =cogs *b2b* cog_cost pricelists_* =marge =marza =profit',
  Bulgarian:
    'доставна_цена доставни_цени покупна_цена цена_на_едро едро_цена себестойност =марж надценка доставчик* вътрешн*_бележк*',
  Croatian: 'nabavn*_cijen* veleprodajn*_cijen* =vpc vpc_cijena dobavljac* intern*_napomen*',
  Czech:
    'nakupni_cen* cen*_nakupni* nakupka porizovaci_cena cena_porizeni skladova_cena velkoobchod* cen*_velkoobchodni cena_voc =voc_bez_dph =cena_vo =vo_cena dealersk*_cen* cena_pro_prodejce =zisk =naklady =marze marze_* dodavatel* intern*_poznamk* poznamk*_intern*',
  Danish:
    'indkobspris* indkoebspris* indkøbspris* kostpris* engrospris* forhandlerpris* =avance dækningsbidrag daekningsbidrag leverandor* leverandoer* leverandør* intern_note interne_noter intern*_kommentar intern_bemærkning',
  Dutch:
    'inkoopprijs* inkoop_prijs prijs_inkoop kostprijs* groothandelsprijs* groothandel dealerprijs* winstmarge marge_* leverancier* intern*_notitie* intern*_opmerking*',
  English: `=cost_of_goods* cost_of_goods_sold cost_price* price_cost cost_per_item cost_per_unit unit_cost* item_cost product_cost variant_cost
    inventory_cost purchase_cost* purchas*_price* buy*_price* acquisition_price acquisition_cost procurement_price supply_price landed_cost
    manufacturing_cost production_cost factory_price fob_price exw_price trade_price dealer_price reseller_price partner_price
    distributor_price wholesale* whole_sale floor_price auto_pricing_min_price =margin =margins margin_percent* margin_pct margin_rate
    margin_amount margin_value profit_margin* gross_margin net_margin price_margin sales_margin trade_margin =markup markup_percent*
    =standard_price gross_profit profit_percent* profit_amount =commission commission_rate commission_group supplier* default_vendor_*
    internal_note internal_notes internal_comment* internal_remark* internal_description internal_memo private_note private_notes admin_note admin_notes admin_comment*
    staff_note staff_notes merchant_note merchant_notes backoffice_note note*_internal comment*_internal source_store* source_warehouse*`,
  Estonian: 'ostuhin* sisseostuhin* hulgihin* omahin* juurdehindlus =marginaal tarnija* sisemi*_markus*',
  Finnish:
    'ostohin* osto_hin* hankintahin* sisaanostohin* omakustannushin* tukkuhin* jalleenmyyjahin* myyntikate kateprosentti toimittajan_* tavarantoimittaja* sisai*_huomautu* sisai*_muistiinpan* sisai*_komment*',
  French:
    'prix_d_achat* prix_achat* prix_de_revient* prix_revient cout_d_achat* cout_achat =cout =couts cout_de_revient cout_unitaire cout_par_article prix_de_gros prix_grossiste prix_revendeur tarif_revendeur taux_de_marge taux_de_marque marge_* =benefice fournisseur* note*_interne* commentaire*_interne* remarque*_interne*',
  German: `einkaufspreis* einkauf_preis* einkaufpreis* preis_einkauf =ek =ek_* ek_preis* ek_netto preis_ek durchschnitt*_ek einstandspreis* bezugspreis*
    beschaffungspreis* gestehungskosten selbstkosten* herstellkosten grosshandel* handlerpreis* haendlerpreis* handler_ek haendler_ek
    wiederverkaufspreis* wiederverkaufer* rohertrag handelsspanne gewinnspanne deckungsbeitrag lieferant* intern*_notiz* intern*_bemerkung*
    intern*_kommentar* notiz*_intern* bemerkung*_intern*`,
  Greek: 'τιμ*_αγορας τιμ*_κοστους =κοστος τιμ*_χονδρικης χονδρικ* περιθωριο_κερδους προμηθευτ* εσωτερικ*_σημειωσ*',
  Hungarian:
    'beszerzesi_ar* beszerzesi_koltseg nagyker* nagy_ker_ar viszonteladoi_ar* onkoltseg* arres* haszonkulcs beszallito* belso_megjegyzes*',
  Irish: 'praghas_ceannaigh =costas praghas_mordhiola corrabhrabus solathrai* nota*_inmheanach*',
  Italian:
    'prezz*_di_acquisto* prezz*_d_acquisto* prezz*_acquisto* =costo =costi costo_di_acquisto costo_d_acquisto costo_acquisto costo_per_articolo costo_unitario prezzo_di_costo prezzo_all_ingrosso prezzo_ingrosso prezzo_rivenditor* =margine margine_lordo margine_di_* ricarico fornitor* nota*_intern* note_intern*',
  Latvian: 'iepirkuma_cen* iepirkumcena vairumtirdzniecibas_cen* vairumcena pasizmaksa uzcenojum* piegadataj* ieksej*_piezim*',
  Lithuanian: 'pirkimo_kain* isigijimo_kain* savikain* didmen*_kain* antkain* tiekej* vidin*_pastab* vidin*_komentar*',
  Macedonian: 'набавн*_цен* големопродажн*_цен*',
  Maltese: 'prezz_tax_xiri prezz_bl_ingrossa fornitur* nota_interna',
  Norwegian:
    'innkjopspris* innkjøpspris* innpris grossistpris* fortjeneste dekningsbidrag dekningsgrad intern*_notat* intern*_merknad*',
  Polish:
    'cen*_zakupu* koszt_zakupu* cen*_hurtow* cena_hurt hurtow*_cen* =koszt koszt_wlasny =narzut narzut_* marza_* dostawc* uwagi_wewnetrzne notatk*_wewnetrzn*',
  Portuguese:
    'prec*_de_compra preco_compra prec*_de_custo preco_custo =custo =custos custo_unitario custo_por_item custo_medio custo_de_aquisicao prec*_de_atacado preco_atacado prec*_de_revenda preco_revenda preco_grossista =margem margem_de_lucro margem_bruta =lucro fornecedor* nota*_interna* observac*_interna* observacoes_internas',
  Romanian:
    'pret_achizitie* pret_de_achizitie* pret_cumparare pret_engros pret_en_gros pret_angro pret_furnizor adaos_comercial =adaos =marja marja_* furnizor* nota_intern* note_intern* observatii_interne',
  Russian:
    'закупочн*_цен* цен*_закупочн* цен*_закуп* =закуп =закупка себестоимость оптов*_цен* цен*_оптов* =опт =оптовая =оптовые цена_опт мелкий_опт дилерск*_цен* входн*_цен* маржа маржинальность наценка =прибыль поставщик* внутренн*_заметк* внутренн*_коммент* внутренн*_примеч* служебн*_коммент* optov* zakupochn*',
  Serbian: 'nabavn*_cen* veleprodajn*_cen* =vp_cena набавн*_цен* велепродајн*_цен* добављач* интерн*_напомен*',
  Slovak:
    'nakupn*_cen* cen*_nakupn* obstaravacia_cena velkoobchodn* cen*_velkoobchodn* dealersk*_cen* marza_* dodavatel* intern*_poznamk* poznamk*_intern*',
  Slovenian: 'nabavn*_cen* nakupn*_cen* veleprodajn*_cen* grosisticn*_cen* lastn*_cen* dobavitelj* intern*_opomb*',
  Spanish:
    'preci*_de_compra* precio_compra preci*_de_coste preci*_de_costo precio_coste precio_costo =coste =costo =costes =costos coste_unitario costo_unitario costo_por_articulo coste_por_articulo costo_por_producto precio_mayorista precio_al_por_mayor precio_mayoreo precio_distribuidor =margen margen_bruto margen_de_* =ganancia ganancia_* proveedor* nota*_interna* comentario*_interno*',
  Swedish:
    'inkopspris* inkops_pris* sjalvkostnad* grossistpris* aterforsaljarpris* =marginal bruttomarginal tackningsbidrag tackningsgrad leverantor* intern*_anteckning* intern*_kommentar* intern*_notering*',
  Turkish: 'alis_fiyat* maliyet* toptan* bayi_fiyat* kar_marji kar_orani tedarikci* dahili_not* ic_not*',
  Ukrainian:
    'закупівельн*_цін* закупочн*_цін* цін*_закуп* собівартість оптов*_цін* цін*_оптов* =гурт ціна_опт дроп_ціна ціна_дроп маржа націнка =прибуток постачальник* внутрішн*_примітк* внутрішн*_нотатк* внутрішн*_комент*',
};

/** Allowed beside an entry with `=`. */
const rest =
  'variants? products? items? unit inventory meta wc total default avg average last standard base my our net netto gross brutto ex excl incl vat tax dph mwst moms btw iva tva ht ttc amount value price'
    .split(' ')
    .join('|');

const withoutMarks = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '');

const entries = Object.values(privateNames).flatMap((names) => names.trim().split(/\s+/));
const anyOf = (some: readonly string[]): string => some.map((entry) => withoutMarks(entry).replaceAll('*', '[^_]*')).join('|');
const anywhere = new RegExp(`(?:^|_)(?:${anyOf(entries.filter((entry) => !entry.startsWith('=')))})(?:_|$)`);
const wholeNames = anyOf(entries.filter((entry) => entry.startsWith('=')).map((entry) => entry.slice(1)));
const whole = new RegExp(`^(?:(?:${rest})_)*(?:${wholeNames})(?:_(?:${rest}))*$`);

export function isPrivateName(fieldName: string): boolean {
  const name = normalName(fieldName).replaceAll('b2_b', 'b2b');
  return anywhere.test(withoutMarks(name)) || [name, ...unwrapped(name)].some((form) => whole.test(withoutMarks(form)));
}

const toldNames = 10;

export const listedNames = (names: readonly string[]): string =>
  [...names.slice(0, toldNames), ...(names.length > toldNames ? ['…'] : [])].join(', ');
