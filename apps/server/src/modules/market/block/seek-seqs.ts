import type { Bytes } from '@app/verifier';

/** Fields before the sources: time, places and price, places and volume. */
const BEFORE_SOURCES = 5;
/** Fields of one source: id, price and age. */
const OF_A_SOURCE = 3;

/**
 * Returns the sequence numbers of one market's ticks in a body, which is sorted by market. Skips all other fields as
 * written by the verifier's `tickBytes`, without building ticks: finding one tick scans many bodies.
 */
export function seekSeqs(body: Bytes, market: number): number[] {
  const seqs: number[] = [];
  const numbers = readerOf(body);
  while (!numbers.isAtEnd()) {
    numbers.skip(1); // The version.
    const itsMarket = numbers.next();
    const seq = numbers.next();
    if (itsMarket > market) break;
    if (itsMarket === market) seqs.push(seq);
    numbers.skip(BEFORE_SOURCES);
    numbers.skip(OF_A_SOURCE * numbers.next());
  }
  return seqs;
}

function readerOf(body: Bytes) {
  let at = 0;
  const byte = (): number => {
    const value = body[at++];
    if (value === undefined) throw new Error('a body ends within a tick');
    return value;
  };
  return {
    isAtEnd: () => at === body.length,
    skip: (count: number) => {
      for (let left = count; left > 0; ) if (byte() < 0x80) left--;
    },
    /** Reads a number in groups of seven bits, lowest first. */
    next: () => {
      let value = 0;
      for (let unit = 1; ; unit *= 128) {
        const group = byte();
        value += (group & 0x7f) * unit;
        if (group < 0x80) return value;
      }
    },
  };
}
