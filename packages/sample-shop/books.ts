import { genres, type Book } from '#sample-shop/departments/books.ts';
import type { ColourName } from './colours.ts';
import type { DrawingName } from './drawings.ts';
import type { Both } from './line.ts';
import { chance, hashOf, pick } from './numbers.ts';
import { popularityOf, priceBefore, type Product, type Variant } from './product.ts';
import { slugOf } from './wording.ts';

const department: Both = ['Knihy', 'Books'];
const departmentCode = 'KN';
const publishers: readonly Both[] = [
  ['Kalamář & Brk', 'Inkwell & Quill'],
  ['Papírová loď', 'Paper Boat'],
  ['Nakladatelství Oříšek', 'Hazelnut Press'],
];
const covers: readonly DrawingName[] = ['bookStripes', 'bookSun', 'bookHills', 'bookStar'];
const coverColours: readonly ColourName[] = ['navy', 'red', 'green', 'orange', 'purple', 'turquoise', 'brown', 'blue', 'beige'];
const bindings: readonly Both[] = [
  ['vázaná', 'hardback'],
  ['brožovaná', 'paperback'],
];
const priceCzk = { lowest: 199, highest: 549 };

export const books = (): Product[] =>
  genres.flatMap((genre) => genre.books.map((book) => bookProduct(book, [department, genre.name])));

function bookProduct(book: Book, path: readonly Both[]): Product {
  const key = slugOf(book.title[1]);
  const price = priceCzk.lowest + chance(`${key} price`) * (priceCzk.highest - priceCzk.lowest);
  return {
    key,
    name: [`${book.title[0]} – ${book.author}`, `${book.title[1]} – ${book.author}`],
    description: book.story,
    brand: pick(publishers, hashOf(book.author)),
    path,
    departmentCode,
    material: ['papír', 'paper'],
    author: book.author,
    priceCzk: price,
    priceBeforeCzk: priceBefore(key, price),
    popularity: popularityOf(key),
    variants: bindings.map((binding) => boundBook(key, binding)),
  };
}

function boundBook(key: string, binding: Both): Variant {
  const picture = { drawing: pick(covers, hashOf(`${key} cover`)), colour: pick(coverColours, hashOf(key)) };
  return { key: binding[1], nameEnding: [`, ${binding[0]}`, `, ${binding[1]}`], colour: null, size: null, picture };
}
