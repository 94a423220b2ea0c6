import { setTimeout as pause } from 'node:timers/promises';
import { contractShard } from '@app/domain/contract';
import type { Mode } from '@app/domain/ledger';
import type { Tick } from '@app/domain/market';
import {
  addMarginCommand,
  cancelAllPendingCommand,
  cancelPendingCommand,
  closeAllCommand,
  closeCommand,
  type EngineCommand,
  openCommand,
  removeMarginCommand,
  reverseCommand,
  setStopsCommand,
} from '@app/protocol/engine';
import { fundAccounts } from '@app/testkit';
import * as z from 'zod/mini';
import type { EngineDeps } from '../src/bin/engine-app.ts';
import { createEngineClient } from '../src/engine/client.ts';
import type { WireDeal } from '../src/modules/contract/wire-deal.ts';
import { newKey } from './new-key.ts';
import { aTick } from './price-testbed.ts';
import { openSpotTestbed, type SpotTestbed, type Trader, until } from './spot-testbed.ts';

export const BTC = 1;
const SKEW_MS_MAX = 1_000;

type OpenBody = Omit<z.input<(typeof openCommand)['fields']>, 'market'> & { readonly market?: number };

/** Commands of contracts as a user sends them, and prices sealed by the test. */
export type ContractTestbed = SpotTestbed & {
  /** Creates a user with this much in the account of contracts. */
  newUser(money: string, mode?: Mode): Promise<Trader>;
  /** Sends a command and returns its answer. */
  send<Command extends EngineCommand>(
    user: Trader,
    command: Command,
    fields: z.input<Command['fields']>,
    key?: string,
  ): Promise<z.input<Command['answer']>>;
  /** Opens a position while a price is sealed: an order waits for a price from after its arrival. */
  open(user: Trader, body: OpenBody, price: string): Promise<WireDeal>;
  /** Seals a price of a market until a call is answered. */
  withPrices<Answer>(call: Promise<Answer>, text: string, market?: number): Promise<Answer>;
  close(user: Trader, id: string, lots?: string): Promise<WireDeal>;
  /** Seals a price of a market, at a time. */
  price(text: string, more?: { readonly market?: number; readonly atMs?: number }): Promise<void>;
  /** Waits until a deal satisfies the condition, and returns its row. */
  untilDeal(id: string, isSo: (row: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  settlementsOf(id: string): Promise<readonly Record<string, unknown>[]>;
  balanceOf(user: Trader): Promise<{ readonly available: string; readonly frozen: string }>;
  refusalOf(call: Promise<unknown>): Promise<string>;
};

/** Whether a command was not decided in its time: a busy machine takes longer than it may wait. Its test tries again. */
export const isTooLate = (refusal: string | undefined): boolean =>
  refusal !== undefined && ['no_live_price', 'too_late', 'result_unknown'].includes(refusal);

export const commands = {
  open: openCommand,
  close: closeCommand,
  closeAll: closeAllCommand,
  reverse: reverseCommand,
  setStops: setStopsCommand,
  cancel: cancelPendingCommand,
  cancelAll: cancelAllPendingCommand,
  addMargin: addMarginCommand,
  removeMargin: removeMarginCommand,
};

export async function openContractTestbed(how: Partial<EngineDeps> = {}): Promise<ContractTestbed> {
  const testbed = await openSpotTestbed(how);
  const client = createEngineClient(testbed.bus, testbed.now);
  const rowsOf = async (query: string, values: unknown[]) => (await testbed.root.query(query, values)).rows;
  const send: ContractTestbed['send'] = ({ id, mode }, command, fields, key = newKey()) => {
    const source = { userId: id, key, route: `TEST ${command.name}`, body: JSON.stringify(fields) };
    const decoded = z.decode(command.fields, fields as never) as never; // By the command's own codec.
    return client.request(contractShard(mode), source, command, decoded);
  };
  /** A block acts on nothing that changed in its own millisecond, by the engine's estimate of the database's clock. */
  const passLastChange = async () => {
    const [row] = await rowsOf(`select max(changed_ms) as ms from contract_position where status = 'closing'`, []);
    const waitMs = Number(row?.ms ?? 0) - testbed.now() + 1;
    if (waitMs > 0 && waitMs < SKEW_MS_MAX) await pause(waitMs);
  };
  const price: ContractTestbed['price'] = async (text, { market = BTC, atMs = testbed.now() } = {}) => {
    await passLastChange();
    await testbed.seal([aTick(market, text, atMs) as Omit<Tick, 'seq'>]);
  };
  /** A command waits for a price from after its arrival, so prices are sealed until it is answered. */
  const withPrices = async <Answer>(call: Promise<Answer>, text: string, market = BTC): Promise<Answer> => {
    let isDone = false;
    const answered = call.finally(() => {
      isDone = true;
    });
    answered.catch(() => {});
    while (!isDone) {
      await price(text, { market });
      await pause(15);
    }
    return await answered;
  };
  return {
    ...testbed,
    send,
    price,
    withPrices,
    newUser: async (money, mode = 'demo') => {
      const id = testbed.nextId();
      await fundAccounts(testbed.database, mode, [{ userId: id, kind: 'contract', currency: 'USDT', amount: money }]);
      return { id, mode };
    },
    open: (user, { market = BTC, ...body }, text) =>
      withPrices(send(user, openCommand, { market, ...body }), text, market) as Promise<WireDeal>,
    close: (user, id, lots) => send(user, closeCommand, { id, ...(lots && { lots }) }) as Promise<WireDeal>,
    untilDeal: (id, isSo) =>
      until(
        () => `a change of deal ${id}`,
        async () => (await rowsOf('select * from contract_position where id = $1', [id])).find(isSo),
      ),
    settlementsOf: (id) => rowsOf('select * from contract_settlement where position = $1 order by id', [id]),
    balanceOf: async ({ id, mode }) =>
      (
        await rowsOf(
          `select trim_scale(available)::text as available, trim_scale(frozen)::text as frozen from ledger_account
            where owner = $1 and kind = 'contract' and book = $2`,
          [`user:${id}`, mode],
        )
      )[0],
    refusalOf: (call) =>
      call.then(
        () => 'accepted',
        (error: Error) => error.message,
      ),
  };
}
