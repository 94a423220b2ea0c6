import type { Deal } from '../../../data/account/deals.ts';
import { createShownOutcomes } from '../../../data/account/shown-outcomes.ts';

type Seen = Pick<Deal, 'id' | 'status'>;

const shown = createShownOutcomes();

/** Records that the state of a deal is on screen: by the form that placed it, or by a notice. States only advance. */
export const markDealShown = ({ id, status }: Seen): void => shown.mark(id, BigInt(status));

/** Reports whether a deal was already shown in this state or a later one. */
export const isDealShown = ({ id, status }: Seen): boolean => shown.isShown(id, BigInt(status));

/** Clears the record, so that tests do not share deals. */
export const forgetShownDeals = (): void => shown.clear();
