import type { Transfer } from '@app/domain/ledger';
import type { Balances, Outcome } from '../../../engine/product.ts';
import type { Receipt } from '../../proof/index.ts';
import type {
  ChargeRow,
  ContractRows,
  Deal,
  MarketRow,
  OvernightRow,
  PaidFee,
  SettlementRow,
} from './contract-state.ts';
import { RunningBalances } from './running-balances.ts';

/** Everything that one command writes and moves, gathered while it is decided. */
export class RowsOfCommand {
  readonly balances: RunningBalances;
  readonly #placed: { readonly deal: Deal; readonly key: string }[] = [];
  readonly #changed = new Set<Deal>();
  readonly #settlements: SettlementRow[] = [];
  readonly #charges: ChargeRow[] = [];
  readonly #nights: OvernightRow[] = [];
  readonly #markets: MarketRow[] = [];
  readonly #receipts: Receipt[] = [];
  readonly #fees: PaidFee[] = [];

  constructor(locked: Balances) {
    this.balances = new RunningBalances(locked);
  }

  post(transfer: Transfer): void {
    if (transfer.entries.length > 0) this.balances.post(transfer);
  }

  place(deal: Deal, key: string): void {
    this.#placed.push({ deal, key });
  }

  change(deal: Deal): void {
    this.#changed.add(deal);
  }

  settle(row: SettlementRow): void {
    this.#settlements.push(row);
  }

  charge(row: ChargeRow): void {
    this.#charges.push(row);
  }

  night(row: OvernightRow): void {
    this.#nights.push(row);
  }

  market(row: MarketRow): void {
    this.#markets.push(row);
  }

  fee(fee: PaidFee): void {
    this.#fees.push(fee);
  }

  receipt(receipt: Receipt): void {
    this.#receipts.push(receipt);
  }

  /** Returns the outcome of the command. What is recorded is enough to find its answer again. */
  done(
    answer: unknown,
    record: unknown,
    more: { readonly continues?: boolean; readonly isLong?: boolean } = {},
  ): Outcome<ContractRows> {
    const rows = {
      placed: this.#placed,
      changed: [...this.#changed],
      settlements: this.#settlements,
      charges: this.#charges,
      nights: this.#nights,
      markets: this.#markets,
      receipts: this.#receipts,
      fees: this.#fees,
    };
    return { kind: 'done', answer, record, transfers: this.balances.transfers, rows, ...more };
  }
}
