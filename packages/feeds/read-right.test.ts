import { test } from 'vitest';
import { expectItems, type FeedCase } from '#feeds/testing/read-items.ts';

const bigCommerce =
  'Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Price,Sale Price,Brand ID,Is Visible,Product URL,Internal Image URL (Export),Image File';

const cases: readonly FeedCase[] = [
  {
    what: 'the product table of OpenCart: hidden goods are skipped, the number of a manufacturer is no brand',
    text: [
      'product_id,model,sku,upc,quantity,stock_status_id,image,manufacturer_id,shipping,price,tax_class_id,status,viewed',
      '28,HTC Touch,H-28,,939,7,catalog/demo/htc.jpg,5,1,100.0000,9,1,0',
      '29,Palm Pro,P-29,,0,6,catalog/demo/palm.jpg,5,1,279.9900,9,1,0',
      '30,Draft Cam,C-30,,7,6,catalog/demo/cam.jpg,9,1,80.0000,9,0,0',
    ].join('\n'),
    siteAddress: 'https://shop.example/',
    items: {
      28: {
        price: 100,
        availability: 'in_stock',
        brand: null,
        product_code: 'H-28',
        image: 'https://shop.example/image/catalog/demo/htc.jpg',
      },
      29: { availability: 'out_of_stock' },
    },
  },
  {
    what: 'BigCommerce: rows of pictures belong to the product above them',
    text: [
      bigCommerce,
      'Product,77,Journal,physical,J-1,,none,0,25,,38,TRUE,/journal,,',
      'Image,301,,,,,,,,,,,,https://cdn.example/j1.jpg,j1.jpg',
      'Image,302,,,,,,,,,,,,https://cdn.example/j2.jpg,j2.jpg',
      'Product,78,Mug,physical,M-1,,none,0,9,7,38,TRUE,/mug,https://cdn.example/m.jpg,m.jpg',
    ].join('\n'),
    siteAddress: 'https://shop.example/',
    items: {
      77: {
        image: 'https://cdn.example/j1.jpg',
        images: ['https://cdn.example/j2.jpg'],
        brand: null,
        url: 'https://shop.example/journal',
      },
      78: { price: 7, price_before: 9, image: 'https://cdn.example/m.jpg' },
    },
  },
  {
    what: 'Shopify: pictures in the rows of variants are pictures of the product',
    text: [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Position',
      'cup,Cup,Size,S,C-S,5,https://cdn.example/1.jpg,1',
      'cup,,,M,C-M,6,https://cdn.example/2.jpg,2',
      'cup,,,,,,https://cdn.example/3.jpg,3',
    ].join('\n'),
    items: {
      'cup:s': { image: 'https://cdn.example/1.jpg' },
      'cup:m': {
        price: 6,
        image: 'https://cdn.example/1.jpg',
        images: ['https://cdn.example/2.jpg', 'https://cdn.example/3.jpg'],
      },
    },
  },
  {
    what: 'a column that is called by a currency has prices in it, and numbers of brands and categories are no names',
    text: 'id,name,brand_id,category_id,EUR\n1,Lamp,12,4,19.90\n2,Rug,12,5,29.50\n3,Bed,14,5,1290.00\n',
    items: { 1: { price: 19.9, currency: 'EUR', brand: null, category: null }, 2: { price: 29.5 }, 3: { price: 1290 } },
  },
  {
    what: 'skips bar codes that are none',
    text: 'id,name,price,ean\n1,Lamp,9,0\n2,Rug,8,1234\n3,Bed,7,4006381333931\n4,Cup,7,4006381333948\n5,Mug,7,4006381333955\n',
    items: { 1: { ean: null }, 2: { ean: null }, 3: { ean: '4006381333931' }, 4: {}, 5: {} },
  },
  {
    what: 'Magento: one place in stock is enough',
    text: 'sku,name,price,Salable Quantity\nA,Lamp,9,"Default Stock: 0, Supplier Stock: 3"\nB,Rug,8,Default Stock: 1\nC,Bed,7,"Default Stock: 0, Supplier Stock: 0"\n',
    items: { A: { availability: 'in_stock' }, B: { availability: 'in_stock' }, C: { availability: 'out_of_stock' } },
  },
  {
    what: 'Magento: the grid of products joins hidden sizes to the product whose SKU theirs begins with',
    text: [
      'ID,Name,Type,SKU,Price,Salable Quantity,Visibility,Size',
      '1,Shirt-45,Simple Product,S-1-45,64.99,Default Stock: 1,Not Visible Individually,45',
      '2,Shirt,Configurable Product,S-1,64.99, -,"Catalog, Search", -',
      '3,Shirt-46,Simple Product,S-1-46,64.99,Default Stock: 0,Not Visible Individually,46',
      '4,Tie,Simple Product,T-1,19.99,Default Stock: 3,"Catalog, Search", -',
    ].join('\n'),
    items: {
      1: { name: 'Shirt', size: '45', availability: 'in_stock', item_group: 'S-1' },
      3: { name: 'Shirt', size: '46', availability: 'out_of_stock', item_group: 'S-1' },
      4: { name: 'Tie', availability: 'in_stock' },
    },
  },
  {
    what: 'Rakuten: rows of SKUs are variants of the product above them',
    text: [
      '商品管理番号（商品URL）,商品番号,商品名,倉庫指定,PC用商品説明文,SKU管理番号,バリエーション項目キー1,バリエーション項目選択肢1,通常購入販売価格,在庫数',
      'lamp-1,lamp-1,ランプ,0,明るいランプです,,,,,',
      'lamp-1,,,,,lamp-1-bk,color,ブラック,2280,35',
      'lamp-1,,,,,lamp-1-wh,color,ホワイト,2480,0',
      'rug-1,rug-1,ラグ,1,暖かいラグです,,,,,',
      'rug-1,,,,,rug-1-a,color,ブルー,980,3',
    ].join('\n'),
    items: {
      'lamp-1:ブラック': { name: 'ランプ', price: 2280, availability: 'in_stock', item_group: 'lamp-1', param_color: 'ブラック' },
      'lamp-1:ホワイト': { name: 'ランプ', price: 2480, availability: 'out_of_stock' },
    },
  },
  {
    what: 'without a header, the price is the one above the purchase price, which is not shown',
    text: [
      '110100;Peanut butter fine;Nutty;10,26;14,38;4006040000112',
      '110150;Peanut butter crunchy;Nutty;17,44;24,44;4006040000211',
      '110160;Almond butter;Nutty;21,10;29,90;4006040000310',
    ].join('\n'),
    items: { 110100: { price: 14.38, column_4: null, column_5: null }, 110150: { price: 24.44 }, 110160: { price: 29.9 } },
  },
  {
    what: 'a cell with an object has parameters in it',
    text: 'id,name,price,specifications\n1,Phone,9,"{""Weight"": ""171 g"", ""Colour"": ""black""}"\n2,Case,5,\n',
    items: { 1: { param_weight: '171 g', param_colour: 'black', specifications: null }, 2: {} },
  },
  {
    what: 'Prom: an offer whose availability is empty is not available',
    text: '<yml_catalog><shop><offers><offer id="1" available="true"><name>Lamp</name><price>9</price></offer><offer id="2" available=""><name>Rug</name><price>8</price></offer></offers></shop></yml_catalog>',
    items: { 1: { availability: 'in_stock' }, 2: { availability: 'out_of_stock' } },
  },
  {
    what: 'Persian brands',
    text: 'شناسه,نام,قیمت,برند\n1,چراغ رومیزی,100,گلرنگ\n2,فرش پشمی,200,گلرنگ\n',
    items: { 1: { name: 'چراغ رومیزی', price: 100, brand: 'گلرنگ' }, 2: {} },
  },
  {
    what: 'categories of a list that have two parents are separate',
    text: '[{"id":1,"name":"Lamp","price":9,"categories":["Garden","Sale"]},{"id":2,"name":"Rug","price":8,"categories":["Kitchen","Sale"]}]',
    items: { 1: { category: ['Garden', 'Sale'] }, 2: { category: ['Kitchen', 'Sale'] } },
  },
  {
    what: 'pages of variants are one product: Shopify, WooCommerce, PrestaShop',
    text: [
      'id,title,price,link',
      '1,Shirt S,9,https://shop.example/products/shirt?variant=11',
      '2,Shirt M,9,https://shop.example/products/shirt?variant=12',
      '3,Cap red,9,https://shop.example/cap/?attribute_pa_colour=red&attribute_pa_size=m',
      '4,Belt,9,https://shop.example/belt.html#/26-size-s/4-colour-red',
      '5,Tie,9,https://shop.example/tie',
    ].join('\n'),
    items: {
      1: { item_group: 'https://shop.example/products/shirt' },
      2: { item_group: 'https://shop.example/products/shirt' },
      3: { item_group: 'https://shop.example/cap/' },
      4: { item_group: 'https://shop.example/belt.html' },
      5: { item_group: null },
    },
  },
  {
    what: 'prices behind labels and lost currency signs',
    text: 'id,name,price\n1,Lamp,Our price: 12 EUR\n2,Rug,Price 7.50 EUR\n3,Mug,Ár: 1 200 Ft\n4,Cup,"? 1,199"\n',
    items: { 1: { price: 12, currency: 'EUR' }, 2: { price: 7.5 }, 3: { price: 1200, currency: 'HUF' }, 4: { price: 1199 } },
  },
  {
    what: 'Etsy in German',
    text: [
      'TITEL,BESCHREIBUNG,PREIS,WÄHRUNGSCODE,STÜCKZAHL,TAGS,BILD1,VARIATIONSTYP 1,VARIATIONSNAME 1,VARIATIONSWERT 1,BESTANDSEINHEIT',
      'Silberring,Ein Ring,29.00,EUR,3,ring,https://i.etsystatic.com/1.jpg,CUSTOM,Größe,"52,54",R-1',
    ].join('\n'),
    ids: 'generated',
    items: { Silberring: { currency: 'EUR', availability: 'in_stock', product_code: 'R-1', param_grosse: ['52', '54'] } },
  },
  {
    what: 'Shopify: prices of other markets and metadata are not shown',
    text: [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Included / Brazil,Price / Brazil,Compare At Price / Brazil',
      'cup,Cup,Title,Default Title,C-1,10,true,50,60',
    ].join('\n'),
    items: { cup: { price: 10, price_before: null, included_brazil: null, price_brazil: null } },
  },
  {
    what: 'JSON: what sellers tell each other is not shown, and codes to scan are no pictures',
    text: '[{"productId":"1","productName":"Lamp","qrCode":"https://cdn.example/qr.png","items":[{"itemId":"11","ean":"4006381333931","images":[{"imageUrl":"https://cdn.example/1.jpg"}],"sellers":[{"sellerId":"7","commertialOffer":{"Price":99.9,"ListPrice":120,"CacheVersion":"a"}}]}]}]',
    items: {
      11: { price: 99.9, price_before: 120, images: null, sellers_seller_id: null, sellers_commertial_offer_cache_version: null },
    },
  },
  {
    what: 'scraped columns, and pictures in their tags',
    text: [
      'web-scraper-order,product-link,product-link-href,product-title,product-price,product-image',
      '1-1,Lamp,https://shop.example/lamp,Red lamp,9.50 EUR,"<img alt=""Lamp"" src=""https://cdn.example/lamp.webp""/>"',
      '1-2,Rug,https://shop.example/rug,Blue rug,8.00 EUR,"<img alt=""Rug"" src=""https://cdn.example/rug.webp""/>"',
    ].join('\n'),
    ids: 'generated',
    items: {
      'Red lamp': { url: 'https://shop.example/lamp', image: 'https://cdn.example/lamp.webp', price: 9.5 },
      'Blue rug': { url: 'https://shop.example/rug', image: 'https://cdn.example/rug.webp' },
    },
  },
  {
    what: 'a price list with a title and groups of columns above its header',
    text: [
      ';;;;;;',
      'Price list as of 7 February;;;;;;',
      ';;;;Carton;;',
      'Kod towaru;Nazwa artykułu;Cena netto katalogowa;Opis;Waga brutto;Ilość w kartonie;Długość',
      'R-1;Długopis;8,48 zł;Metalowy długopis z niebieskim wkładem;1.2;500;160',
      'R-2;Pióro;10,98 zł;Metalowe pióro z czarnym wkładem;1.25;500;165',
    ].join('\n'),
    items: { 'R-1': { name: 'Długopis', price: 8.48, currency: 'PLN' }, 'R-2': { price: 10.98 } },
  },
  {
    what: 'without a header, whole numbers with a currency are prices',
    text: 'Cleanser gel,120ml,29€,soft\nCream toner,65ml,42€,soft\nFace oil,30ml,"29,90€",soft\n',
    ids: 'generated',
    items: { 'Cleanser gel': { price: 29, currency: 'EUR' }, 'Cream toner': { price: 42 }, 'Face oil': { price: 29.9 } },
  },
  {
    what: 'Ceneo: days until dispatch',
    text: '<offers><o id="1" url="https://shop.example/1" price="9" avail="3"><name>Lamp</name></o><o id="2" url="https://shop.example/2" price="8" avail="14"><name>Rug</name></o></offers>',
    items: { 1: { availability: 'in_stock' }, 2: { availability: 'backorder' } },
  },
  {
    what: 'WooCommerce: metadata that WordPress hides is not shown',
    text: [
      'ID,Type,SKU,Name,Published,Visibility in catalog,Regular price,Meta: _wp_old_date,Meta: origin',
      '1,simple,L-1,Lamp,1,visible,9,2020-01-01,Spain',
    ].join('\n'),
    items: { 1: { meta_wp_old_date: null, meta_origin: 'Spain' } },
  },
  {
    what: 'Etsy in French',
    text: [
      'TITRE,DESCRIPTION,PRIX,CODE_DEVISE,QUANTITÉ,"IMAGE 1","IMAGE 2","TYPE VARIATION 1","NOM VARIATION 1","VALEURS VARIATION 1",RÉFÉRENCE',
      'Panier,Un panier,20,EUR,35,https://cdn.example/1.jpg,https://cdn.example/2.jpg,Taille,Diam&egrave;tre,"25 cm,35 cm",P-1',
    ].join('\n'),
    ids: 'generated',
    items: {
      Panier: {
        currency: 'EUR',
        param_diametre: ['25 cm', '35 cm'],
        images: ['https://cdn.example/2.jpg'],
        type_variation_1: null,
      },
    },
  },
  {
    what: 'rows that Excel wrapped in quotes',
    text: [
      '"id,title,price,link"',
      '"1,""Shirt, red"",10.50 EUR,https://shop.example/1"',
      '"2,Cap,5.50 EUR,https://shop.example/2"',
    ].join('\n'),
    items: { 1: { name: 'Shirt, red', price: 10.5, url: 'https://shop.example/1' }, 2: { name: 'Cap', price: 5.5 } },
  },
  {
    what: 'rows in the first of many cells, and all rows in one cell',
    text: '"id;title;price";;;\n"1;""Shirt; red"";10.50 EUR\n2;Cap;5.50 EUR";;;\n',
    items: { 1: { name: 'Shirt; red', price: 10.5 }, 2: { name: 'Cap', price: 5.5 } },
  },
  {
    what: 'several category paths between tabs',
    text: 'id,title,price,category\n1,Mug,9 EUR,Kitchen > Mugs\tGifts > Mugs\n2,Hat,8 EUR,Wear >\tHats\n',
    items: { 1: { category: ['Kitchen > Mugs', 'Gifts > Mugs'] }, 2: { category: 'Wear > Hats' } },
  },
];

test.each(cases)('$what', expectItems);
