import {
  type Cover,
  coverShortfall,
  type EndOfPosition,
  type Position,
  postSettlement,
  type Settlement,
  type SettlementCause,
} from '@app/domain/contract';
import { add, subtract, sum, ZERO } from '@app/money';
import { settlementReceipt } from '../receipts.ts';
import type { ContractState, Deal, IndexTick, SettlementRow } from './contract-state.ts';
import { CURRENCY, changeDeal, type DecisionContext, platformAccounts, removeDeal } from './deals.ts';
import { changedBy, classOf } from './market-price.ts';
import type { RowsOfCommand } from './rows-of-command.ts';

export type Ending = {
  readonly cause: SettlementCause;
  /** What ends, and what stays open. */
  readonly part: Position;
  readonly rest: Position | undefined;
  readonly settlement: Settlement;
  readonly tick: IndexTick;
  readonly atMs: number;
  /** Last tick and time before the order to close; the deal's own last change if absent. */
  readonly changed?: { readonly seq: number; readonly ms: number };
};

const END_OF: Partial<Record<SettlementCause, EndOfPosition>> = { liquidation: 'liquidation', delivery: 'delivery' };

/** Settles a position or a part of it: money, rows and receipt. What is left stays open as of this tick. */
export function settleDeal(
  state: ContractState,
  deal: Deal,
  { cause, part, rest, settlement, tick, atMs, changed }: Ending,
  { facts, nextId, rows }: Pick<DecisionContext, 'facts' | 'nextId'> & { readonly rows: RowsOfCommand },
): void {
  const id = nextId();
  const { at, userId } = deal;
  const cover = coverOf(state, settlement, rows);
  const party = { ref: String(id), userId, mode: state.mode, currency: CURRENCY };
  rows.post(postSettlement(party, END_OF[cause] ?? 'close', { settlement, cover }));
  const { receipt, chain } = settlementReceipt(
    {
      mode: state.mode,
      market: at.market,
      multiplier: at.market.multiplier,
      tick,
      terms: { version: deal.termsVersion, value: part.terms },
      class: classOf(facts, at),
      chain: deal.chain,
      atMs,
    },
    {
      id,
      position: deal.id,
      series: deal.series,
      cause,
      part,
      rest,
      settlement,
      cover,
      overnightIndex: at.overnight.index,
      stopLoss: deal.stopLoss,
      takeProfit: deal.takeProfit,
      changed: changed ?? { seq: deal.changedSeq, ms: deal.changedMs },
      trigger: cause === 'stop' || cause === 'profit' ? deal.trigger : undefined,
    },
  );
  rows.receipt(receipt);
  rows.settle({ id, deal, cause, part, settlement, cover, tick, atMs } satisfies SettlementRow);
  const { overnight, overnightReturned, fee, liquidationFee, result } = settlement;
  const change = {
    chain,
    result: add(deal.result, result),
    fees: subtract(sum([deal.fees, overnight, fee, liquidationFee]), overnightReturned),
    closingLots: undefined,
    trigger: undefined,
    ...changedBy(tick),
  };
  if (rest === undefined) {
    removeDeal(state, deal);
    const ended = { lots: ZERO, margin: ZERO, openFee: ZERO, overnightCharged: ZERO };
    Object.assign(deal, change, { status: 'closed', cause, closedAtMs: atMs, position: { ...part, ...ended } });
  } else changeDeal(deal, { ...change, status: 'open', cause: undefined, position: rest });
  rows.change(deal);
}

/** Divides a shortfall between the insurance fund and the platform's capital, as far as each reaches. */
function coverOf(state: ContractState, { shortfall }: Settlement, { balances }: RowsOfCommand): Cover {
  const { insurance, capital } = platformAccounts(state);
  return coverShortfall(shortfall, {
    insurance: balances.of(insurance)?.available ?? ZERO,
    capital: balances.of(capital)?.available ?? ZERO,
  });
}
