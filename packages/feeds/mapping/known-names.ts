import { decodeEntities } from '#feeds/values/plain-text.ts';
import { remembered } from '#feeds/remembered.ts';
import type { DaysMeaning } from '#feeds/values/availability.ts';
import { type ItemField, normalName } from './item-fields.ts';

/**
 * Beside the languages of `known-names.ts`, as `normalName` writes them, one or two languages per line: Dutch, Swedish, Danish
 * and Norwegian, Finnish, Portuguese, Romanian, Turkish, Russian and Ukrainian, Bulgarian, Serbian, Croatian and Slovenian,
 * Greek, Baltic, Japanese, Chinese, Korean, Arabic, Hebrew, Thai.
 */
const namesAbroad: Readonly<Record<ItemField | 'id', string>> = {
  id: `identifiant identificador articul artikul seller_sku id_sku id_produto id_producto id_prodotto aid รหัส รหัสสินค้า ид ід artikelnr unieke_code productcode produktnummer produktnr kod_towaru indeks_towaru varenummer varenr tuotenumero tuotekoodi codigo codigo_do_produto
    codigo_produto cod_produs cod_articol urun_kodu urunkodu urun_id stok_kodu артикул код код_товара код_товару sifra
    šifra sifra_artikla κωδικος κωδικός kodas kods 商品コード 商品id 商品编号 商品番号 상품코드 상품번호
    tootekood codigo_del_producto referencia_del_producto codice_del_prodotto code_du_produit reference_du_produit cod codice codice_interno codice_articolo codice_prodotto preces_kods prekes_kodas kodici kodici_tal_prodott no_articulo_en_tienda n_articulo_en_tienda
    numero_de_articulo cod_produsului
    код_на_продукта код_на_артикула κωδικός_προϊόντος κωδικος_προϊοντος id_товари id_товару id_товара код_товари шифра шифра_артикла ид_товара vareid vare_id artikkelnr artikkelnummer رقم_المنتج رمز_المنتج كود_المنتج معرف معرف_المنتج الرقم מק_ט מקט מספר_מוצר מזהה 商品編號 產品編號 货号 貨號 產品編碼 产品编码 管理番号 品番
    كود_الصنف رمز_الصنف رقم_الصنف كود الكود رمز الرمز كود_السلعة رمز_السلعة معرف_المنتج קוד_פריט קוד_מוצר קוד_מקט מזהה رمز_المادة
    kode kode_produk kode_barang ma_san_pham ma_hang ma_sku category_id
    شناسه شناسه_کالا شناسه_محصول کد_کالا کد_محصول`,
  name: `ชื่อ ชื่อสินค้า productnaam naam titel nazwa_artykulu nazwa_towaru benamning produktnamn artikelnamn namn varenavn produktnavn navn tuotenimi tuote nimi
    nome_do_produto nome_produto nome titulo titolo titre tytul titul titlu cim megnevezes denumire denumire_produs nume nume_produs urun_adi urunadi urun_ad adi ad
    наименование название название_товара наименование_товара назва назва_товару име наименование_на_продукта naziv
    naziv_artikla naziv_proizvoda ονομα όνομα τιτλος τίτλος ονομασία pavadinimas nosaukums vards nimetus имя 商品名 商品名称 产品名称 名称
    상품명
    ainm ainm_an_tairge isem isem_tal_prodott toote_nimi tootenimetus tootenimi prekes_pavadinimas preces_nosaukums termek_neve naziv_izdelka
    товарна_пропозиція назва_позиції название_позиции назив назив_производа назив_артикла artikkelnavn varebetegnelse اسم_المنتج الاسم اسم اسم_السلعة العنوان שם_המוצר שם_מוצר שם כותרת 商品標題 產品名稱 品名 标题 タイトル 제품명 descrizione_articolo descrizione_prodotto descripcion_articulo descripcion_corta_articulo artikelbeschreibung_kurz
    nama nama_produk nama_barang ten_san_pham ten_hang ten
    نام نام_کالا نام_محصول عنوان عنوان_کالا عنوان_محصول`,
  description: `beschrijving รายละเอียด รายละเอียดสินค้า คำอธิบาย 상세설명 caption omschrijving productomschrijving beskrivning produktbeskrivning beskrivelse produktbeskrivelse kuvaus
    tuotekuvaus descricao descricao_do_produto descriere aciklama urun_aciklamasi aciklamalar описание описание_товара опис
    opis_proizvoda περιγραφη περιγραφή aprasymas apraksts kirjeldus 商品説明 商品描述 描述 상품설명
    cur_sios tuairisc deskrizzjoni productdescription informacion informacao informacoes informazioni informations informationen informatie informacje informace produkt_beskrivelse toote_kirjeldus termek_leirasa opis_izdelka
    опис_товару опис_производа опис_артикла varebeskrivelse produktomtale الوصف وصف وصف_المنتج תיאור תיאור_המוצר תאור 產品描述 詳細 説明 商品詳細 상세설명 descrizione_estesa descrizione_lunga descrizione_completa descripcion_larga beschreibung_lang details detail detaily detail_text
    وصف_الصنف وصف_السلعة deskripsi deskripsi_produk keterangan mo_ta mo_ta_san_pham
    توضیحات شرح`,
  brand: `manufacturers product_manufacturer แบรนด์ ยี่ห้อ برند merk merknaam varumarke tillverkare maerke mærke merke producent valmistaja merkki tuotemerkki fabricante marca
    producator brend marka marka_ad бренд производитель изготовитель марка виробник proizvodac proizvođač proizvajalec znamka
    κατασκευαστης κατασκευαστής μαρκα μάρκα gamintojas razotajs zimoli tootja бренды ブランド 品牌 브랜드
    branda proizvođac vyrobca ditta
    вендор торговая_марка торгова_марка произвођач бренд_производителя merkevare varemerke produsent kaubamark العلامة_التجارية الماركة العلامة الشركة_المصنعة מותג יצרן מוצר_יצרן 廠牌 品牌名稱 メーカー 제조사 maker
    merek thuong_hieu nhan_hieu hang_san_xuat`,
  category: `produkttyp tipo_de_producto tipo_de_produto tipo_di_prodotto type_de_produit typ_produktu kategoria_glowna kategori_tree kategori_path размещение_на_сайте หมวดหมู่ หมวดหมู่สินค้า famille familia famiglia shop_cat 분류 تصنيف размещение categorie kategori varugrupp produktgrupp varegruppe tuoteryhma tuoteryhmä kategoria osasto categoria categorias
    departamento kategori_ad kategori_adi kategoriler urun_kategori категория категории раздел категорія категории_продукти
    kategorija kategorije κατηγορια κατηγορία kategorijas カテゴリ カテゴリー 分类 类目 카테고리
    kategorinavn categoryname kategooria catagoir kategori1 albero_categorie categoria_merceologica kategoria_produktu tootegrupp grupa preces_grupa
    каталог назва_групи название_группы группа група_товарів розділ категорија varekategori الفئة القسم التصنيف فئة קטגוריה קטגוריות מחלקה 分類 類別 商品分类 商品分類 产品分类 カテゴリ名 main_category department category_slug
    danh_muc nhom_hang loai loai_san_pham vrsta vrsta_ime category_primary primary_category advertiser_category
    afdeling avdelning avdeling abteilung دسته دسته_بندی دسته‌بندی گروه_کالا`,
  price: `calculated_price_unit_price price_money_amount price_range_minimum_price_final_price_value std_vk_brutto calculated_price_calculated_amount price_range_start_gross_amount ราคา ราคาขาย start_price 標準単価 標準価格 verkoopprijs myyntihinta prijs prijs_incl_btw pris_inkl_moms pris hinta hinta_alv preco_promocional preco_por preco
    preco_de_venda valor pret pret_cu_tva pret_vanzare indirimli_fiyat satis_fiyati satis_fiyat fiyat fiyati цена
    цена_за_единицу цена_продажи ціна цены_цена_цена_за_единицу cijena cena_mp cena_z_ddv maloprodajna_cena τιμη τιμή
    τιμη_με_φπα kaina hind 販売価格 価格 售价 价格 판매가 가격
    nypris praghas prezz prezzo_vendita prezzo_di_vendita pardavimo_kaina muugihind eladasi_ar prodajna_cena prodajna_cijena
    роздр_ціна роздрібна_ціна розничная_цена розн_цена ціна_продажу цена_розничная السعر سعر سعر_البيع ثمن מחיר מחיר_מכירה מחיר_לצרכן 售價 價格 單價 单价 零售价 税込価格 税抜価格 単価 소비자가 utsalgspris salgspris
    harga_promo gia_khuyen_mai gia_ban harga_jual harga gia preco_normal normalpris vanlig_pris normaali_hinta κανονικη_τιμη κανονική_τιμή מחיר_רגיל السعر_العادي 通常価格 常规售价 redovna_cijena redna_cena redovna_cena bezna_cena редовна_цена iprasta_kaina price_history_price_value
    قیمت قیمت_فروش`,
  price_before: `calculated_price_list_price_price marketing_price_original_price_value price_range_minimum_price_regular_price_value precio_de_lista preco_de_lista piyasa_satis_fiyati market_price calculated_price_original_amount price_range_undiscounted_start_gross_amount ราคาปกติ ราคาเต็ม 소비자가 from_price van_prijs adviesprijs ordinarie_pris ordinariepris forpris førpris vejledende_pris veiledende_pris
    normaalihinta preco_de preco_original pret_vechi pret_lista liste_fiyati piyasa_fiyati eski_fiyat старая_цена
    цена_до_скидки стара_ціна стара_цена stara_cijena redovna_cena αρχικη_τιμη αρχική_τιμή 定価 原价 정가
    glpris listepris listenpreis prix_conseille prix_de_vente_conseille prix_initial precio_recomendado precio_de_venta_recomendado pvpr prezzo_di_riferimento prezzo_riferimento prezzo_consigliato
    prezzo_di_listino doporucena_cena odporucana_cena povodna_cena eredeti_ar ajanlott_ar vana_hind tavahind seanphraghas veca_cena sena_kaina prezz_antik
    redna_cena priporocena_cena eskifiyat preco_recomendado suositushinta
    السعر_قبل_الخصم السعر_الأصلي السعر_القديم מחיר_מקורי מחיר_לפני_הנחה מחיר_מחירון 原價 市场价 市場價 通常価格 veilpris
    harga_coret harga_normal gia_goc gia_niem_yet liste_fiyat preco_normal normalpris vanlig_pris normaali_hinta κανονικη_τιμη κανονική_τιμή מחיר_רגיל السعر_العادي 常规售价 redovna_cijena iprasta_kaina редовна_цена`,
  currency: `price_money_currency price_range_minimum_price_final_price_currency calculated_price_currency_code price_range_start_gross_currency สกุลเงิน currency_symbol munt valuta moeda para_birimi doviz валюта νομισμα νόμισμα 通貨 货币 통화
    العملة عملة מטבע 貨幣 币种 幣別 currency_abbr
    mata_uang tien_te price_history_price_currency`,
  image: `รูปภาพ รูปภาพสินค้า pic_url afbeelding afbeeldingslocatie afbeelding_url bild bilder bildlank billede billede_url billedurl bilde kuva kuva_url
    imagem url_da_imagem imagem_principal imagine imagini poza resim resim1 resim_1 resimler resim_url gorsel картинка
    изображение изображения фото зображення slika slike εικονα εικόνα nuotrauka attels atteli afbeeldingen imagini imagens gorseller εικονες εικόνες paveiksleliai pildid kuvat billeder pilt 画像 画像url 商品画像 图片 이미지
    grianghraf iomha stampa imazhina
    зображення_товару посилання_зображення ссылка_изображения изображение_товара слика слике الصورة صورة رابط_الصورة תמונה תמונות קישור_לתמונה 圖片 图片链接 圖片連結 主图 商品画像url picture1_path picture_1_path
    gambar foto_produk hinh_anh hinh anh anh_san_pham
    تصویر عکس`,
  url: `ลิงก์สินค้า ลิงก์ productlink lank länk produktlank linkki tuotelinkki link_do_produto url_do_produto link_produs urun_linki urun_url
    ссылка посилання url_товара линк poveznica povezava συνδεσμος σύνδεσμος nuoroda saite 商品url 链接 商品链接
    lien lien_du_produit hivatkozas termek_url nasc collegamento lenke odnosnik ligacao legatura veza url_del_prodotto
    продукт_на_сайте продукт_на_сайті посилання_на_товар ссылка_на_товар الرابط رابط رابط_المنتج קישור קישור_למוצר 連結 網址 网址 リンク produktlenke web_address webadresse adresse_web
    tautan lien_ket duong_dan
    لینک آدرس`,
  availability: `liczba_sztuk สต็อก จำนวนสินค้า คงเหลือ dlv_time quantity_on_hand levertijd voorraad beschikbaarheid voorraadstatus lagersaldo lagerstatus saldo lager lagerbeholdning
    leveringstid saatavuus varastosaldo varasto estoque disponibilidade quantidade stoc disponibilitate stok stok_miktari
    stok_adedi miktar наличие в_наличии в_наявності op_voorraad in_stoc em_stock em_estoque stokta ir_noliktava i_lager pa_lager varastossa cantitate остаток количество кількість наявність наличност raspolozivost zaliha zaloga kolicina stanje
    διαθεσιμοτητα διαθεσιμότητα αποθεμα απόθεμα likutis atlikums laoseis 在庫数 在庫 库存 数量 재고
    lagerantal stockstatus stoc_ar_fail stokk stok_durumu stokdurumu skladom na_sklade zasoby saadavus elerhetoseg
    залишок залишки кількість_на_складі залиха стање lagerstand beholdning المخزون الكمية التوفر متوفر מלאי זמינות כמות 庫存 數量 在庫状況 재고수량 stock_count stockcount
    so_luong ton_kho stok_barang outlets_outlet_instock outlet_instock salable_quantity shipping_availability
    موجودی`,
  ean: `ean_sku codigo_universal_de_producto codigo_universal บาร์โค้ด ean_kod ean_koodi streckkod stregkode strekkode viivakoodi codigo_de_barras cod_de_bare cod_bare barkod штрихкод
    штрих_код баркод barkoda γραμμωτος_κωδικας bruksninis_kodas jan janコード 条形码 바코드
    ribakood vonalkod barrachod codigo_ean codice_a_barre codice_ean code_barres codebarre svitrkods kod_kreskowy crtna_koda cod_ean
    бар_код الباركود باركود ברקוד 條碼 条码 國際條碼 バーコード
    ma_vach`,
  product_code: `internal_reference articul artikul artikelcode leverandorens_varenummer referencia_do_fabricante cod_producator uretici_kodu артикул
    код_производителя kataloska_stevilka 型番 型号
    codigo codigo_interno codigo_produto clave codice cod код код_товара код_товару код_номенклатуры κωδικος κωδικός cikkszam sifra šifra stok_kodu urun_kodu kodas kods artikelnr
    kod_producenta kod_vyrobce kod_vyrobcu codice_produttore codigo_fabricante reference_fabricant
    رقم_الموديل דגם 型號`,
  item_group: `artikelgruppen_id artikelgruppe_id artikelgroep_id identifiant_groupe identifiant_de_groupe id_groupe identificador_de_grupo id_grupo id_gruppo_articoli id_gruppo id_grupy id_skupiny groep_id группа_товаров`,
  popularity: `verkopen forsaljning продажи`,
};

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

