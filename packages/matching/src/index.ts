export type { Book, BookOrder, End, Fill, HouseLevel, Plan, PriceLevel, Side, SweepFill, Terms } from './book.ts';
export { createBook } from './fast-book.ts';
export { createNaiveBook } from './naive-book.ts';
