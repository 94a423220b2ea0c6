import { describe, expect, it } from 'vitest';
import type { Bus } from '../../../platform/bus/bus.ts';
import { followBooks, openTrades } from './book-channels.ts';

const KEY = { mode: 'real', market: 1 } as const;
const TRADE = { id: '1', price: '5', quantity: '1', side: 'buy', isHouse: false, at: 1 };
const GOOD = { seq: '1', depth: { at: 1, bids: [['5', '1']], asks: [] }, trades: [TRADE] };

/** Sets up a bus that treats its listener as the real one does: it logs a failure and delivers the next message. */
function setUp() {
  let listener: (payload: unknown, subject: string) => void = () => {};
  const bus = {
    listenSigned: (_subject: string, onMessage: typeof listener) => (listener = onMessage),
  } as unknown as Bus;
  const books = followBooks(bus);
  const emit = (payload: unknown) => {
    try {
      listener(JSON.parse(JSON.stringify(payload)), 'book.real.1');
    } catch {}
  };
  return { books, emit };
}

describe('order book messages', () => {
  it.each([
    ['a trade that is none', { ...GOOD, seq: '2', trades: [null] }],
    ['a trade without a price', { ...GOOD, seq: '2', trades: [{ ...TRADE, price: undefined }] }],
    ['a price that is no number', { ...GOOD, seq: '2', depth: { bids: [['dear', '1']], asks: [] } }],
    ['no depth', { ...GOOD, seq: '2', depth: undefined }],
    ['a number that is none', { ...GOOD, seq: 'two' }],
    ['nothing', null],
  ])('given %s, when it is received, then it is dropped and the last valid message stays', (_what, payload) => {
    const { books, emit } = setUp();
    emit(GOOD);
    const trades = openTrades(books, KEY, () => {});
    emit(payload);
    expect(books.lastOf(KEY)).toEqual(GOOD);
    expect(trades.nextUpdate()).toBeUndefined();
    emit({ ...GOOD, seq: '3', trades: [{ ...TRADE, id: '2' }, TRADE] });
    expect(trades.nextUpdate()).toEqual({ seq: '3', data: { trades: [{ ...TRADE, id: '2' }] } });
  });
});
