import { expectDefined } from '@app/base';
import {
  CONVERT_BASE,
  checkFunds,
  checkInventory,
  checkSize,
  convertSettings,
  demoFundingFor,
  demoSource,
  type Exchanged,
  inventoryAccount,
  postConversion,
  postDemoFunding,
  ratesOf,
} from '@app/domain/convert';
import { userAccount } from '@app/domain/ledger';
import { checkCoolOff } from '@app/domain/limits';
import { marketKillSwitch } from '@app/domain/reference';
import { type Amount, add, formatDecimal, subtract } from '@app/money';
import type { Output } from '@app/protocol';
import { convert as route } from '@app/protocol/convert';
import { conversionCompleted, toOutbox } from '@app/protocol/events';
import * as z from 'zod/mini';
import { nextPushSeq, push, type Recipient } from '../../platform/bus/push.ts';
import { now } from '../../platform/db/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { once } from '../../platform/db/idempotency.ts';
import { publish } from '../../platform/db/outbox.ts';
import { accept, refuseWith } from '../../platform/http/accept.ts';
import { Malformed } from '../../platform/http/serve.ts';
import { limitsOf } from '../limits/index.ts';
import { issueConversionReceipt } from '../proof/index.ts';
import * as store from './convert.store.ts';
import { type ConvertDeps, namesOf, readLimits, type Wanted } from './quote-conversion.ts';

export type ConvertCommand = Recipient &
  Wanted & { readonly quoteId: bigint; readonly key: string; readonly body: string };

type Converted = Output<typeof route>;
type Coins = { readonly from: string; readonly to: string };

/**
 * Converts at a promised rate, once per quote and once per idempotency key. The quote says everything: the request only
 * has to agree with it.
 */
export async function convert(deps: ConvertDeps, command: ConvertCommand): Promise<Converted> {
  const { userId, mode, key, body } = command;
  const coins = await namesOf(deps, command);
  // Opened before the transaction, which must not create what it locks. Both accounts of the user: the quote chooses.
  await deps.ledger.open(deps.db, mode, [
    ...[coins.from, coins.to].flatMap((it) => [userAccount(userId, 'wallet', it), userAccount(userId, 'exchange', it)]),
    ...housesOf(mode, coins),
  ]);
  const request = { key, userId, route: `${route.method} ${route.path}`, body };
  const { answer, replayed } = await once(deps.transact, request, async (tx) =>
    z.encode(route.response, await exchange(tx, deps, command, coins)),
  );
  const converted = z.decode(route.response, answer);
  if (!replayed) pushBalances(deps, command, converted);
  return converted;
}

const housesOf = (mode: Recipient['mode'], { from, to }: Coins) => [
  inventoryAccount(from),
  inventoryAccount(to),
  ...(mode === 'demo' ? [demoSource(from), demoSource(to)] : []),
];

