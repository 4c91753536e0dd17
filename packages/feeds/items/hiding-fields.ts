import type { RecordValue } from '#feeds/feed-record.ts';
import { neverPublished } from '#feeds/json/json-flatten.ts';
import { remembered } from '#feeds/remembered.ts';
import { plainName } from '#feeds/mapping/item-fields.ts';

const list = (words: string): string =>
  words
    .trim()
    .split(/\s*,\s*/)
    .join('|');
/** A spreadsheet's apostrophe may precede a value: `'-1`. */
const oneOf = (...words: readonly string[]): RegExp => new RegExp(`^'?(?:${words.join('|')})$`, 'iu');

/** -1 is a draft of WooCommerce. */
const noWords = list(`0, 0\\.0, -1, false, no, n, off, nein, non, ne, nie, nee, nej, nei, não, nao, nu, nem, nē, ei, όχι, οχι,
  нет, ні, не, hayır, hayir, לא, لا, خیر, いいえ, 否, 아니요, 아니오, không, tidak, ไม่`);
const yesWords = list(`1, 1\\.0, true, yes, y, on, ano, áno, ja, oui, si, sí, sì, sim, tak, da, да, так, igen, evet, ναι, kyllä,
  jah, jā, taip, כן, نعم, بله, はい, 是, 예, có, ya, ใช่`);
const states =
  list(`draft, auto-draft, archived, private, pending, trash, unpublished, not published, unlisted, disabled, inactive, not active,
  hidden, deleted, offline, ended, closed, paused, pausad[oa], zakończon[yae], wstrzyman[yae], pozastaven[ýáé], not visible, not visible individually,
  entwurf, archiviert, privat, inaktiv, nicht aktiv, deaktiviert, gesperrt, versteckt, ausgeblendet, unveröffentlicht, nicht veröffentlicht, gelöscht,
  brouillon, archivée?, privée?, inacti(?:f|ve), désactivée?, masquée?, non publiée?, hors ligne, corbeille,
  borrador, archivad[oa], privad[oa], inactiv[oa], desactivad[oa], deshabilitad[oa], ocult[oa], no publicad[oa],
  rascunho, arquivad[oa], inativ[oa], desativad[oa], não publicad[oa],
  bozza, archiviat[oa], inattiv[oa], disattivat[oa], disabilitat[oa], nascost[oa], non pubblicat[oa],
  szkic, zarchiwizowan[yae], nieaktywn[yae], ukryt[yae], wyłączon[yae], nieopublikowan[yae], niewidoczn[yae],
  koncept, archivovan[ýáé], archivováno, neaktivní, neaktívn[yae], skryt[ýáéoyae], vypnut[ýáéo], nepublikován[oaý]?, nepublikovan[ýáé], neviditeln[ýáé],
  concept, gearchiveerd, inactief, niet actief, verborgen, uitgeschakeld, niet gepubliceerd,
  utkast, kladde, arkivera[dt], arkiveret, arkivert, dol[dt], skjult, avpublicerad, luonnos, piilotettu, arkistoitu, ei julkaistu,
  piszkozat, vázlat, archivált, inaktív, rejtett, ciornă, arhivat, inactiv, dezactivat, ascuns, nepublicat,
  черновик, чернетка, чернова, в архиве, архив(?:ный)?, в архіві, неактив(?:ен|на|но|ный|ний|ная|ное), скрыт(?:о|а|ый|ая)?, скрит(?:о|а)?,
  прихован(?:о|ий|а), отключ[её]н(?:о|а)?, выключен(?:о|а)?, вимкнено, не опубликован(?:о|а|ный)?, не опубліковано, снят с публикации,
  taslak, arşiv, arşivlendi, pasif, gizli, kapalı, yayında değil, yayından kaldırıldı, devre dışı,
  πρόχειρο, ανενεργ[όή], κρυφ[όή], αρχειοθετημένο, neaktiv(?:an|na|no|en), skriven(?:o|a)?, skrit(?:o|a)?, skica, osnutek,
  juodraštis, paslėpt(?:a|as), neaktyvus, melnraksts, slēpts, neaktīvs, mustand, peidetud, mitteaktiivne,
  مسودة, غير نشط, غير مفعل, مخفي, مؤرشف, غير منشور, טיוטה, לא פעיל, מוסתר, 下書き, 非公開, 非表示, 無効, 草稿, 下架, 已下架, 未发布, 隐藏, 禁用, 停用,
  초안, 비공개, 숨김, 미진열, 판매중지, bản nháp, ẩn, draf, nonaktif, tidak aktif, ร่าง, ซ่อน`);

