import { expect, test } from 'vitest';
import { sampleSize } from '#feeds/limits.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from '#feeds/testing/read-text.ts';

async function read(rows: readonly string[]) {
  const { all, warnings } = await readText(rows.join('\n'), { language: 'ru' });
  const make = itemMaker(proposeMapping(all.slice(0, sampleSize)));
  return { items: all.flatMap((record) => make(record).item ?? []), warnings };
}

const whole =
  'ID,Тип,Артикул,"GTIN, UPC, EAN или ISBN",Имя,Опубликован,Рекомендуемый?,Видимость в каталоге,Краткое описание,Описание,Дата начала скидки,Дата конца скидки,Статус налога,Налоговый класс,Наличие,Запасы,Малый запас,Предзаказ?,Продано отдельно?,Вес (кг),Длина (см),Ширина (см),Высота (см),Отзывы?,Примечание,Акционная,Базовая,Категории,Метки,Класс доставки,Изображения,Лимит загрузок,Срок загрузки,Родительский,Сгруппированные,Апсейл,Кросселы,Внешний URL,Текст кнопки,Позиция,Имя атрибута 1,Значения атрибута 1,Видимость атрибута 1,Глобальный атрибут 1,Имя атрибута 2,Значения атрибута 2,Видимость атрибута 2,Глобальный атрибут 2';

const row = (cells: Readonly<Record<number, string>>) =>
  Array.from({ length: whole.split(',').length - 2 }, (_, at) => cells[at] ?? '').join(',');

const rows = [
  whole,
  row({
    0: '1',
    1: 'variable',
    2: 'V-1',
    4: 'Ваза',
    5: '1',
    6: '0',
    7: 'visible',
    27: 'Дом',
    30: 'https://vaza.example/1.jpg',
    40: 'Цвет',
    41: '"Белый, Синий"',
    42: '1',
    43: '1',
  }),
  row({
    0: '2',
    1: 'variation',
    2: 'V-1-B',
    4: 'Ваза - Белый',
    5: '1',
    6: '0',
    7: 'visible',
    14: '1',
    25: '80',
    26: '100',
    33: 'V-1',
    40: 'Цвет',
    41: 'Белый',
    43: '1',
  }),
  row({
    0: '3',
    1: 'simple',
    2: 'G-1',
    3: '4006381333931',
    4: 'Стакан',
    5: '1',
    6: '0',
    7: 'visible',
    14: '0',
    26: '50',
    40: 'Материал',
    41: 'Стекло',
    42: '1',
    43: '0',
    44: 'Бренд',
    45: 'Гусь',
    46: '1',
    47: '0',
  }),
  row({ 0: '4', 1: 'simple', 2: 'G-2', 4: 'Черновик', 5: '-1', 6: '0', 7: 'visible', 26: '50' }),
  row({ 0: '5', 1: 'simple', 2: 'G-3', 4: 'Скрытый', 5: '1', 6: '0', 7: 'hidden', 26: '50' }),
];

test('reads WooCommerce by the order of its columns, whatever their headings say', async () => {
  const { items, warnings } = await read(rows);
  expect(items.map(({ id }) => id).toSorted()).toEqual(['2', '3']);
  const vase = items.find(({ id }) => id === '2')!.fields;
  expect(vase).toMatchObject({
    price: 80,
    price_before: 100,
    item_group: '1',
    param_цвет: 'Белый',
    category: 'Дом',
  });
  expect(items.find(({ id }) => id === '3')!.fields).toMatchObject({
    name: 'Стакан',
    price: 50,
    ean: '4006381333931',
    product_code: 'G-1',
    availability: 'out_of_stock',
    param_материал: 'Стекло',
  });
  expect(Object.keys(vase).filter((name) => name.includes('атрибут'))).toEqual([]);
  expect(warnings).toContainEqual({ code: 'unpublishedItems', details: { count: 2, field: 'Опубликован' } });
});

test('reads attributes and hidden products of WooCommerce when some columns are missing', async () => {
  const { items } = await read([
    'ID,Tyyppi,Tuotekoodi,Nimi,Julkaistu,Nostettu?,Näkyvyys,Hinta,Ominaisuuden 1 nimi,Ominaisuuden 1 arvot,Ominaisuuden 1 näkyvyys',
    '1,simple,A-1,Maljakko,1,0,visible,10,Väri,Sininen,1',
    '2,simple,A-2,Lasi,0,0,visible,5,Väri,"Punainen, Vihreä",1',
    '3,simple,A-3,Lautanen,1,0,visible,7,Koko,Iso,0',
  ]);
  expect(items.map(({ id, fields }) => [id, fields['name'], fields['param_vari'] ?? fields['param_koko']])).toEqual([
    ['1', 'Maljakko', 'Sininen'],
    ['3', 'Lautanen', 'Iso'],
  ]);
});

test('takes quotes off that are around every value of a column', async () => {
  const { items } = await read(['id,name,price', '1,"""Ваза""",10', '2,"""Стакан 0,5""",5', '3,"""Чаша""",7']);
  expect(items.map(({ fields }) => fields['name'])).toEqual(['Ваза', 'Стакан 0,5', 'Чаша']);
});
