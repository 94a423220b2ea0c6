import type { Mode } from '@app/domain/ledger';
import { bookMessage, TRADES_MAX } from '@app/protocol/socket';
import * as z from 'zod/mini';
import type { ChannelSource, ChannelUpdate } from '../../../gateway/channels.ts';
import type { Bus } from '../../../platform/bus/bus.ts';

/** The order book changes fastest. */
const FRAMES_A_SECOND = 10;

type BookKey = { readonly mode: Mode; readonly market: number };
/** A message as the order book's writer sent it: validated and passed on, not parsed. */
type Message = z.input<typeof bookMessage>;

/** The last message of every order book. */
export type Books = {
  lastOf(key: BookKey): Message;
  watch(key: BookKey, onUpdate: () => void): () => void;
};

const SILENCE: Message = { seq: '0', depth: { bids: [], asks: [] }, trades: [] };
const subjectOf = ({ mode, market }: BookKey) => `book.${mode}.${market}`;

/**
 * Keeps the latest message of every order book from now on; each message is a full snapshot, so a lost one does no
 * harm.
 */
export function followBooks(bus: Bus): Books {
  const last = new Map<string, Message>();
  const watchers = new Map<string, Set<() => void>>();
  bus.listenSigned('book.*.*', (rawPayload, subject) => {
    const read = rawPayload as Message; // The next line validates it; an invalid message throws and the bus logs it.
    z.decode(bookMessage, read);
    if (BigInt(read.seq) <= BigInt(last.get(subject)?.seq ?? '0')) return;
    last.set(subject, read);
    for (const onUpdate of watchers.get(subject) ?? []) onUpdate();
  });
  return {
    lastOf: (key) => last.get(subjectOf(key)) ?? SILENCE,
    watch: (key, onUpdate) => {
      const all = watchers.get(subjectOf(key)) ?? new Set();
      watchers.set(subjectOf(key), all.add(onUpdate));
      return () => all.delete(onUpdate);
    },
  };
}

/** Opens a channel of the best levels of one order book, always sent in full. */
export function openDepth(books: Books, key: BookKey, onUpdate: () => void): ChannelSource {
  return openBook(books, { key, onUpdate, updateOf: (_published, { depth }) => depth });
}

/** Opens a channel of the newest trades of one order book; updates contain only trades not yet sent. */
export function openTrades(books: Books, key: BookKey, onUpdate: () => void): ChannelSource {
  const updateOf = (published: Message | undefined, { trades }: Message) => {
    const known = new Set(published?.trades.map(({ id }) => id));
    const fresh = trades.filter(({ id }) => !known.has(id));
    return published !== undefined && fresh.length === 0 ? undefined : { trades: fresh.slice(0, TRADES_MAX) };
  };
  return openBook(books, { key, onUpdate, updateOf });
}

type BookOpening = {
  readonly key: BookKey;
  readonly onUpdate: () => void;
  /** Returns the update since the message sent before; without one, everything. */
  readonly updateOf: (published: Message | undefined, now: Message) => unknown;
};

function openBook(books: Books, { key, onUpdate, updateOf }: BookOpening): ChannelSource {
  let published = books.lastOf(key);
  return {
    framesASecond: FRAMES_A_SECOND,
    close: books.watch(key, onUpdate),
    start: () => ({ seq: published.seq, data: updateOf(undefined, published) }),
    nextUpdate: (): ChannelUpdate | undefined => {
      const now = books.lastOf(key);
      const data = now.seq === published.seq ? undefined : updateOf(published, now);
      if (data === undefined) return undefined;
      published = now;
      return { seq: now.seq, data };
    },
  };
}
