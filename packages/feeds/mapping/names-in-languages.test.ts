import { expect, test } from 'vitest';
import { proposeMapping } from './mapping.ts';

/** Values that fit the fields, in the order of the columns below. */
const values = [
  'KT-204',
  'Kettle Aria 1.7 l',
  'Boils water within three minutes, has a lid of steel and a cord of one metre.',
  'Kitchen > Kettles',
  '39.90',
  '49.90',
  '12',
  'Aria',
  'https://shop.example/1.jpg',
  'https://shop.example/kettle',
  '4006381333931',
];
const fields = ['id', 'name', 'description', 'category', 'price', 'price_before', 'availability', 'brand', 'image', 'url', 'ean'];

/** What shops call them, in the order of `fields`. */
const languages: Readonly<Record<string, string>> = {
  Bulgarian: 'Код|Име|Описание|Категория|Цена|Стара цена|Наличност|Марка|Снимка|Линк|Баркод',
  Croatian: 'Šifra|Naziv|Opis|Kategorija|Cijena|Stara cijena|Zaliha|Brend|Slika|Poveznica|Barkod',
  Czech: 'Kód|Název|Popis|Kategorie|Cena|Původní cena|Skladem|Výrobce|Obrázek|Odkaz|EAN',
  Danish: 'Varenummer|Produktnavn|Beskrivelse|Kategorinavn|Nypris|Glpris|Lagerantal|Mærke|Billede|Link|EAN',
  Dutch: 'Artikelnummer|Productnaam|Omschrijving|Categorie|Prijs|Adviesprijs|Voorraad|Merk|Afbeelding|Link|EAN',
  English: 'Product ID|Product name|Description|Category|Price|List price|Stock|Brand|Image|Link|Barcode',
  Estonian: 'Tootekood|Nimetus|Kirjeldus|Kategooria|Hind|Vana hind|Laoseis|Tootja|Pilt|Link|Ribakood',
  Finnish: 'Tuotenumero|Tuotenimi|Kuvaus|Osasto|Hinta|Normaalihinta|Saatavuus|Valmistaja|Kuva|Linkki|EAN',
  French: 'Référence|Nom|Description|Catégorie|Prix|Prix conseillé|Quantité|Marque|Image|Lien|EAN',
  German: 'Artikelnummer|Bezeichnung|Beschreibung|Kategorie|Preis|Listenpreis|Lagerbestand|Hersteller|Bild|Link|EAN',
  Greek: 'Κωδικός|Όνομα|Περιγραφή|Κατηγορία|Τιμή|Αρχική τιμή|Διαθεσιμότητα|Κατασκευαστής|Εικόνα|Σύνδεσμος|EAN',
  Hungarian: 'Cikkszám|Terméknév|Leírás|Kategória|Ár|Eredeti ár|Raktárkészlet|Gyártó|Kép|Hivatkozás|Vonalkód',
  Irish: 'Cód|Ainm|Cur síos|Catagóir|Praghas|Seanphraghas|Stoc|Branda|Íomhá|Nasc|Barrachód',
  Italian: 'Codice|Nome|Descrizione|Categoria|Prezzo|Prezzo di riferimento|Giacenza|Marca|Immagine|Collegamento|EAN',
  Latvian: 'Preces kods|Nosaukums|Apraksts|Kategorija|Cena|Vecā cena|Atlikums|Ražotājs|Attēls|Saite|Svītrkods',
  Lithuanian:
    'Prekės kodas|Pavadinimas|Aprašymas|Kategorija|Kaina|Sena kaina|Likutis|Gamintojas|Nuotrauka|Nuoroda|Brūkšninis kodas',
  Maltese: 'Kodiċi|Isem|Deskrizzjoni|Kategorija|Prezz|Prezz antik|Stokk|Marka|Stampa|Link|Barcode',
  Norwegian: 'Varenr|Varenavn|Beskrivelse|Kategori|Pris|Førpris|Lager|Merke|Bilde|Lenke|EAN',
  Polish: 'Kod produktu|Nazwa|Opis|Kategoria|Cena|Stara cena|Stan magazynowy|Producent|Zdjęcie|Odnośnik|Kod kreskowy',
  Portuguese: 'Código|Nome|Descrição|Categoria|Preço|Preço original|Estoque|Marca|Imagem|Ligação|Código de barras',
  Romanian: 'Cod produs|Denumire|Descriere|Categorie|Preț|Preț vechi|Stoc|Producător|Imagine|Legătură|Cod de bare',
  Russian: 'Артикул|Название|Описание|Категория|Цена|Старая цена|Наличие|Бренд|Фото|Ссылка|Штрихкод',
  Serbian: 'Šifra|Naziv|Opis|Kategorija|Cena|Stara cena|Zaliha|Proizvođač|Slika|Veza|Barkod',
  Slovak: 'Kód|Názov|Popis|Kategória|Cena|Pôvodná cena|Skladom|Výrobca|Obrázok|Odkaz|EAN',
  Slovenian: 'Šifra|Naziv|Opis|Kategorija|Cena|Redna cena|Zaloga|Proizvajalec|Slika|Povezava|Črtna koda',
  Spanish:
    'Código del producto|Nombre del producto|Descripción del producto|Categoría del producto|Precio|Precio recomendado|Existencias|Marca del producto|URL de la imagen|URL del producto|Código EAN',
  Swedish: 'Artikelnummer|Produktnamn|Beskrivning|Kategori|Pris|Ordinarie pris|Lagersaldo|Varumärke|Bild|Länk|Streckkod',
  Turkish: 'Stok kodu|Ürün adı|Açıklama|Kategori1|Satış fiyatı|Eski fiyat|Stok durumu|Marka|Resim1|Link|Barkod',
  Ukrainian: 'Артикул|Назва|Опис|Категорія|Ціна|Стара ціна|Наявність|Виробник|Зображення|Посилання|Штрихкод',
};

test.each(Object.entries(languages))('the columns of a shop are known in %s', (_language, header) => {
  const names = header.split('|');
  expect(names).toHaveLength(fields.length);
  const row = (at: number) => Object.fromEntries(names.map((name, place) => [name, place === 0 ? `KT-${at}` : values[place]!]));
  const mapping = proposeMapping(Array.from({ length: 20 }, (_, at) => ({ position: at + 1, fields: row(at) })));
  const found = Object.fromEntries(fields.map((to) => [to, mapping.find((one) => one.to === to)?.from]));
  expect(found).toEqual(Object.fromEntries(fields.map((to, place) => [to, names[place]])));
});
