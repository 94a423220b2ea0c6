import type { Book } from '@app/domain/ledger';
import { bookMessage, TRADES_MAX } from '@app/protocol/socket';
import * as z from 'zod/mini';
import type { Bus } from '../../../platform/bus.ts';
import type { ChannelSource, Told } from '../../../platform/gateway-channels.ts';

/** The open book moves fastest (architecture 7). */
const FRAMES_A_SECOND = 10;

type BookKey = { readonly book: Book; readonly market: number };
/** As the book's writer wrote it: it is checked and passed on, not read. */
type Message = z.input<typeof bookMessage>;

/** The last word of every book. */
export type Books = {
  lastOf(key: BookKey): Message;
  watch(key: BookKey, onNews: () => void): () => void;
};

const SILENCE: Message = { seq: '0', depth: { bids: [], asks: [] }, trades: [] };
const subjectOf = ({ book, market }: BookKey) => `book.${book}.${market}`;

/** Keeps what the books' writers say from now on; each message says everything, so one that is lost is made good. */
export function followBooks(bus: Bus): Books {
  const last = new Map<string, Message>();
  const watchers = new Map<string, Set<() => void>>();
  bus.listen('book.*.*', (said, subject) => {
    const read = said as Message; // The next line knows; what does not fit is the bus's to log, and goes no further.
    z.decode(bookMessage, read);
    if (BigInt(read.seq) <= BigInt(last.get(subject)?.seq ?? '0')) return;
    last.set(subject, read);
    for (const onNews of watchers.get(subject) ?? []) onNews();
  });
  return {
    lastOf: (key) => last.get(subjectOf(key)) ?? SILENCE,
    watch: (key, onNews) => {
      const all = watchers.get(subjectOf(key)) ?? new Set();
      watchers.set(subjectOf(key), all.add(onNews));
      return () => all.delete(onNews);
    },
  };
}

/** The best levels of one book, always all of them. */
export function openDepth(books: Books, key: BookKey, onNews: () => void): ChannelSource {
  return openBook(books, { key, onNews, newsOf: (_told, { depth }) => depth });
}

/** The newest trades of one book; those that were not told. */
export function openTrades(books: Books, key: BookKey, onNews: () => void): ChannelSource {
  const newsOf = (told: Message | undefined, { trades }: Message) => {
    const known = new Set(told?.trades.map(({ id }) => id));
    const fresh = trades.filter(({ id }) => !known.has(id));
    return told !== undefined && fresh.length === 0 ? undefined : { trades: fresh.slice(0, TRADES_MAX) };
  };
  return openBook(books, { key, onNews, newsOf });
}

type BookOpening = {
  readonly key: BookKey;
  readonly onNews: () => void;
  /** Without what was told before: all of it. */
  readonly newsOf: (told: Message | undefined, now: Message) => unknown;
};

function openBook(books: Books, { key, onNews, newsOf }: BookOpening): ChannelSource {
  let told = books.lastOf(key);
  return {
    framesASecond: FRAMES_A_SECOND,
    close: books.watch(key, onNews),
    start: () => ({ seq: told.seq, data: newsOf(undefined, told) }),
    news: (): Told | undefined => {
      const now = books.lastOf(key);
      const data = now.seq === told.seq ? undefined : newsOf(told, now);
      if (data === undefined) return undefined;
      told = now;
      return { seq: now.seq, data };
    },
  };
}