/** Everything under lock, in one order: the quote, then all accounts by id. The clock is read last, so that no wait extends a quote. */
async function exchange(tx: Tx, deps: ConvertDeps, command: ConvertCommand, coins: Coins): Promise<Converted> {
  const { userId, mode } = command;
  const { ledger, nextId, settings } = deps;
  const quote = (await store.lockQuote(tx, command.quoteId, command)) ?? refuseWith('not_found');
  refuseOther(quote, command, coins);
  await refuseStopped(tx, deps, quote);
  const { account, from, to, amount, received, prices } = quote;
  const names = [userAccount(userId, account, from), userAccount(userId, account, to), ...housesOf(mode, coins)];
  const [source, target, taken, given] = await ledger.lock(tx, mode, names);
  const own = { from: expectDefined(source, 'the source'), to: expectDefined(target, 'the target') };
  const held = {
    from: expectDefined(taken, 'the inventory of the coin taken').available,
    to: expectDefined(given, 'the inventory of the coin given').available,
  };
  const { atMs, isValid } = await store.readExpiry(tx, quote.id);
  if (!isValid || quote.conversion !== null) refuseWith('quote_expired');
  accept(checkSize(amount, prices.from, await readLimits(settings)));
  accept(checkFunds(amount, own.from.available));
  const id = nextId();
  const conversion = { id, userId, mode, account, from, to, amount, received };
  const { value: inventoryMax } = await settings.read(convertSettings.inventoryMax);
  const exchanged: Exchanged = { fromCurrency: from, amount, received, prices };
  const funding = mode === 'demo' ? demoFundingFor(held, exchanged, await readDemo(settings, inventoryMax)) : undefined;
  if (mode === 'real') accept(checkInventory(held, exchanged, inventoryMax));
  await ledger.post(tx, [...(funding ? [postDemoFunding(conversion, funding)] : []), postConversion(conversion)]);
  await store.insertConversion(tx, id, quote);
  await issueConversionReceipt(tx, {
    id,
    block: Math.min(...quote.legs.map(({ block }) => block)),
    body: bodyOf(id, quote, atMs),
  });
  await publish(tx, nextId, [
    toOutbox(conversionCompleted, { id, userId, book: mode, account, from, to, amount, received }),
  ]);
  const { seq } = await nextPushSeq(tx, command);
  const balance = (currency: string, available: Amount, frozen: Amount) => ({ account, currency, available, frozen });
  return {
    id,
    account,
    from: balance(from, subtract(own.from.available, amount), own.from.frozen),
    to: balance(to, add(own.to.available, received), own.to.frozen),
    number: amount,
    received,
    rate: ratesOf(prices, quote.terms.spreadRate).own,
    at: atMs,
    seq,
  };
}

const readDemo = async (settings: ConvertDeps['settings'], inventoryMax: Amount) => ({
  demoFunding: (await settings.read(convertSettings.demoFunding)).value,
  inventoryMax,
});

/** Refuses a request that describes another conversion than its quote: the caller saw something else. */
function refuseOther(quote: store.Quote, { amount }: Wanted, { from, to }: Coins): void {
  const differing = [
    ...(quote.from === from ? [] : ['from_currency_id']),
    ...(quote.to === to ? [] : ['to_currency_id']),
    ...(quote.amount === amount ? [] : ['number']),
  ];
  if (differing.length > 0) throw new Malformed(differing);
}

/** A market that was halted since the quote stops it; so does a break that the user takes, unless the risk is reduced. */
async function refuseStopped(tx: Tx, { settings }: ConvertDeps, { userId, to, legs }: store.Quote): Promise<void> {
  for (const { symbol } of legs)
    if (!(await settings.read(marketKillSwitch(symbol))).value) refuseWith('market_closed');
  if (to === CONVERT_BASE) return;
  const { coolOffUntilMs } = await limitsOf(tx, userId);
  accept(checkCoolOff(coolOffUntilMs, (await now(tx)).getTime()));
}

/** The receipt: what was promised, from which sealed prices, by which published terms. It names no user. */
const bodyOf = (id: bigint, quote: store.Quote, atMs: number) => ({
  rule: 'index-spread',
  version: 1,
  book: quote.mode,
  conversion: {
    id: String(id),
    account: quote.account,
    from: quote.from,
    to: quote.to,
    amount: formatDecimal(quote.amount),
    received: formatDecimal(quote.received),
    quoted_at: quote.quotedMs,
    at: atMs,
  },
  legs: quote.legs,
  settings: {
    version: quote.terms.version,
    spread_rate: formatDecimal(quote.terms.spreadRate),
    lock_seconds: quote.terms.lockSeconds,
  },
  freshness: { version: quote.freshness.version, max_age_ms: quote.freshness.maxAgeMs },
});

function pushBalances({ bus }: ConvertDeps, recipient: Recipient, { from, to, seq }: Converted): void {
  const data = z.encode(z.array(route.response.shape.from), [from, to]);
  push(bus, recipient, { channel: 'balances', prev: String(BigInt(seq) - 1n), seq, data });
}
