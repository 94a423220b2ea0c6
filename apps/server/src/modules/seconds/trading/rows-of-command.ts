import type { Transfer } from '@app/domain/ledger';
import type { Outcome } from '../../../engine/product.ts';
import type { Receipt } from '../../proof/index.ts';
import type { OpenBet, SecondsRows, SettlementRow } from './seconds-state.ts';

/** Everything that one command writes and moves, gathered while it is decided. */
export class RowsOfCommand {
  readonly #transfers: Transfer[] = [];
  readonly #placed: { readonly bet: OpenBet; readonly key: string }[] = [];
  readonly #changed = new Set<OpenBet>();
  readonly #settlements: SettlementRow[] = [];
  readonly #receipts: Receipt[] = [];

  get isEmpty(): boolean {
    return this.#placed.length + this.#changed.size + this.#transfers.length === 0;
  }

  post(transfer: Transfer): void {
    this.#transfers.push(transfer);
  }

  place(bet: OpenBet, key: string): void {
    this.#placed.push({ bet, key });
  }

  change(bet: OpenBet): void {
    this.#changed.add(bet);
  }

  settle(row: SettlementRow): void {
    this.#settlements.push(row);
  }

  receipt(receipt: Receipt): void {
    this.#receipts.push(receipt);
  }

  /** Returns the outcome of the command. What is recorded is enough to find its answer again. */
  done(
    answer: unknown,
    record: unknown,
    more: { readonly continues?: boolean; readonly isLong?: boolean } = {},
  ): Outcome<SecondsRows> {
    const rows = {
      placed: this.#placed,
      changed: [...this.#changed],
      settlements: this.#settlements,
      receipts: this.#receipts,
    };
    return { kind: 'done', answer, record, transfers: this.#transfers, rows, ...more };
  }
}
