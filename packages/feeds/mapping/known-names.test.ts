import { expect, test } from 'vitest';
import { readText } from '#feeds/testing/read-text.ts';
import { proposeMapping } from './mapping.ts';

const to = 'id name description brand category price image url availability ean'.split(' ');
/** The columns of a table as shops call them, by language. */
const columns = `
bg|Код на продукта|Име на продукта|Описание|Марка|Категория|Цена с ДДС|Снимка|Линк|Наличност|Баркод
cs|Kód|Název|Popis|Výrobce|Kategorie|Cena|Obrázek|Odkaz|Sklad|EAN
da|Varenummer|Varenavn|Beskrivelse|Mærke|Kategori|Pris|Billede|Link|Lager|Stregkode
de|Artikelnummer|Bezeichnung|Beschreibung|Hersteller|Kategorie|Preis|Bild|Link|Bestand|Barcode
el|Κωδικός προϊόντος|Όνομα προϊόντος|Περιγραφή|Κατασκευαστής|Κατηγορία|Τιμή|Εικόνα|Σύνδεσμος|Διαθεσιμότητα|Barcode
en|Item number|Title|Details|Maker|Department|Selling price|Photo|Web address|Qty|Bar code
es|Código|Nombre|Descripción|Marca|Categoría|Precio|Imagen|Enlace|Existencias|Código de barras
et|Tootekood|Toote nimetus|Kirjeldus|Kaubamärk|Kategooria|Hind|Pilt|Link|Laoseis|Ribakood
fi|Tuotekoodi|Tuotenimi|Kuvaus|Merkki|Kategoria|Hinta|Kuva|Linkki|Varasto|Viivakoodi
fr|Référence|Désignation|Description|Marque|Catégorie|Prix TTC|Photo|Lien|Stock|Code-barres
ga|Cód|Ainm|Cur síos|Branda|Catagóir|Praghas|Íomhá|Nasc|Stoc|Barrachód
hr|Šifra|Naziv|Opis|Proizvođač|Kategorija|Cijena|Slika|Poveznica|Zaliha|Barkod
hu|Cikkszám|Megnevezés|Leírás|Gyártó|Kategória|Bruttó ár|Kép|Hivatkozás|Készlet|Vonalkód
it|CODICE ARTICOLO|DESCRIZIONE ARTICOLO|Descrizione estesa|Marca|Categoria|Prezzo|Immagine|Collegamento|Giacenza|Codice a barre
lt|Prekės kodas|Pavadinimas|Aprašymas|Gamintojas|Kategorija|Kaina|Nuotrauka|Nuoroda|Likutis|Brūkšninis kodas
lv|Preces kods|Nosaukums|Apraksts|Ražotājs|Kategorija|Cena|Attēls|Saite|Atlikums|Svītrkods
mt|Kodiċi|Isem|Deskrizzjoni|Marka|Kategorija|Prezz|Stampa|Link|Stokk|Barcode
nl|Artikelnummer|Artikelnaam|Omschrijving|Merk|Categorie|Prijs|Afbeelding|Link|Voorraad|Barcode
pl|Kod produktu|Nazwa produktu|Opis|Producent|Kategoria|Cena brutto|Zdjęcie|Adres|Stan magazynowy|Kod kreskowy
pt|Código do produto|Nome do produto|Descrição|Marca|Categoria|Preço|Imagem|Link|Estoque|Código de barras
ro|Cod produs|Denumire produs|Descriere|Producător|Categorie|Preț|Imagine|Link|Stoc|Cod de bare
sk|Kód|Názov|Popis|Výrobca|Kategória|Cena|Obrázok|Odkaz|Sklad|EAN
sl|Šifra|Naziv|Opis|Proizvajalec|Kategorija|Cena|Slika|Povezava|Zaloga|Črtna koda
sv|Artikelnr|Benämning|Beskrivning|Varumärke|Kategori|Pris|Bild|Länk|Lagersaldo|Streckkod
uk|ID товари|Товарна пропозиція|Опис|Вендор|Каталог|Роздр. ціна, грн|Зображення|Посилання|Залишок|Штрихкод
uk2|Код_товару|Назва_позиції|Опис|Виробник|Назва_групи|Ціна|Посилання_зображення|Посилання|Наявність|Штрихкод
ru|Артикул|Наименование|Описание|Производитель|Категория|Розничная цена|Картинка|Ссылка|Остаток|Штрихкод
ru2|Код_товара|Название_позиции|Описание|Производитель|Название_группы|Цена|Ссылка_изображения|Продукт_на_сайте|Наличие|Штрих код
tr|Stok Kodu|Ürün Adı|Açıklama|Marka|Kategori|Satış Fiyatı|Resim|Ürün Linki|Stok|Barkod
sr|Шифра|Назив|Опис|Произвођач|Категорија|Цена|Слика|Линк|Залиха|Баркод
srl|Šifra artikla|Naziv artikla|Opis|Proizvođač|Kategorija|Maloprodajna cena|Slika|Link|Stanje|Bar kod
no|Varenummer|Produktnavn|Beskrivelse|Merke|Kategori|Pris|Bilde|Lenke|Lagerbeholdning|Strekkode
ar2|كود الصنف|اسم الصنف|وصف الصنف|الماركة|القسم|سعر الحبة|الصورة|الرابط|المخزون|الباركود
ar|رقم المنتج|اسم المنتج|الوصف|العلامة التجارية|الفئة|السعر|الصورة|الرابط|المخزون|الباركود
he|מק"ט|שם המוצר|תיאור|מותג|קטגוריה|מחיר|תמונה|קישור|מלאי|ברקוד
zh|商品编号|商品名称|商品描述|品牌|分类|价格|图片|链接|库存|条形码
zhtw|商品編號|商品名稱|商品描述|品牌|分類|價格|圖片|連結|庫存|條碼
ja|商品コード|商品名|商品説明|ブランド|カテゴリ|販売価格|画像|商品URL|在庫数|JANコード
ko|상품코드|상품명|상품설명|브랜드|카테고리|판매가|이미지|링크|재고|바코드
id|Kode|Nama Produk|Deskripsi|Merek|Kategori|Harga|Gambar|Tautan|Stok|Barcode
vi|Mã sản phẩm|Tên sản phẩm|Mô tả|Thương hiệu|Danh mục|Giá bán|Hình ảnh|Liên kết|Số lượng|Mã vạch
`;
const eans = ['4006381333931', '5901234123457', '9780201379624'];
const item = (at: number): string[] => [
  `A-${at}`,
  `Thing ${at}`,
  `Some longer text about thing number ${at} that goes on`,
  at === 1 ? 'Bolt' : 'Acme',
  at === 0 ? 'Home > Lamps' : 'Home > Beds',
  `${at + 10}.50`,
  `https://x.example/${at}.jpg`,
  `https://x.example/p${at}`,
  `${at + 1}`,
  eans[at] ?? '',
];
const quoted = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

