import { test } from 'vitest';
import { expectItems, type FeedCase } from '#feeds/testing/read-items.ts';

/** Exports of systems that are read by general rules, and of some that hide products in a way of their own. */
const cases: readonly FeedCase[] = [
  {
    what: 'options in pairs of columns, whatever they are called; rows with one page and name are one product',
    text: [
      'URL,Product Name,SKU,Variation 1,Value of Variation 1,Price,Discount price',
      'https://shop.example/tee,Tee,T-S,Size,S,15,12',
      'https://shop.example/tee,Tee,T-M,Size,M,15,12',
      'https://shop.example/mug,Mug,M-1,,,9,9',
    ].join('\n'),
    items: {
      'T-S': { price: 12, price_before: 15, param_size: 'S', item_group: 'https://shop.example/tee', variation_1: null },
      'T-M': { param_size: 'M', item_group: 'https://shop.example/tee' },
      'M-1': { price: 9, price_before: null },
    },
  },
  {
    what: 'numbers of options in words, stock of an outlet, and stock that nobody counts',
    text: [
      'id,handle,sku,name,variant_option_one_name,variant_option_one_value,retail_price,active,track_inventory,inventory_Main_Outlet',
      'a1,chair,1001,Chair,Colour,Brown,59.90,1,1,5',
      'a2,chair,1002,Chair,Colour,White,64.90,1,1,0',
      'a3,table,1003,Table,,,149,1,0,0',
      'a4,lamp,1004,Lamp,,,29,0,1,3',
    ].join('\n'),
    items: {
      a1: { item_group: 'chair', param_colour: 'Brown', availability: 'in_stock' },
      a2: { item_group: 'chair', availability: 'out_of_stock' },
      a3: { availability: 'in_stock' },
    },
  },
  {
    what: 'rows without a name continue the product of their permalink; attributes are no options',
    text: [
      'Permalink,Name,Status,SKU,Price,Stock,Stock Unlimited,Variant 1 Option Name,Variant 1 Option Type,Variant 1 Option Value,Custom Field 1 Label,Custom Field 1 Value',
      'tee,Tee,available,T,12.50,,NO,,,,Fabric,Cotton',
      'tee,,,T-S,12.50,4,NO,Size,option,S,,',
      'tee,,,T-M,13.50,0,NO,Size,option,M,,',
      'cup,Cup,available,C,5.50,0,YES,,,,Fabric,Clay',
      'hat,Hat,disabled,H,8.50,3,NO,,,,Fabric,Wool',
    ].join('\n'),
    items: {
      'T-S': {
        name: 'Tee',
        item_group: 'tee',
        param_size: 'S',
        param_fabric: 'Cotton',
        variant_1_option_type: null,
        variant_key: null,
      },
      'T-M': { price: 13.5, availability: 'out_of_stock' },
      C: { availability: 'in_stock', param_fabric: 'Clay' },
    },
  },
  {
    what: 'variants name the UID of their product',
    text: [
      'Tilda UID,Brand,SKU,Category,Title,Photo,Price,Quantity,Editions,Parent UID,Characteristics:Material',
      '346001,Lipa,,Furniture>>>Chairs,Chair,https://cdn.example/1.jpg,5990,,,,Oak',
      '346002,,CH-B,,Chair – brown,https://cdn.example/2.jpg,5990,5,Colour:Brown,346001,',
      '346003,,CH-W,,Chair – white,https://cdn.example/3.jpg,6490,0,Colour:White,346001,',
      '346004,Lipa,TB,Furniture>>>Tables,Table,https://cdn.example/4.jpg,9990,1,,,Pine',
    ].join('\n'),
    items: {
      'CH-B': {
        brand: 'Lipa',
        category: 'Furniture > Chairs',
        item_group: '346001',
        param_colour: 'Brown',
        param_material: 'Oak',
      },
      'CH-W': { price: 6490, availability: 'out_of_stock' },
      TB: { param_material: 'Pine' },
    },
  },
  {
    what: 'sizes in attributes are variants, and their decimals are no lists',
    text: `<offers>${['7', '8'].map((id) => `<product id="${id}" currency="PLN"><name>Boot ${id}</name><price_retail gross="19"/><sizes><size id="1" name="UK 3 1,2" code="${id}-1" quantity="3"/><size id="2" name="UK 4" code="${id}-2" quantity="0"/></sizes></product>`).join('')}</offers>`,
    items: {
      '7-1': { name: 'Boot 7', price: 19, param_size: 'UK 3 1,2', availability: 'in_stock', item_group: '7' },
      '7-2': { availability: 'out_of_stock' },
      '8-1': { item_group: '8' },
      '8-2': {},
    },
  },
  {
    what: 'Turkish variants',
    text: `<Urunler>${[1, 2].map((id) => `<Urun><UrunKartiID>${id}</UrunKartiID><UrunAdi>Masa ${id}</UrunAdi><Kategori>Masa</Kategori><KategoriTree>Ev/${id === 1 ? 'Masa' : 'Sandalye'}</KategoriTree><UrunSecenek>${['K', 'B'].map((colour, at) => `<Secenek><VaryasyonID>${id}0${at}</VaryasyonID><StokKodu>M${id}${colour}</StokKodu><StokAdedi>${at}</StokAdedi><SatisFiyati>1.799,90</SatisFiyati><IndirimliFiyat>${at === 0 ? '0,00' : '1.649,90'}</IndirimliFiyat><EkSecenekOzellik><Ozellik Tanim="Renk" Deger="${colour}">${colour}</Ozellik></EkSecenekOzellik></Secenek>`).join('')}</UrunSecenek></Urun>`).join('')}</Urunler>`,
    language: 'tr',
    items: {
      100: { name: 'Masa 1', item_group: '1', price: 1799.9, price_before: null, availability: 'out_of_stock', param_renk: 'K' },
      101: { price: 1649.9, price_before: 1799.9, product_code: 'M1B', category: 'Ev > Masa' },
      200: { item_group: '2' },
      201: {},
    },
  },
  {
    what: 'Thai headings keep their vowels',
    text: 'รหัสสินค้า,ชื่อสินค้า,ราคา,ชื่อร้านค้า\n101,หมอน,฿259,Sleep\n102,ผ้าห่ม,฿1290,Sleep\n',
    items: { 101: { name: 'หมอน', price: 259, currency: 'THB', ชื่อร้านค้า: 'Sleep' }, 102: { price: 1290 } },
  },
  {
    what: 'names beside the word for a product, and a reduced price in Arabic',
    text: [
      'أسم المنتج,تصنيف المنتج,سعر المنتج,رمز المنتج sku,السعر المخفض,الكمية المتوفرة',
      'كرسي,أثاث > كراسي,350,CH-1,299,5',
      'طاولة,أثاث > طاولات,900,TB-1,,0',
    ].join('\n'),
    language: 'ar',
    items: {
      'CH-1': { name: 'كرسي', category: 'أثاث > كراسي', price: 299, price_before: 350, availability: 'in_stock' },
      'TB-1': { price: 900, availability: 'out_of_stock' },
    },
  },
  {
    what: 'the long description, the family rather than the type, and counted stock',
    text: [
      'Référence;Désignation;Description courte;Description longue;Prix vente HT;Famille;Type;Jumlah Stok',
      'R-1;Robinet;Court;Un robinet en laiton chromé;45,00;Robinetterie;fourniture;5',
      'R-2;Joint;Petit;Un joint torique en caoutchouc;3,50;Joints;fourniture;0',
    ].join('\n'),
    items: {
      'R-1': { description: 'Un robinet en laiton chromé', category: 'Robinetterie', availability: 'in_stock' },
      'R-2': { category: 'Joints', availability: 'out_of_stock' },
    },
  },
  {
    what: 'UNAS: inactive goods, gross reduced prices, parameters in headings',
    text: [
      'Cikkszám;Termék Név;Nettó Ár;Bruttó Ár;Akciós Nettó Ár;Akciós Bruttó Ár;Tulajdonságok;Státusz;Paraméter: Márka||text',
      'A1;Szék;15740;19990;11803;14990;Tömör szék;1;Lipa',
      'A2;Asztal;39362;49990;;;Asztal;1;Lipa',
      'A3;Lámpa;2354;2990;;;Lámpa;0;Lux',
    ].join('\n'),
    items: {
      A1: { price: 14990, price_before: 19990, description: 'Tömör szék', brand: 'Lipa' },
      A2: { price: 49990, price_before: null },
    },
  },
  {
    what: 'CS-Cart: disabled and hidden goods, levels between slashes, features, texts behind pictures',
    text: [
      'Product code;Language;Product id;Category;Price;Status;Quantity;Detailed image;Product name;Features',
      'C1;en;11;Furniture///Chairs;59.90;A;5;"https://shop.example/c1.jpg#{[en]:Chair;}";Chair;"Maker: E[Lipa]; Colour: S[Brown]"',
      'C2;en;12;Furniture///Tables;99.90;D;5;https://shop.example/c2.jpg;Table;Maker: E[Lipa]',
      'C3;en;13;Furniture///Beds;199.90;H;5;https://shop.example/c3.jpg;Bed;Maker: E[Lipa]',
    ].join('\n'),
    items: {
      11: {
        category: 'Furniture > Chairs',
        brand: 'Lipa',
        param_colour: 'Brown',
        image: 'https://shop.example/c1.jpg',
        product_code: 'C1',
      },
    },
  },
  {
    what: 'Bitrix: active goods, sections as levels',
    text: [
      'IE_XML_ID;IE_NAME;IE_ACTIVE;IE_PREVIEW_TEXT;IE_DETAIL_TEXT;IC_GROUP0;IC_GROUP1;CP_QUANTITY;CV_PRICE_1;CV_CURRENCY_1',
      '1;Стул;Y;Стул;Дубовый стул;Мебель;Стулья;5;5990.00;RUB',
      '2;Лампа;N;Лампа;Лампа;Свет;;5;2990.00;RUB',
    ].join('\n'),
    language: 'ru',
    items: {
      1: {
        name: 'Стул',
        description: 'Дубовый стул',
        category: 'Мебель > Стулья',
        price: 5990,
        currency: 'RUB',
        availability: 'in_stock',
      },
    },
  },
  {
    what: 'Gambio: names and descriptions in languages, levels, inactive goods',
    text: [
      'XTSOL|p_id|p_model|p_stock|p_manufacturer|p_priceNoTax|p_status|p_name.de|p_desc.de|p_shortdesc.de|p_cat.0|p_cat.1',
      'XTSOL|1|CH-1|5|Lipa|50.3361|1|Eichenstuhl|Ein Stuhl aus Eiche|Stuhl|Möbel|Stühle',
      'XTSOL|2|LM-1|3|Lux|24.3697|0|Lampe|Eine Lampe|Lampe|Licht|',
    ].join('\n'),
    language: 'de',
    items: { 1: { name: 'Eichenstuhl', description: 'Ein Stuhl aus Eiche', category: 'Möbel > Stühle', product_code: 'CH-1' } },
  },
  {
    what: 'eBay: variations continue the listing above them',
    text: [
      '*Action(SiteID=UK),CustomLabel,*Title,*StartPrice,*Quantity,PicURL,C:Brand,Relationship,RelationshipDetails',
      'Add,CH,Chair,,,https://i.example/1.jpg|https://i.example/2.jpg,Lipa,,Colour=Brown;White',
      ',CH-BR,,59.90,4,Brown=https://i.example/b.jpg,,Variation,Colour=Brown',
      ',CH-WH,,64.90,0,White=https://i.example/w.jpg,,Variation,Colour=White',
      'Add,TB,Table,149.00,2,https://i.example/3.jpg,Borova,,',
    ].join('\n'),
    items: {
      'CH-BR': { name: 'Chair', brand: 'Lipa', image: 'https://i.example/b.jpg', param_colour: 'Brown', item_group: 'CH' },
      'CH-WH': { price: 64.9, availability: 'out_of_stock' },
      TB: { price: 149 },
    },
  },
  {
    what: 'Yahoo! Shopping: goods that are not displayed',
    text: [
      'path,name,code,original-price,price,sale-price,headline,caption,display',
      '椅子,オークチェア,oak,24800,19800,17800,無垢材,無垢の椅子です。,1',
      '照明,ランプ,lamp,,4980,,ランプ,ランプです。,0',
    ].join('\n'),
    items: { oak: { price: 17800, price_before: 24800, category: '椅子', description: '無垢の椅子です。' } },
  },
  {
    what: 'a flag that only hidden goods have, goods that are not for sale, and offers that ended',
    text: [
      'productcode,productname,productprice,saleprice,hideproduct,For sale,Status oferty',
      'C1,Chair,79.90,59.90,,Yes,Aktywna',
      'C2,Table,149.00,,,No,Aktywna',
      'C3,Lamp,29.00,,Y,Yes,Aktywna',
      'C4,Bed,299.00,,,Yes,Zakończona',
    ].join('\n'),
    items: { C1: { price: 59.9, price_before: 79.9 } },
  },
  {
    what: 'stock that is not managed, and goods that sell on without stock',
    text: [
      'SKU,Name,Price,StockQuantity,ManageInventoryMethod,allowOutOfStockPurchases',
      "A,Chair,59.90,0,Don't Manage Stock,false",
      'B,Table,149.00,0,Manage Stock,true',
      'C,Lamp,29.00,0,Manage Stock,false',
    ].join('\n'),
    items: { A: { availability: 'in_stock' }, B: { availability: 'in_stock' }, C: { availability: 'out_of_stock' } },
  },
  {
    what: 'Trendyol: the price on sale below the market price, one product per model',
    text: [
      "Barkod;Model Kodu;Ürün Adı;Piyasa Satış Fiyatı (KDV Dahil);Trendyol'da Satılacak Fiyat (KDV Dahil);Ürün Stok Adedi;Stok Kodu",
      '8690000000012;SND;Sandalye;799,90;649,90;5;SND-K',
      '8690000000029;SND;Sandalye;799,90;799,90;0;SND-B',
      '8690000000036;MSA;Masa;1.999,90;1.999,90;2;MSA',
    ].join('\n'),
    language: 'tr',
    items: {
      'SND-K': { price: 649.9, price_before: 799.9, item_group: 'SND' },
      'SND-B': { price: 799.9, price_before: null, item_group: 'SND' },
      MSA: {},
    },
  },
  {
    what: 'Zen Cart: numbered names and descriptions are no options',
    text: [
      'v_products_model,v_products_name_1,v_products_description_1,v_products_price,v_specials_price,v_products_quantity,v_manufacturers_name,v_status',
      'C1,Oak chair,A chair of oak,79.90,59.90,5,Lipa,1',
      'C2,Lamp,A lamp,29.00,,3,Lux,0',
    ].join('\n'),
    items: { C1: { name: 'Oak chair', description: 'A chair of oak', price: 59.9, price_before: 79.9, brand: 'Lipa' } },
  },
  {
    what: 'Shopee: options for variations',
    text: [
      'Product Name,Parent SKU,Variation Name1,Option for Variation 1,Price,Stock,SKU',
      'Chair,CH,Colour,Brown,1290,5,CH-B',
      'Chair,CH,Colour,White,1390,0,CH-W',
    ].join('\n'),
    items: { 'CH-B': { param_colour: 'Brown', item_group: 'CH' }, 'CH-W': { param_colour: 'White', price: 1390 } },
  },
  {
    what: 'JTL: variants name their product',
    text: [
      'Artikelnummer;Artikelname;Std. VK Brutto;Lagerbestand gesamt;Hersteller;Ist Vaterartikel;Identifizierungsspalte Vaterartikel',
      'ST;Stuhl;59,90;5;Lipa;Y;',
      'ST-BR;Stuhl braun;59,90;5;Lipa;N;ST',
      'ST-WE;Stuhl weiß;64,90;0;Lipa;N;ST',
      'TI;Tisch;149,00;2;Borova;N;',
    ].join('\n'),
    language: 'de',
    items: { 'ST-BR': { price: 59.9, item_group: 'ST' }, 'ST-WE': { availability: 'out_of_stock' }, TI: { item_group: null } },
  },
  {
    what: 'X-Cart: several pictures and categories between two signs',
    text: [
      'sku,price,images,inventoryTrackingEnabled,stockLevel,enabled,name,categories',
      'C1,59.90,https://cdn.example/1.jpg&&https://cdn.example/2.jpg,Yes,5,Yes,Chair,Furniture >>> Chairs&&Sale',
      'C2,149.00,https://cdn.example/3.jpg,No,0,Yes,Table,Furniture >>> Tables',
    ].join('\n'),
    items: {
      C1: { image: 'https://cdn.example/1.jpg', images: ['https://cdn.example/2.jpg'], category: ['Furniture > Chairs', 'Sale'] },
      C2: { availability: 'in_stock' },
    },
  },
  {
    what: 'VTEX: names of brands and categories, SKUs of one product',
    text: [
      '_IDSKU (Não alterável);_NomeSKU;_EANSKU;_IDProduto (Não alterável);_NomeProduto (Obrigatório);_MostrarNoSite;_NomeMarca;_NomeCategoria;_Preço;_Estoque',
      '501;Marrom;7891234567895;101;Cadeira;SIM;Lipa;Cadeiras;299,90;5',
      '502;Branca;7891234567901;101;Cadeira;SIM;Lipa;Cadeiras;319,90;0',
      '503;Única;7891234567918;102;Luminária;NÃO;Lux;Luminárias;99,90;3',
    ].join('\n'),
    language: 'pt',
    items: {
      501: { name: 'Cadeira', brand: 'Lipa', category: 'Cadeiras', ean: '7891234567895', price: 299.9, item_group: '101' },
      502: { availability: 'out_of_stock', item_group: '101' },
    },
  },
  {
    what: 'Kaspi sells in tenge',
    text: '<kaspi_catalog><offers><offer sku="C1"><model>Стул</model><price>29990</price></offer><offer sku="C2"><model>Стол</model><price>74990</price></offer></offers></kaspi_catalog>',
    items: { C1: { name: 'Стул', currency: 'KZT' }, C2: {} },
  },
];

test.each(cases)('$what', expectItems);
