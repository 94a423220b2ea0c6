import type { Order } from '../../../data/account/orders.ts';
import { createShownOutcomes } from '../../../data/account/shown-outcomes.ts';

type Seen = Pick<Order, 'id' | 'filled'>;

const shown = createShownOutcomes();

/** Records that an order's outcome is on screen, so that no notification repeats it. */
export const markOutcomeShown = ({ id, filled }: Seen): void => shown.mark(id, filled);

/** Reports whether the order was already shown with at least this fill. */
export const isOutcomeShown = ({ id, filled }: Seen): boolean => shown.isShown(id, filled);

/** Clears the record, so that tests do not share orders. */
export const forgetShown = (): void => shown.clear();