/** Temporary prices; the other price is then the price before. */
const reducedPrices = `sale_price calculated_price preco_promo precio_promo prezzo_promo prix_promo pret_promo cena_promo preco_com_desconto precio_con_descuento price_sale price_special price_promo price_discounted promotional_price promotion_price discount_price discounted_price special_price akcni_cena action_price promo_price preco_promocional
  indirimli_fiyat akciova_cena zvyhodnena_cena angebotspreis sonderangebotspreis sonderpreis aktionspreis prix_solde precio_de_oferta kortingsprijs aanbiedingsprijs precio_rebajado precio_oferta precio_promocional prezzo_in_offerta
  prezzo_scontato prix_promo tarif_promo cena_promocyjna actieprijs akcios_ar pret_promotional pret_redus акционная_цена
  цена_распродажи цена_со_скидкой акційна_ціна akcijas_cena`;

/**
 * Normalised (see `normalName`), best first. From the specifications of Google Merchant, Atom, Heureka, Zboží, Shoptet and
 * Yandex, exports of Shopify, Spree, Vendure, Bagisto and Findologic, and open catalogues.
 */
const namesAtHome: Readonly<Record<ItemField | 'id', readonly string[]>> = {
  id: list(
    'id item_id itemid product_id productid object_id objectid code kod kod_produktu kod_zbozi kod_sukl guid uid sku variant_sku variant_key asin product_code product_code_sku identifier variant_id variation_id sku_id shop_sku post_id number handle slug external_id item_sku artikelnummer artikelnummer_im_shop product_number referencia cikkszam node_id source_id param_id param_sku param_code reference key uniq_id unique_id unique_identifier pid p_id offer_id listing_id slug_current goods_id record_reference default_code item_code internal_id product_unique_id unique_product_id artnum supplier_aid supplier_pid reference_produit ref id_product identifikacni_cislo item_number article_number art_nr artnr product_no vehicle_id home_listing_id hotel_id vin',
  ),
  name: list(
    'productname product_name name_exact title name product nazev nazev_produktu nazev_pripravku nazev_zbozi item_name display_name variant_name jmeno nazov nazov_produktu nazwa bezeichnung titel artikelname produktname nom_du_produit nom nombre_producto nombre nome_prodotto nome nazwa_produktu nev termeknev naziv label node_title product_title prod_name article_name full_name title_text description_short_name titles_title',
  ),
  description: list(
    'description long_description product_description popis dlouhy_popis popis_produktu desc body_html content short_description kratky_popis summary perex opis beschreibung kurzbeschreibung description_courte descripcion descrizione leiras produktbeschreibung langbeschreibung bullet_points text summary_text description_long long_desc longdesc product_short_description about_product detail_desc short_desc shortdesc description_sale description_short obsah encoded txt details detail descriptions',
  ),
  brand: list(
    'brand manufacturer vendor znacka vyrobce brand_name brands_name manufacturer_name supplier producer producent marka marke hersteller designer author publisher brand_title znacka_vyrobce markenname herstellername fabricant marque marca gyarto producent_nazwa manu producer_name product_brand publisher_name person_name brands znacky marken marques marcas marki make',
  ),
  category: list(
    'category_levels categories_each product_type fb_product_category category categorytext category_text category_path categories_name category_name category_names categories_title category_title collection_title category_full product_category_path category_fullname category_full_name categories_default_category default_category categories product_categories product_category kategorie_zbozi kategorie_produktu kategorie kategoria kategorien hierarchical_categories google_product_category google_shopping_google_product_category category1 cat path_name rubrik produktgruppe_im_shop produktgruppe warengruppe categorie categoria kategorija collection collections merchant_category category_tree product_category_tree breadcrumb breadcrumbs bread_crumbs path_bread_crumbs category_1 product_group_name categ_id_name group_name reporting_category category_term taxonomy_path taxonomy type category_slug',
  ),
  price: list(
    `${reducedPrices} pricing_current brutto_vk vk_brutto price_vat vat_price price_with_vat price_gross gross_price price_incl_vat price_tax_included price_tax_incl price_including_tax price_with_tax price price_now now_price new_price price_new cena cena_s_dph cena_vc_dph prodejni_cena current_price variant_price price_amount price_value_amount prices_value_amount prices_amount prices_price price_value product_price regular_price normal_price price_retail price_regular price1 price_tax_excl price_tax_excluded_or_price_tax_included price_cents price_in_cents price_minor price_cent_amount price_value_cent_amount unit_amount preis bruttopreis preis_brutto prix_ttc prix precio prezzo ar brutto_ar price_range_min_variant_price_amount cena_brutto selling_price sell_price sale_price_gross final_price search_price store_price our_price online_price offer_price price_per_unit list_price standard_selling_rate retail_price city_price cityprice standard_price mrp regularer_preis normaler_preis precio_normal prezzo_di_listino prix_regulier tarif_regulier cena_regularna normalna_cena reguliere_prijs normal_ar rendes_ar pret_obisnuit normal_fiyat базовая_цена обычная_цена звичайна_ціна parasta_cena unit_price`,
  ),
  price_before: list(
    'price_before price_before_discount original_price old_price oldprice list_price regular_price normal_price compare_at_price variant_compare_at_price standard_price standard_price_vat price_standard retail_price puvodni_cena bezna_cena cena_pred_slevou overridden_price rrp msrp uvp uvp_price prix_barre precio_anterior prezzo_originale list_price_vat previous_price compare_to_price price_old price_was was_price actual_price mrp tprice srp_gross former_price price_original price_retail price_regular price_msrp price_rrp rrp_price msrp_price price_list product_price_old product_old_price was recommended_retail_price suggested_retail_price suggested_price compare_at price_compare_at compare_price price_compare strike_price price_strike crossed_price full_price price_full price_list_price_gross catalog_price cena_katalogowa stara_cena',
  ),
  currency: list(
    'currency currency_id currencyid currency_code price_currency price_currency_code price_value_currency_code prices_value_currency_code prices_currency_code price_range_min_variant_price_currency_code devise moneda valuta mena waluta waehrung wahrung price_info_currency_code currency_abbr',
  ),
  image: list(
    'variant_image image_link default_image image_main main_image main_image_url image imgurl img_url image_url imageurl base_image featured_image picture picture_url images images_src images_url image_urls hosted_image_urls cover_media_url cover_url featured_image_src featured_image_url img image_src image_urls imgs_main_url img_high img_500x500 image0 image1_src image_1 image1 image_url_1 product_image_url_1 picture1_path picture1path image_link_1 photo photo_url photos obrazek obrazok zdjecie imagen immagine kep url_image hlavni_obrazek obrazky bild bild_url bild_url_1 bildlink foto cover cover_image thumbnail thumbnail_url thumb img_low img_link main_image_link images_uri picture1 pic1 pic images_large_image_url mime_source mime_info_mime_source media_gallery_entries_file image_name obr foto_uri foto_url imagenes immagini obrazki zdjecia kepek photo_principale image_principale foto_principal imagen_principal immagine_principale titelbild hauptbild',
  ),
  url: list(
    'link url product_url item_url orig_url link_href href permalink page_url deeplink deep_link canonical_url produkt_url link_zum_produkt url_produit produktlink online_store_url enlace odkaz adresa website_link product_link uri merchant_deep_link aw_deep_link buy_url destination_url destination tracking_url click_url card_url shop_url url_key',
  ),
  availability: list(
    'availability stock_in_stock stock_inventory_status dostupnost availability_status stock_status in_stock is_in_stock is_on_stock availability_is_on_stock available delivery_date stock_amount stock availability_in_stock stock_quantity quantity_in_stock quantity qty current_stock_level current_stock quantity_on_stock stock_on_hand inventory_count inventory_quantity total_inventory inventory variant_inventory_qty quantity_to_sell_on_facebook skladem sklad mnozstvi pocet_kusu verfuegbarkeit verfugbarkeit bestand lagerbestand disponibilite disponibilidad disponibilita raktarkeszlet dostepnosc lieferzeit delivery_time instock verfuegbar verfugbar lieferbar disponivel disponibile disponibil dostepny dostupne dostupny dostupno beschikbaar tilgjengelig tilgaengelig tillganglig saatavilla elerheto is_available available_quantity qty_available stock_level stock_qty stock_info stock_info_text stock_count inventory_level count sum_dostup_mj availabilities_availability_available current_quantity auf_lager vorratig en_stock hay_existencias disponible existencias inventario cantidad quantite quantita giacenza in_magazzino magazzino na_stanie stan_magazynowy ilosc raktaron keszlet mnozstvo bestandsmenge avail out_of_stock sold_out is_sold_out is_out_of_stock',
  ),
  ean: list(
    'ean gtin ean13 gtin13 gtin14 gtin12 ean_code ean_gtin gtin_ean ean_upc upc_ean product_upc_ean gtin_upc_ean_or_isbn external_product_id barcode variant_barcode bar_code carovy_kod upc isbn13 isbn eans gtins product_upc product_identifier_id_value p_ean',
  ),
  product_code: list(
    'mpn product_code product_code_sku productno product_no part_number vendor_code manufacturer_code sku variant_sku code kod katalogove_cislo catalog_number item_number ordernumber order_number product_number herstellerartikelnummer reference all_ordernumbers_ordernumber custom_label default_code manufacturer_aid manufacturer_pid artnum reference_produit ref model_code model_number',
  ),
  item_group: list('item_group_id itemgroup_id item_group group_id pair_code paircode parent_sku variant_group variant_group_id'),
  popularity: list(
    'popularity popularita sales sold sales_count sales_frequency orders_count order_count total_sales prodanost views',
  ),
};