/** As `normalName` writes them, without the words of `besides`. */
const hidingNames: readonly (readonly [names: string, hides: RegExp])[] = [
  [
    `published publikovano publikovane zverejneno zverejnene veroffentlicht veroeffentlicht publie publiee publicado publicada pubblicato
    pubblicata opublikowano opublikowane opublikowany opublikowana gepubliceerd publicerad publicerat udgivet publiceret publisert kozzetett kozzeteve
    publicat publicata julkaistu avaldatud publicets paskelbta objavljeno objavljen objavljena објављено опубликован опубликовано опубликована опубліковано
    опублікований публикуван публикувано δημοσιευμένο δημοσιευμένος yayinda yayinlandi yayinlanmis منشور منشورة פורסם מפורסם 公開 公開済み 公開状態 发布
    已发布 是否发布 上架 是否上架 공개 게시됨 게시 diterbitkan dipublikasikan đa_xuat_ban เผยแพร่
    active enabled aktiv aktive aktiver aktiviert aktivni aktivne aktivny aktivna aktivovano actif active activo activa activado activada habilitado
    habilitada attivo attiva abilitato abilitata actief ativo ativa ativado aktywny aktywna aktywne aktywni aktywnosc aktif aktifmi aktiivinen aktiivne
    aktivs aktyvus aktivan aktivno aktiven активен активна активно активный активный активность активний активне активність ενεργό ενεργός ενεργή activ activa
    نشط مفعل פעיל 有効 启用 是否启用 활성 활성화 hoat_đong
    visible visivel visibile vizibil sichtbar zichtbaar synlig synligt nakyvissa nakyva lathato megjelenik widoczny widoczna widoczne wyswietlany
    wyswietlana wyswietlane wyswietlaj pokazuj viditelny viditelne viditelna zobrazit zobrazovat zobrazeno zobrazeny anzeigen angezeigt afficher
    affiche mostrar mostrado mostra nahtav redzams matomas vidljiv vidljivo vidno prikazi видим видима видимый видимо видимий видимість видимость показывать
    показувати показати отображать отображается відображати ορατό ορατός gorunur gorunurluk goster gosterilsin إظهار اظهار مرئي ظاهر גלוי מוצג 表示 显示 是否显示 진열 진열상태 표시
    show_on_site show_on_web show_on_website display_on_site display_on_website show_in_shop show_online visible_online im_shop na_webu
    publish_to_web can_be_sold sale_ok for_sale 판매상태`,
    oneOf(noWords, states),
  ],
  [
    `visibility visibilite visibilidad visibilidade visibilita vizibilitate viditelnost sichtbarkeit widocznosc zichtbaarheid synlighet synlighed
    lathatosag nakyvyys vidnost vidljivost видимост ορατότητα الظهور نمایش
    visibility_in_catalog catalog_visibility viditelnost_v_katalogu sichtbarkeit_im_katalog visibilite_dans_le_catalogue visibilidad_en_el_catalogo
    visibilita_nel_catalogo widocznosc_w_katalogu zichtbaarheid_in_catalogus zichtbaarheid_in_de_catalogus visibilidade_no_catalogo synlighet_i_katalogen
    synlighed_i_katalog synlighet_i_katalogen lathatosag_a_katalogusban vizibilitate_in_catalog vidnost_v_katalogu vidljivost_u_katalogu nakyvyys_katalogissa
    видимость_в_каталоге видимість_в_каталозі видимость_у_каталозі видимост_в_каталога ορατότητα_στον_κατάλογο katalogda_gorunurluk katalog_gorunurlugu الظهور_في_الكتالوج カタログでの表示 カタログの表示
    在目录中的可见性 카탈로그_표시`,
    oneOf(states, 'blocked', 'none', 'cashDeskOnly', 'detailOnly', 'false', 'off'),
  ],
  [
    `status state post_status publication_status statut stav estado situacao stato статус состояние стан durum durumu yayin_durumu κατάσταση tila allapot
    stare stanje staatus busena ステータス 状态 商品状态 상태 الحالة حالة סטטוס trang_thai สถานะ`,
    oneOf(states, 'false', 'off'),
  ],
  [
    `hide hide_product hideproduct draft hidden archived deleted disabled inactive unpublished koncept skryto skryty skryte skryt archivovano archivovany smazano entwurf versteckt
    ausgeblendet archiviert geloscht deaktiviert inaktiv gesperrt brouillon masque masquee archivee supprime desactive inactif borrador oculto
    oculta archivado eliminado inactivo bozza nascosto archiviato eliminato inattivo disattivato rascunho arquivado inativo szkic ukryty ukryte ukryta
    zarchiwizowany zarchiwizowane usuniety nieaktywny nieaktywne verborgen gearchiveerd verwijderd utkast dold arkiverad kladde skjult arkiveret
    slettet piilotettu arkistoitu rejtett archivalt torolt ciorna ascuns arhivat sters черновик скрыт скрыто скрытый в_архиве архивный удален
    удалено неактивен чернетка прихований приховано видалено неактивний taslak gizli arsivlendi silindi pasif κρυφό αρχειοθετημένο مخفي מוסתר 非公開 非表示 隐藏 下架 숨김`,
    oneOf(yesWords),
  ],
  [
    'handle slug',
    oneOf(
      'mc-hidden-fee',
      '(?:[a-z]+-)?(?:shipping|package|order|delivery|checkout)-(?:protection|insurance)(?:-\\d+)?',
      'routeins',
      'seel-wfp',
      'gift-?wrap(?:ping)?(?:-(?:service|option|fee))?',
    ),
  ],
  ['published_at', new RegExp(`^${neverPublished}$`)],
  ['product_online', /^2$/],
];

