import type { Channel } from '../../../shared/socket.ts';

/** An order that changed has moved money: whoever hears of one asks for the balances again. */
export const orderChannel = (refreshBalances: () => void): Channel => ({
  name: 'orders',
  receive: refreshBalances,
  refresh: () => undefined, // Whoever reconnects has the balances refreshed by their own channel.
});