export const knownNames = Object.fromEntries(
  Object.entries(namesAtHome).map(([field, names]) => [field, [...names, ...list(namesAbroad[field as ItemField])]]),
) as unknown as Readonly<Record<ItemField | 'id', readonly string[]>>;

const squeezed = (name: string): string => name.replaceAll('_', '');

const places = Object.fromEntries(
  Object.entries(knownNames).map(([field, names]) => [
    field,
    new Map(names.map((name, at): [string, number] => [squeezed(name), at]).toReversed()),
  ]),
) as unknown as Readonly<Record<ItemField | 'id', ReadonlyMap<string, number>>>;

/** Rank of a name in the field's list, -1 if absent. Ignores underscores: `saleprice` is `sale_price`. */
export function placeOf(field: ItemField | 'id', name: string): number {
  return places[field].get(squeezed(name)) ?? -1;
}

export const namePatterns: Readonly<Partial<Record<ItemField | 'id', RegExp>>> = {
  id: /(?:^|_)(?:kod|code|sku|codice|codigo|артикул|код)(?:_|$)|(?:^|_)(?:item|product|article|artikel|art|produkt|zbozi|offer)_?(?:id|no|nr\d?|number)$|(?:^|_)id$/,
  brand: /(?:^|_)(?:brand|manufacturer|vyrobce|znacka|hersteller|fabricant|producent)(?:_|$)/,
  name: /^(?:name|title|nazev)_|_(?:name|title|nazev)$/,
  availability:
    /^(?:current|available|free|total|actual)_(?:quantity|stock)(?:_|$)|_(?:in_stock|instock|stock_status|availability)$|^(?!.*(?:location|place|min|max|low|alert|keeping|manage|track|policy|code|date|reserved|warn|reorder)).*(?:stock|stok(?:_|$)|stoc(?:_|$)|inventory|sklad|sandel|lager(?!werk)|bestand|varasto|raktar|magazzino|magazyn|almacen|estoque|склад|остат|залиш|αποθεμα|在庫|库存|庫存|재고|مخزون|מלאי)/,
  description: /^(?:description|popis)_|_(?:description|popis)$/,
  category:
    /(?:^|_)(?:categor(?:y|ie|ies|ia|ias)|kategori\p{L}*|категор\p{L}*|κατηγορ\p{L}*|(?:artikel|waren|produkt)gruppen?|varugrupp|varegruppe|tuoteryhma)(?:_|$)/u,
  price:
    /^(?:rate|amount)$|(?:^|_)(?:price|cena|preis|prix|precio|preco|prezzo|pris|prijs|cijena|fiyat|fiyati|pret|hinta|kaina|hind|цена|ціна|τιμη|τιμή|giá|brutto_ar|netto_ar)(?:_|$)|価格|价格|價格|가격|سعر|מחיר/,
};