test.each(
  columns
    .trim()
    .split('\n')
    .map((line) => line.split('|')),
)('knows the columns of a table in %s', async (_language, ...names) => {
  const [csv, json] = [
    [quoted(names), ...eans.map((_ean, at) => quoted(item(at)))].join('\n'),
    JSON.stringify(eans.map((_ean, at) => Object.fromEntries(names.map((name, place) => [name, item(at)[place]])))),
  ];
  for (const text of [csv, json]) {
    const { all } = await readText(text);
    const mapping = proposeMapping(all);
    expect(to.map((field) => mapping.find((one) => one.to === field)?.from)).toEqual(names);
  }
});

test.each([
  ['CODICE ARTICOLO 2026;DESCRIZIONE;SPECIFICHE\nA1;Sapone;rosa\nA2;Spugna;gialla', 'CODICE ARTICOLO 2026', 'DESCRIZIONE'],
  ['"ID товари";"Товарна пропозиція";"Роздр. ціна, грн"\nA1;Лампа;210\nA2;Стіл;310', 'ID товари', 'Товарна пропозиція'],
  ['EAN 13;Item Name;itemnumber\n4006381333931;Lamp;7\n5901234123457;Bed;8', 'itemnumber', 'Item Name'],
])('finds the id and the name of %s', async (text, id, name) => {
  const mapping = proposeMapping((await readText(text)).all);
  expect(['id', 'name'].map((field) => mapping.find((one) => one.to === field)?.from)).toEqual([id, name]);
});
