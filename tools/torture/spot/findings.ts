/** Names of findings that an injected fault must cause; each is also a finding of the run without one. */
export const FINDINGS = {
  lost: 'lost',
  twice: 'done twice',
  fee: 'fee that is not the exact one, rounded up once',
  priority: 'fill that passed an order with priority',
  owners: 'written by two owners at once',
} as const;