/** Questions about prices, answered by yes or no: `Show price (0 = No; 1 = Yes)`, `On sale`. */
export const flagNames =
  /(?:^|_)(?:show|display|hide|hidden|on_sale|visible|visibility|is|has|enabled?|allow|active|negotiable|request|available|status|type|mode)(?:_|$)/;

export const otherNames: Readonly<Partial<Record<ItemField | 'id', RegExp>>> = {
  category:
    /(?:^|_)(?:ids?|code|kod|url|link|slug|image|img|icon|count|rank|type|position|order|seo|meta|desc\p{L}*|discount|price|tax|date|google)(?:_|$)/u,
  id: /currency|country|colou?r|postal|zip|tax|vat|group|categor|type|status|lang|stor(?:e|age)|warehouse|hs_code|size|unit|discount|coupon|index|department|section|brand|vendor|manufacturer|seller|supplier|image|picture|media|parent|user|author|shop|site|session|company|customer/,
  price:
    /purchas|nakup|buy|cost|wholesale|b2_?b|shipping|delivery|doprav|postage|freight|base_price|discount_?(?:percent|rate)|type_price|price_type|price_list$|code|name|date|unit_|(?:^|_)(?:old|before|was|previous|former|rrp|msrp|uvp|srp|compare|crossed|strike|barre|alt|alter|stara|stary|eski|stare|vechi|vieja|antiguo|anterior|vorher|normal|regular|original|saved?|savings?|minimum|maximum|currency|valid\w*|drop|range|history|index)(?:_|$)/,
};

