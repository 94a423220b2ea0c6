/** Client request, permanently identified by its idempotency key. Fields are those of the command, as they travel. */
export type Intent = {
  readonly key: string;
  readonly user: number;
  readonly name: CommandName;
  readonly fields: Readonly<Record<string, string | number>>;
};

export type CommandName =
  | 'contract.open'
  | 'contract.close'
  | 'contract.closeAll'
  | 'contract.reverse'
  | 'contract.setStops'
  | 'contract.cancel'
  | 'contract.cancelAll'
  | 'contract.addMargin'
  | 'contract.removeMargin';

/** Recorded part of an answer: a deal, or how many were closed or cancelled. */
export type Answer = {
  readonly id?: string;
  readonly status?: number;
  readonly share?: string;
  readonly stop_loss_price?: string | null;
  readonly target_profit_price?: string | null;
  readonly closing_share?: string | null;
};