const byName: ReadonlyMap<string, RegExp> = new Map(
  hidingNames.flatMap(([names, hides]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, hides] as const),
  ),
);

/** `is_active`, `produkt_aktywny`, `Показывать на сайте`, `Ürün aktif mi`. */
const besides = {
  before:
    /^(?:is|je|jest|czy|est|ist|es|esta|flag|products?|produkt[ue]?|produit|producto|produto|prodotto|artike?l|article|articulo|articolo|items?|товара?|товару|urun|offer|zbozi|tovar|tuote|vare|proizvod|izdelek|termek|toode)_(?=.)/u,
  behind:
    /(?<=.)_(?:products?|produkt[ue]?|produit|producto|produto|prodotto|artikel|article|items?|товара?|товару|urun|mi|0_1|(?:on|in)_(?:the_)?(?:site|web|website|store|shop|online_store|e_?shop)|na_webu?|v_e_?shop[ue]|im_(?:web_?)?shop|na_stronie|w_sklepie|sur_le_site|en_ligne|en_(?:la_)?(?:web|tienda)|no_site|na_loja|(?:nel|sul)_sito|oferty|на_сайте|на_сайті|на_витрине|в_магазине|sitede|webde|på_nettet|op_(?:de_)?website)$/u,
} as const;

/** The values of a field that hide its product; null for other fields. */
export const hidingValues = remembered((field): RegExp | null => {
  // Loyverse, of a place; without one, Shopify says so of what is sold out.
  const name = /^available for sale \[/i.test(field) ? 'for_sale' : plainName(field);
  const inner = name.replace(besides.before, '').replace(besides.before, '').replace(besides.behind, '');
  return byName.get(name) ?? byName.get(inner) ?? null;
});

export const isHiding = (hides: RegExp | null, value: RecordValue | undefined): boolean =>
  hides !== null && value !== undefined && !Array.isArray(value) && hides.test(String(value).trim());
