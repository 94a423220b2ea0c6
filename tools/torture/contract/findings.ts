/** Names of findings that an injected fault must cause; each is also a finding of the run without one. */
export const FINDINGS = {
  lost: 'lost',
  liquidation: 'liquidation at another tick than the first at its price, or none',
  stop: 'stop that did not fire at the first tick at or through its price',
  filled: 'stop that was not filled by the next tick',
  limit: 'pending order that was not filled by the first tick that reached it',
  close: 'close that was not settled by the first tick after it',
  delivery: 'delivery at another tick than the first at or after its time, or none',
  closed: 'settlement while the market was closed',
  tick: 'opened at a tick from before the order, or while the market was closed',
  settlement: 'settlement that is not the exact one',
  transfer: 'transfer that is not its settlement',
  nights: 'night that was charged otherwise than it cost',
} as const;