/** Words for taxes, as in `taxed` and `untaxed`: `s_dph`, `incl_btw`, `excl_vat`, `cena_brutto`, `税込`. */
const taxes =
  'vat|tax|taxes|gst|dph|mwst|ust|moms|mva|btw|iva|tva|ddv|pdv|pvm|pvn|kdv|alv|fpa|φπα|ндс|пдв|ддс|impuestos?|impostos?|taxe?s?';
const wordsBefore = (words: string): string => `(?:^|_)(?:${words})_?(?:${taxes})(?:_|$)`;
export const taxIncluded = new RegExp(
  `${wordsBefore('with|including|incl?|inkl|inclusief|inclusive|vc|vcetne|s|z|plus|cu|me|med|met|con|com|avec|su|ar|sis|mit|με|с|з')}|(?:^|_)(?:brutto|gross|bruto|ttc|kdv_dahil|kdvli|verollinen|km_ga|iva_inclusa|iva_incluido|iva_incluida|taxed)(?:_|$)|brutto(?:preis)?$|税込|含税|含稅|부가세_?포함|شامل|כולל_מע`,
);
export const taxExcluded = new RegExp(
  `${wordsBefore('without|excluding|excl?|ex|exkl|ekskl|exclusief|exclusive|eks|ohne|zzgl|bez|brez|hors|sans|sin|sem|senza|fara|zonder|utan|uden|uten|ilman|be|no|before|pre|net|less|χωρις|без')}|(?:^|_)(?:excl|net|netto|neto|nett|ht|kdv_haric|kdvsiz|veroton|kaibemaksuta|km_ta|imponibile|iva_esclusa|untaxed|nettopreis)(?:_|$)|netto(?:preis)?$|税抜|税別|不含税|未稅|부가세_?별도|غير_شامل|ללא_מע|לפני_מע`,
);

