import type { BookOrder } from './book.ts';

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;
/**
 * Separator between the sides, so that a buy order is never mistaken for the first sell order. No order has this id.
 */
const BORDER = -1n;

/** Hashes orders with FNV-1a over 64-bit values: detects accidental differences, not malicious ones. */
export function hashOrders(buys: Iterable<BookOrder>, sells: Iterable<BookOrder>): string {
  let hash = FNV_OFFSET;
  const add = (word: bigint) => {
    hash = BigInt.asUintN(64, (hash ^ BigInt.asUintN(64, word)) * FNV_PRIME);
  };
  const addOrder = ({ id, owner, price, open }: BookOrder) => {
    for (const word of [id, owner, BigInt(price), BigInt(open)]) add(word);
  };
  for (const order of buys) addOrder(order);
  add(BORDER);
  for (const order of sells) addOrder(order);
  return hash.toString(16).padStart(16, '0');
}
