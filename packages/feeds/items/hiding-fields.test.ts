import { expect, test } from 'vitest';
import { readText } from '#feeds/testing/read-text.ts';

/** The field, what hides an item and what shows it. */
const flags: readonly (readonly [field: string, hides: string, shows: string])[] = [
  ['Опубликован', "'-1", '1'],
  ['Опубліковано', 'ні', 'так'],
  ['Published', "'0", '1'],
  ['aktywne', 'nie', 'tak'],
  ['Produkt aktywny', 'NIE', 'TAK'],
  ['Aktivní', 'ne', 'ano'],
  ['Zobrazovat na webu', 'Ne', 'Ano'],
  ['veröffentlicht', 'nein', 'ja'],
  ['Artikel aktiv', '0', '1'],
  ['¿Publicado?', 'no', 'sí'],
  ['Publié', 'non', 'oui'],
  ['Ativo', 'não', 'sim'],
  ['Yayında', 'hayır', 'evet'],
  ['Ürün aktif mi', 'HAYIR', 'EVET'],
  ['Показывать на сайте', 'нет', 'да'],
  ['Активність', 'ні', 'так'],
  ['إظهار', 'لا', 'نعم'],
  ['公開', 'いいえ', 'はい'],
  ['is_active', 'off', 'on'],
  ['Situação', 'Inativo', 'Ativo'],
  ['Statut', 'Brouillon', 'En ligne'],
  ['Durum', 'Pasif', 'Aktif'],
  ['Статус товара', 'Черновик', 'Опубликован'],
  ['商品状态', '下架', '上架'],
  ['Видимость в каталоге', 'hidden', 'visible'],
  ['Visibility', 'Not Visible Individually', 'Catalog, Search'],
  ['Ukryty', 'tak', 'nie'],
  ['Скрыт', 'да', 'нет'],
];

const items = (hides: string, shows: string) => [
  ['1', 'Lamp', shows],
  ['2', 'Chair', hides],
  ['3', 'Desk', shows],
];

test.each(flags)('hides an item whose “%s” is “%s”, and not with “%s”', async (field, hides, shows) => {
  const rows = [['id', 'name', field], ...items(hides, shows)].map((cells) => cells.map((cell) => `"${cell}"`).join(';'));
  const objects = items(hides, shows).map(([id, name, value]) => ({ id, name, [field]: value }));
  for (const text of [rows.join('\n'), JSON.stringify(objects)]) {
    const { all, warnings } = await readText(text);
    expect(all.map(({ fields }) => fields['id'])).toEqual(['1', '3']);
    expect(warnings).toContainEqual({ code: 'unpublishedItems', details: { count: 1, field } });
  }
});

test('hides an item by an element in another language', async () => {
  const item = (id: number, shown: string) =>
    `<towar><id>${id}</id><nazwa>Lampa ${id}</nazwa><aktywny>${shown}</aktywny></towar>`;
  const { all } = await readText(`<towary>${item(1, 'tak')}${item(2, 'nie')}${item(3, 'tak')}</towary>`);
  expect(all.map(({ fields }) => fields['id'])).toEqual(['1', '3']);
});

test.each([
  ['Aktive Noise Cancelling', 'nein', 'ja'],
  ['Stav', 'nové', 'použité'],
  ['visible light', '0', '1'],
])('hides nothing by “%s”', async (field, some, others) => {
  const { all } = await readText(JSON.stringify(items(some, others).map(([id, name, value]) => ({ id, name, [field]: value }))));
  expect(all).toHaveLength(3);
});