const salePriceNames: ReadonlySet<string> = new Set(list(reducedPrices).flatMap((name) => [name, squeezed(name)]));

export function isSalePriceName(name: string): boolean {
  return [name, squeezed(name), ...unwrapped(name)].some((inner) => salePriceNames.has(inner));
}

export function isCentName(name: string): boolean {
  return /(?:^|_)(?:cents?|(?:cent|unit)_amount|minor|minor_units?)$/.test(name);
}

/** Numbers in availability are days until dispatch or, as of idealo, delivery; otherwise stock. Ceneo has them in `avail`. */
export function daysIn(from: string): DaysMeaning {
  const name = normalName(from);
  if (/delivery_?time|shipping_?time|lieferzeit|levertijd|leveringstid/.test(name)) return 'delivery';
  return from === '@avail' || /delivery|dodani|dodaci/.test(name) ? 'dispatch' : 'none';
}

/** Product types of shop systems and Yandex, which are no categories. */
const productKinds =
  /^(?:(?:simple|configurable|grouped|bundle|virtual|downloadable|variable|external|physical|digital)[ _-]product|einfaches produkt|konfigurierbares produkt|produit (?:simple|configurable)|prodotto (?:semplice|configurabile)|producto (?:simple|configurable)|produto (?:simples|configurável)|produkt (?:prosty|konfigurowalny)|(?:jednoduchý|konfigurovatelný|konfigurovateľný) produkt|(?:простой|настраиваемый|простий) (?:товар|продукт)|(?:enkel|configureerbaar) product|simple|parent|child|configurable|grouped|bundle|virtual|downloadable|booking|variable|variation|external|physical|digital|product|sku|goods|service|standard|regular|new|used|bazar|item(?:[ _]variation)?|(?:item ?list|list ?item)|vendor\.model|artist\.title|event-ticket|on\.demand|[pdv])(?:, (?:virtual|downloadable))*$/i;

