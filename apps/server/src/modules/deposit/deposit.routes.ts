import { confirmationsOf, depositSettings } from '@app/domain/deposit';
import { type Amount, parseDecimal } from '@app/money';
import type { Input, Output } from '@app/protocol';
import * as routes from '@app/protocol/deposit';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db } from '../../platform/db/database.ts';
import { readPage } from '../../platform/db/page.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Settings } from '../reference/index.ts';
import * as store from './deposit.store.ts';

export type DepositDeps = { readonly db: Db; readonly settings: Settings };

export function depositRoutes(http: Http, deps: DepositDeps): void {
  serve(http, routes.listNetworks, async () => ({ list: await listNetworks(deps) }));
  serve(http, routes.depositAddress, (input, caller) => giveAddress(deps, caller, input));
  serve(http, routes.listDeposits, ({ currency, state, ...page }, { userId }) =>
    listDeposits(deps, { userId, currency, state }, page),
  );
}

type Network = Output<typeof routes.listNetworks>['list'][number];

/** Seconds between two blocks of Ethereum. */
const BLOCK_SECONDS = 12;

async function listNetworks({ db, settings }: DepositDeps): Promise<Network[]> {
  const { value: confirmations } = await settings.read(depositSettings.confirmations);
  const rows = await store.readAssets(db);
  return rows.map(({ currency, chain, contract, halted, is_answering }) => {
    const closed = is_answering === null ? 'not_connected' : halted ? 'halted' : is_answering ? null : 'no_answer';
    return {
      currency,
      chain,
      is_open: closed === null,
      closed_because: closed,
      confirmations,
      seconds: confirmations * BLOCK_SECONDS,
      contract,
    };
  });
}

/** Returns the caller's address. Only where its chain is followed: elsewhere nobody would see the coins. */
async function giveAddress(
  deps: DepositDeps,
  { userId, mode }: Recipient,
  { currency, chain }: Input<typeof routes.depositAddress>,
): Promise<Output<typeof routes.depositAddress>> {
  if (mode !== 'real') return refuseWith('real_account_only');
  const network = (await listNetworks(deps)).find((it) => it.currency === currency && it.chain === chain);
  if (network === undefined) return refuseWith('chain_of_other_coin');
  const address = network.is_open ? await store.assignAddress(deps.db, userId, chain) : undefined;
  return address === undefined ? refuseWith('deposit_unavailable') : { ...network, address };
}

type Filter = Parameters<typeof store.depositsOf>[1];

async function listDeposits(
  { db, settings }: DepositDeps,
  filter: Filter,
  request: Parameters<typeof readPage>[0],
): Promise<Output<typeof routes.listDeposits>> {
  const { value: needed } = await settings.read(depositSettings.confirmations);
  const { rows, ...page } = await readPage(request, store.depositsOf(db, filter));
  return { list: rows.map((row) => showDeposit(row, needed)), ...page };
}

const showDeposit = (
  { block, head, explorer, ...row }: store.DepositRow,
  needed: number,
): Output<typeof routes.listDeposits>['list'][number] => ({
  ...row,
  amount: parseDecimal<Amount>(row.amount),
  confirmations: row.state === 'orphaned' ? 0 : confirmationsOf(Number(block), Number(head ?? block)),
  confirmations_needed: needed,
  explorer: explorer === null ? null : `${explorer}${row.tx_hash}`,
  seen_at: row.seen_at.getTime(),
  credited_at: row.credited_at?.getTime() ?? null,
  credit_after: row.credit_after?.getTime() ?? null,
});
