export type Journey = {
  /** Features it covers, by their names in `npm run where`. */
  readonly features: readonly string[];
  /** Runs on every landing that changes more than documents. */
  readonly isCore?: true;
};

/** Journeys by the name of their file in `apps/e2e`. Unlisted ones always run. */
export const JOURNEYS: Readonly<Record<string, Journey>> = {
  accounts: { features: ['auth', 'notify', 'settings', 'kyc'], isCore: true },
  assets: { features: ['wallet', 'ledger', 'spot', 'statement'] },
  'back-office': { features: ['staff', 'trail', 'reference'] },
  books: { features: ['wallet', 'ledger', 'limits', 'media', 'settings', 'auth'] },
  chart: { features: ['market', 'proof', 'contract', 'settings', 'spot'] },
  claim: { features: ['claim', 'claims', 'deposit', 'media', 'staff', 'notify'] },
  closing: { features: ['auth', 'export', 'notify', 'settings'] },
  comfort: { features: ['auth', 'content', 'market', 'spot', 'wallet', 'settings', 'notify', 'proof'] },
  contract: { features: ['contract', 'ledger', 'market', 'proof', 'wallet'] },
  convert: { features: ['convert', 'wallet', 'ledger', 'proof', 'market'] },
  withdrawal: {
    features: ['withdrawal', 'payout', 'reconciliation', 'custody', 'payee', 'wallet', 'auth', 'ledger'],
  },
  deposit: { features: ['deposit', 'custody', 'sweep', 'wallet', 'ledger', 'notify'] },
  frame: { features: ['system', 'settings', 'wallet', 'auth', 'kyc'], isCore: true },
  home: { features: ['home', 'market', 'content', 'notify', 'wallet', 'auth'] },
  markets: { features: ['market', 'settings'] },
  offline: { features: ['system', 'wallet', 'auth', 'settings'], isCore: true },
  payees: { features: ['payee', 'auth', 'notify', 'reference'] },
  passkeys: { features: ['auth'] },
  prices: { features: ['market', 'proof', 'content', 'reference'] },
  'real-mode': { features: ['spot', 'contract', 'market', 'notify', 'proof'] },
  recovery: { features: ['auth', 'wallet', 'settings', 'system'] },
  results: { features: ['results', 'statement', 'wallet'] },
  'seconds-history': { features: ['seconds', 'proof', 'ledger'] },
  'review-desk': { features: ['kyc', 'media', 'notify', 'settings', 'admin', 'staff', 'trail'] },
  'second-tap': { features: ['wallet', 'ledger', 'settings', 'auth'], isCore: true },
  seconds: { features: ['seconds', 'ledger', 'market', 'wallet'] },
  'spot-entry': { features: ['spot'] },
  spot: { features: ['spot', 'ledger', 'market', 'proof', 'reference'], isCore: true },
  statement: { features: ['statement', 'export', 'notify'] },
  support: { features: ['support', 'staff', 'trail', 'auth', 'notify'] },
  terms: { features: ['auth', 'content', 'wallet'] },
  'thin-path': { features: ['auth', 'wallet', 'ledger', 'reference'], isCore: true },
  upload: { features: ['media'] },
};

/** Returns `apps/e2e/spot.spec.ts` for `spot`. */
export const journeyFile = (name: string): string => `apps/e2e/${name}.spec.ts`;

/** Returns `spot` for `apps/e2e/spot.spec.ts`. */
export const journeyName = (path: string): string => path.replace(/^.*\//, '').replace(/\.spec\.ts$/, '');