export function isProductKind(text: string): boolean {
  return productKinds.test(text);
}

/** Wrappers in `meta.barcode`, `product.title`, `param.Brand`. Such fields rank last. */
const wrapping = list(
  `meta g prod master_variant source pricing price_info offer offers media fields attributes attrib details detail product products item
   node data properties prop param info general base content basic all_attributes all_properties extension_attributes stock_item
   description descriptions translation translations text texts titles prices pricelist pricelists article_details
   article_price_details article_price product_details product_price_details product_price product_supply supply_detail
   descriptive_detail title_detail title_element publishing_detail custom_attributes default main post_meta postmeta items sellers pricing commertial_offer`,
).toSorted((a, b) => b.length - a.length);
const wrappers = new RegExp(
  `^(?:${wrapping.join('|')}|price(?=_price|_currency)|publisher(?=_publisher)|categor(?:y|ies)(?=_category))_(?=.)`,
);
/** `NL_Title_Short`, `name_ua`, `title.en`, `price_eur`. */
export const languageBefore =
  /^(?:cs|cz|sk|en|de|fr|es|it|nl|pl|hu|ro|pt|sv|se|da|dk|fi|ua|uk|ru|el|gr|tr|zh|cn|ja|jp|ko)_(?=\p{L}{3})/u;
