/**
 * States of an order and of the position it opens. Pending: waits for its limit. Closing: closes at the next valid tick.
 * The wire numbers them in this order (decisions, `deal_status`).
 */
export const DEAL_STATES = ['pending', 'open', 'closing', 'closed', 'cancelled'] as const;
export type DealState = (typeof DEAL_STATES)[number];

/** Why lots were closed. */
export const SETTLEMENT_CAUSES = ['user', 'stop', 'profit', 'liquidation', 'delivery', 'reverse'] as const;
export type SettlementCause = (typeof SETTLEMENT_CAUSES)[number];

/** Why a deal ended: its last close, or for an order that it was cancelled, refused when it was reached, or delivered first. */
export const DEAL_CAUSES = [...SETTLEMENT_CAUSES, 'refused', 'expired'] as const;
export type DealCause = (typeof DEAL_CAUSES)[number];
