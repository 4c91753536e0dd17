import type { ItemField } from './item-fields.ts';

/**
 * Beside the languages of `known-names.ts`, as `normalName` writes them, one or two languages per line: Dutch, Swedish, Danish
 * and Norwegian, Finnish, Portuguese, Romanian, Turkish, Russian and Ukrainian, Bulgarian, Serbian, Croatian and Slovenian,
 * Greek, Baltic, Japanese, Chinese, Korean.
 */
export const namesAbroad: Readonly<Record<ItemField | 'id', string>> = {
  id: `ид ід artikelnr unieke_code productcode produktnummer produktnr varenummer varenr tuotenumero tuotekoodi codigo codigo_do_produto
    codigo_produto cod_produs cod_articol urun_kodu urunkodu urun_id stok_kodu артикул код код_товара код_товару sifra
    šifra sifra_artikla κωδικος κωδικός kodas kods 商品コード 商品id 商品编号 商品番号 상품코드 상품번호
    tootekood codigo_del_producto referencia_del_producto codice_del_prodotto code_du_produit reference_du_produit cod codice codice_interno codice_articolo codice_prodotto preces_kods prekes_kodas kodici kodici_tal_prodott no_articulo_en_tienda n_articulo_en_tienda
    numero_de_articulo cod_produsului`,
  name: `productnaam naam titel benamning produktnamn artikelnamn namn varenavn produktnavn navn tuotenimi tuote nimi
    nome_do_produto nome_produto nome titulo denumire denumire_produs nume nume_produs urun_adi urunadi urun_ad adi ad
    наименование название название_товара наименование_товара назва назва_товару име наименование_на_продукта naziv
    naziv_artikla naziv_proizvoda ονομα όνομα τιτλος τίτλος ονομασία pavadinimas nosaukums vards nimetus имя 商品名 商品名称 产品名称 名称
    상품명
    ainm ainm_an_tairge isem isem_tal_prodott toote_nimi tootenimetus tootenimi prekes_pavadinimas preces_nosaukums termek_neve naziv_izdelka`,
  description: `omschrijving productomschrijving beskrivning produktbeskrivning beskrivelse produktbeskrivelse kuvaus
    tuotekuvaus descricao descricao_do_produto descriere aciklama urun_aciklamasi aciklamalar описание описание_товара опис
    opis_proizvoda περιγραφη περιγραφή aprasymas apraksts kirjeldus 商品説明 商品描述 描述 상품설명
    cur_sios tuairisc deskrizzjoni productdescription produkt_beskrivelse toote_kirjeldus termek_leirasa opis_izdelka`,
  brand: `merk merknaam varumarke tillverkare maerke mærke merke producent valmistaja merkki tuotemerkki fabricante marca
    producator brend marka marka_ad бренд производитель изготовитель марка виробник proizvodac proizvođač proizvajalec znamka
    κατασκευαστης κατασκευαστής μαρκα μάρκα gamintojas razotajs zimoli tootja бренды ブランド 品牌 브랜드
    branda proizvođac vyrobca ditta`,
  category: `categorie kategori varugrupp produktgrupp varegruppe tuoteryhma tuoteryhmä kategoria osasto categoria categorias
    departamento kategori_ad kategori_adi kategoriler urun_kategori категория категории раздел категорія категории_продукти
    kategorija kategorije κατηγορια κατηγορία kategorijas カテゴリ カテゴリー 分类 类目 카테고리
    kategorinavn categoryname kategooria catagoir kategori1 albero_categorie categoria_merceologica kategoria_produktu tootegrupp grupa preces_grupa`,
  price: `verkoopprijs prijs prijs_incl_btw pris_inkl_moms pris hinta hinta_alv preco_promocional preco_por preco
    preco_de_venda valor pret pret_cu_tva pret_vanzare indirimli_fiyat satis_fiyati satis_fiyat fiyat fiyati цена
    цена_за_единицу цена_продажи ціна цены_цена_цена_за_единицу cijena cena_mp cena_z_ddv maloprodajna_cena τιμη τιμή
    τιμη_με_φπα kaina hind 販売価格 価格 售价 价格 판매가 가격
    nypris praghas prezz prezzo_vendita prezzo_di_vendita pardavimo_kaina muugihind eladasi_ar prodajna_cena prodajna_cijena`,
  price_before: `van_prijs adviesprijs ordinarie_pris ordinariepris forpris førpris vejledende_pris veiledende_pris
    normaalihinta preco_de preco_original pret_vechi pret_lista liste_fiyati piyasa_fiyati eski_fiyat старая_цена
    цена_до_скидки стара_ціна стара_цена stara_cijena redovna_cena αρχικη_τιμη αρχική_τιμή 定価 原价 정가
    glpris listepris listenpreis prix_conseille prix_de_vente_conseille prix_initial precio_recomendado precio_de_venta_recomendado pvpr prezzo_di_riferimento prezzo_riferimento prezzo_consigliato
    prezzo_di_listino doporucena_cena odporucana_cena povodna_cena eredeti_ar ajanlott_ar vana_hind tavahind seanphraghas veca_cena sena_kaina prezz_antik
    redna_cena priporocena_cena eskifiyat preco_recomendado suositushinta`,
  currency: `munt valuta moeda para_birimi doviz валюта νομισμα νόμισμα 通貨 货币 통화`,
  image: `afbeelding afbeeldingslocatie afbeelding_url bild bilder bildlank billede billede_url billedurl bilde kuva kuva_url
    imagem url_da_imagem imagem_principal imagine imagini poza resim resim1 resim_1 resimler resim_url gorsel картинка
    изображение изображения фото зображення slika slike εικονα εικόνα nuotrauka attels atteli afbeeldingen imagini imagens gorseller εικονες εικόνες paveiksleliai pildid kuvat billeder pilt 画像 画像url 商品画像 图片 이미지
    grianghraf iomha stampa imazhina`,
  url: `productlink lank länk produktlank linkki tuotelinkki link_do_produto url_do_produto link_produs urun_linki urun_url
    ссылка посилання url_товара линк poveznica povezava συνδεσμος σύνδεσμος nuoroda saite 商品url 链接 商品链接
    lien lien_du_produit hivatkozas termek_url nasc collegamento lenke odnosnik ligacao legatura veza url_del_prodotto`,
  availability: `levertijd voorraad beschikbaarheid voorraadstatus lagersaldo lagerstatus saldo lager lagerbeholdning
    leveringstid saatavuus varastosaldo varasto estoque disponibilidade quantidade stoc disponibilitate stok stok_miktari
    stok_adedi miktar наличие в_наличии в_наявності op_voorraad in_stoc em_stock em_estoque stokta ir_noliktava i_lager pa_lager varastossa cantitate остаток количество кількість наявність наличност raspolozivost zaliha zaloga kolicina stanje
    διαθεσιμοτητα διαθεσιμότητα αποθεμα απόθεμα likutis atlikums laoseis 在庫数 在庫 库存 数量 재고
    lagerantal stockstatus stoc_ar_fail stokk stok_durumu stokdurumu skladom na_sklade zasoby saadavus elerhetoseg`,
  ean: `ean_kod ean_koodi streckkod stregkode strekkode viivakoodi codigo_de_barras cod_de_bare cod_bare barkod штрихкод
    штрих_код баркод barkoda γραμμωτος_κωδικας bruksninis_kodas jan janコード 条形码 바코드
    ribakood vonalkod barrachod codigo_ean codice_a_barre codice_ean code_barres codebarre svitrkods kod_kreskowy crtna_koda cod_ean`,
  product_code: `artikelcode leverandorens_varenummer referencia_do_fabricante cod_producator uretici_kodu артикул
    код_производителя kataloska_stevilka 型番 型号
    kod_producenta kod_vyrobce kod_vyrobcu codice_produttore codigo_fabricante reference_fabricant`,
  item_group: `groep_id группа_товаров`,
  popularity: `verkopen forsaljning продажи`,
};