export const languageBehind =
  /(?<=\p{L}{3})_(?:cs|cz|sk|en|de|fr|es|it|nl|pl|hu|ro|pt|sv|da|fi|ua|uk|ru|el|gr|tr|zh|cn|ja|jp|ko|th|vi|he|fa|bg|hr|sr)(?:_(?:cz|sk|gb|us|de|at|fr|es|it|nl|be|pl|hu|ro|pt|br|ua|ru|gr|tr|cn|tw|hk|hans|hant|jp|kr))?$/u;
const currencyBehind =
  /(?<=\p{L}{3})_(?:eur|euro|czk|kc|usd|gbp|pln|zl|huf|ft|ron|lei|chf|sek|nok|dkk|kr|uah|ruah|грн|rub|руб|рублей|rsd|din|bgn|лв|try|tl|ils|inr|rs|cad|aud|nzd|jpy|cny|brl|mxn|clp|cop|ars|pen|idr|vnd|thb|aed|sar|kzt|тенге|тг|byn|mkd|bam|isk)$/u;
/** `compare_at_price_cents`, `amount_in_cents`. */
const centsBehind = /(?<=\p{L}{3})_(?:in_)?cents?$/u;
/** `preco_sem_iva`, `cena_brutto`. */
const taxBehind = new RegExp(
  `(?<=\\p{L}{3})_(?:\\p{L}{1,9}_)?(?:(?:${taxes})(?:_?(?:a|em|om|u|incl|excl|0))?|brutto|netto|gross|net)$`,
  'u',
);
/** `nombre_del_producto`, `nome_do_produto`, `nom_du_produit`. */
const productBehind =
  /(?<=\p{L}{2})_(?:del?_(?:los_)?productos?|d[eo]_produto|del_prodotto|du_produit|produktu|proizvoda|izdelka|produsului)(?:_en_(?:la_)?tienda)?$/u;
/** Columns of scrapers: `product-link-href`, `image-src`. */
const attributeBehind = /(?<=\p{L}{3})_(?:href|src)$/u;
/** `descriere_produs`, `상품_상세설명`, `تصنيف_المنتج`; `полное_описание`, `popis_dlouhy`; `stoc_cantitativ`, `jumlah_stok`. */
const besides = [
  /(?<=\p{L}{2})(?<!price|preis|prix|precio|preco|cena)_(?:full|long|short|complete|dlouhy|kratky|pelny|krotki|lunga|scurta|larga|corta|completa|cantitativ|quantity|qty|amount|level|balance|ks|pcs|total|المتوفرة)$/u,
  /(?<=\p{L}{2})_(?:product|produs|produse|produk|artikel|item|oferty|товара|товару|المنتج|السلعة|المنتجات)$/u,
  /^(?:produkt|produit|producto|produto|prodotto|termek|urun|produk|artikel|tovar|zbozi|товара?|товару|상품|商品|สินค้า)_(?=\p{L}{2})/u,
  /^(?:nome|nombre|nom|nazwa|nazev|naam)_(?:d[aeo]l?_)?(?=(?:marca|marque|categor|kategor|departamento|fabricante|merk|znacka))/u,
  /^(?:full|long|short|complete|detailed|полное|краткое|подробное|повний|короткий|dlouhy|kratky|pelny|krotki|volledige|korte|jumlah|cantidad|quantidade|quantite|numero|pocet|anzahl|aantal|количество|кол_во|الكمية|كمية|จำนวน)_(?:(?:de|of|en|na|v|в|на)_)?(?=\p{L}{2})/u,
];
const layers = [
  attributeBehind,
  centsBehind,
  taxBehind,
  productBehind,
  languageBehind,
  currencyBehind,
  languageBefore,
  wrappers,
  ...besides,
];
const deepestWrapping = 6;

const fieldsOfItems = Object.keys(knownNames) as (keyof typeof knownNames)[];

/** The name of a field, with or without wrappers, is a standard one. */
export const isStandardName = (name: string): boolean =>
  [name, ...unwrapped(name)].some((each) => fieldsOfItems.some((field) => placeOf(field, each) !== -1));

/** Options such as `Type` or `Quantity` are no standard fields. */
export const optionMark = '@param.';
export const optionField = remembered((text) => {
  const name = decodeEntities(text);
  return (isStandardName(normalName(name)) ? optionMark : 'param.') + name;
});

/** Without wrappers, languages and the product, longest first. */
export function unwrapped(normalName: string): string[] {
  const forms: string[] = [];
  let name = normalName;
  for (let depth = 0; depth < deepestWrapping; depth += 1) {
    const layer = layers.find((each) => each.test(name));
    if (!layer) break;
    name = name.replace(layer, '');
    forms.push(name);
  }
  return forms;
}
