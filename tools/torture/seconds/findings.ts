/** Names of findings that an injected fault must cause; each is also a finding of the run without one. */
export const FINDINGS = {
  lost: 'lost',
  entry: 'entered at another tick than the first that counts, or not at all',
  exit: 'settled at another tick than the first that counts, or not at all',
  refund: 'void or cancelled otherwise than its ticks say',
  outcome: 'result that is not that of its two prices',
  transfer: 'transfer that is not the exact one of its bet',
  twice: 'settled twice',
  writable: 'result that someone besides the engine can write, or anybody can change',
  stale: 'accepted on a price that was too old',
  chain: 'chain or statistics that do not follow from the receipts',
} as const;
