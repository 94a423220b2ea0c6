import { type Amount, subtract, ZERO } from '@app/money';
import type { Deal } from '../../../data/account/deals.ts';
import type { DealUpdate } from './apply-deals.ts';

/** What a user is told of while the app is open: everything that happened to a deal without them. */
export type DealNotice = {
  readonly what: 'opened' | 'stop' | 'profit' | 'liquidation' | 'delivery' | 'part' | 'refused' | 'expired';
  readonly deal: Deal;
  /** Result of the closed lots after fees; undefined where nothing was closed, or the loss exceeded the margin. */
  readonly net: Amount | undefined;
};

const PENDING = 0;
const OPEN = 1;
const CLOSED = 3;
const CANCELLED = 4;

const isOneOf = <Value extends string>(values: readonly Value[], value: string | null): value is Value =>
  values.some((it) => it === value);

/**
 * Returns the notice of an update; undefined for what its user did, whose form shows it. A new order that opens at once is
 * the answer to a form; only one that had waited is news.
 */
export function noticeOf({ before, deal }: DealUpdate): DealNotice | undefined {
  const { status, cause } = deal;
  const net = subtract(deal.result, deal.fees);
  if (status === CLOSED && isOneOf(['stop', 'profit', 'delivery'], cause)) return { what: cause, deal, net };
  if (status === CLOSED && cause === 'liquidation') return { what: cause, deal, net: undefined };
  if (status === CANCELLED && isOneOf(['refused', 'expired'], cause)) return { what: cause, deal, net: undefined };
  if (status === OPEN && before?.status === PENDING) return { what: 'opened', deal, net: undefined };
  if (isReduced(before, deal)) return { what: 'part', deal, net: undefined };
  return undefined;
}

/**
 * Reports whether a position may have been reduced by force: it has fewer lots, and no close was waiting. The close of a
 * user may arrive together with its order, so the settlement has to confirm it.
 */
const isReduced = (before: Deal | undefined, { status, share }: Deal): boolean =>
  status === OPEN && before?.status === OPEN && share < before.share && share > ZERO;
