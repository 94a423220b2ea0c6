import type { Mode } from '@app/domain/ledger';
import { secondsShard } from '@app/domain/seconds';
import { betCommand, cancelBetCommand, type EngineCommand } from '@app/protocol/engine';
import { fundAccounts } from '@app/testkit';
import * as z from 'zod/mini';
import type { EngineDeps } from '../src/bin/engine-app.ts';
import { createEngineClient } from '../src/engine/client.ts';
import type { SealedBlock } from '../src/modules/market/index.ts';
import type { WireBet } from '../src/modules/seconds/wire-bet.ts';
import { newKey } from './new-key.ts';
import { aTick } from './price-testbed.ts';
import { aVenueTick, openSpotTestbed, type SpotTestbed, type Trader, until } from './spot-testbed.ts';

export const BTC = 1;

type BetBody = Partial<z.input<(typeof betCommand)['fields']>>;

/** Commands of seconds options as a user sends them, with a clock and prices that the test sets. */
export type SecondsTestbed = Omit<SpotTestbed, 'cancel'> & {
  /** Creates a user with this much in the account of seconds options. */
  newUser(money: string, mode?: Mode): Promise<Trader>;
  bet(user: Trader, body?: BetBody, key?: string): Promise<WireBet>;
  /** Bets on a price of now, again and again until the engine has it. */
  betAt(text: string, user: Trader, body?: BetBody): Promise<WireBet>;
  cancel(user: Trader, id: string, key?: string): Promise<WireBet>;
  send<Command extends EngineCommand>(
    user: Trader,
    command: Command,
    fields: unknown,
    key?: string,
  ): Promise<z.input<Command['answer']>>;
  /** Seals a price of a market as of now, or as of a time; of real venues if asked. */
  price(
    text: string,
    more?: { readonly market?: number; readonly atMs?: number; readonly isReal?: boolean },
  ): Promise<SealedBlock>;
  /** Waits until a bet satisfies the condition, and returns its row. */
  untilBet(id: string, isSo: (row: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  settlementOf(id: string): Promise<Record<string, unknown> | undefined>;
  balanceOf(user: Trader): Promise<{ readonly available: string; readonly frozen: string }>;
  rowsOf(query: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  refusalOf(call: Promise<unknown>): Promise<string>;
};

export async function openSecondsTestbed(how: Partial<EngineDeps> = {}): Promise<SecondsTestbed> {
  const testbed = await openSpotTestbed(how);
  testbed.beat.stop(); // A block says which ticks did not come: the test seals each one.
  const { now } = testbed;
  const client = createEngineClient(testbed.bus, now);
  const rowsOf: SecondsTestbed['rowsOf'] = async (query, values = []) =>
    (await testbed.root.query(query, [...values])).rows;
  const send: SecondsTestbed['send'] = ({ id, mode }, command, fields, key = newKey()) => {
    const source = { userId: id, key, route: `TEST ${command.name}`, body: JSON.stringify(fields) };
    const decoded = z.decode(command.fields, fields as never) as never; // By the command's own codec.
    return client.request(secondsShard(mode), source, command, decoded);
  };
  const bet: SecondsTestbed['bet'] = (user, body, key) =>
    send(
      user,
      betCommand,
      { market: BTC, side: 'up', seconds: 30, stake: '100', currency: 'USDT', ...body },
      key,
    ) as Promise<WireBet>;
  const price: SecondsTestbed['price'] = (text, { market = BTC, atMs = now(), isReal = false } = {}) =>
    testbed.seal([isReal ? aVenueTick(market, text, atMs) : aTick(market, text, atMs)]);
  return {
    ...testbed,
    send,
    rowsOf,
    bet,
    price,
    betAt: (text, user, body) =>
      until(
        () => 'a bet on a price of now',
        async () => {
          await price(text, body?.market === undefined ? {} : { market: body.market });
          return await bet(user, body).catch((error: Error) => {
            if (error.message !== 'price_stale') throw error;
            return undefined;
          });
        },
      ),
    cancel: (user, id, key) => send(user, cancelBetCommand, { id }, key) as Promise<WireBet>,
    newUser: async (money, mode = 'demo') => {
      const id = testbed.nextId();
      await fundAccounts(testbed.database, mode, [{ userId: id, kind: 'seconds', currency: 'USDT', amount: money }]);
      return { id, mode };
    },
    untilBet: (id, isSo) =>
      until(
        () => `a change of bet ${id}`,
        async () => (await rowsOf('select * from seconds_bet where id = $1', [id])).find(isSo),
      ),
    settlementOf: async (id) => (await rowsOf('select * from seconds_settlement where bet = $1', [id]))[0],
    balanceOf: async ({ id, mode }) =>
      (
        await rowsOf(
          `select trim_scale(available)::text as available, trim_scale(frozen)::text as frozen from ledger_account
            where owner = $1 and kind = 'seconds' and book = $2`,
          [`user:${id}`, mode],
        )
      )[0] as { available: string; frozen: string },
    refusalOf: (call) =>
      call.then(
        () => 'accepted',
        (error: Error) => error.message,
      ),
  };
}
