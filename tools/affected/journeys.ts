export type Journey = {
  /** Features it covers, by their names in `npm run where`. */
  readonly features: readonly string[];
  /** Approximate duration on two busy cores. */
  readonly seconds: number;
  /** Runs on every landing that changes more than documents. */
  readonly isCore?: true;
};

/** Journeys by the name of their file in `apps/e2e`. Unlisted ones always run. */
export const JOURNEYS: Readonly<Record<string, Journey>> = {
  accounts: { features: ['auth', 'notify', 'settings', 'kyc'], seconds: 45, isCore: true },
  assets: { features: ['wallet', 'ledger', 'spot', 'statement'], seconds: 20 },
  'back-office': { features: ['staff', 'trail', 'reference'], seconds: 45 },
  books: { features: ['wallet', 'ledger', 'limits', 'media', 'settings', 'auth'], seconds: 20 },
  chart: { features: ['market', 'proof', 'contract', 'settings', 'spot'], seconds: 40 },
  claim: { features: ['claim', 'claims', 'deposit', 'media', 'staff', 'notify'], seconds: 35 },
  closing: { features: ['auth', 'export', 'notify', 'settings'], seconds: 20 },
  comfort: { features: ['auth', 'content', 'market', 'spot', 'wallet', 'settings', 'notify', 'proof'], seconds: 40 },
  contract: { features: ['contract', 'ledger', 'market', 'proof', 'wallet'], seconds: 60 },
  convert: { features: ['convert', 'wallet', 'ledger', 'proof', 'market'], seconds: 25 },
  withdrawal: {
    features: ['withdrawal', 'payout', 'reconciliation', 'custody', 'payee', 'wallet', 'auth', 'ledger'],
    seconds: 75,
  },
  deposit: { features: ['deposit', 'custody', 'sweep', 'wallet', 'ledger', 'notify'], seconds: 40 },
  frame: { features: ['system', 'settings', 'wallet', 'auth', 'kyc'], seconds: 45, isCore: true },
  home: { features: ['home', 'market', 'content', 'notify', 'wallet', 'auth'], seconds: 25 },
  markets: { features: ['market', 'settings'], seconds: 18 },
  offline: { features: ['system', 'wallet', 'auth', 'settings'], seconds: 45, isCore: true },
  payees: { features: ['payee', 'auth', 'notify', 'reference'], seconds: 25 },
  passkeys: { features: ['auth'], seconds: 10 },
  prices: { features: ['market', 'proof', 'content', 'reference'], seconds: 12 },
  'real-mode': { features: ['spot', 'contract', 'market', 'notify', 'proof'], seconds: 70 },
  recovery: { features: ['auth', 'wallet', 'settings', 'system'], seconds: 18 },
  results: { features: ['results', 'statement', 'wallet'], seconds: 15 },
  'seconds-history': { features: ['seconds', 'proof', 'ledger'], seconds: 25 },
  'review-desk': { features: ['kyc', 'media', 'notify', 'settings', 'admin', 'staff', 'trail'], seconds: 60 },
  'second-tap': { features: ['wallet', 'ledger', 'settings', 'auth'], seconds: 18, isCore: true },
  seconds: { features: ['seconds', 'ledger', 'market', 'wallet'], seconds: 60 },
  'spot-entry': { features: ['spot'], seconds: 25 },
  spot: { features: ['spot', 'ledger', 'market', 'proof', 'reference'], seconds: 45, isCore: true },
  statement: { features: ['statement', 'export', 'notify'], seconds: 20 },
  support: { features: ['support', 'staff', 'trail', 'auth', 'notify'], seconds: 40 },
  terms: { features: ['auth', 'content', 'wallet'], seconds: 20 },
  'thin-path': { features: ['auth', 'wallet', 'ledger', 'reference'], seconds: 15, isCore: true },
  upload: { features: ['media'], seconds: 6 },
};

/** Returns `spot` for `apps/e2e/spot.spec.ts`. */
export const journeyName = (path: string): string => path.replace(/^.*\//, '').replace(/\.spec\.ts$/, '');
