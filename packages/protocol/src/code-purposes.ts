/** Purposes of one-time codes; a code made for one purpose is not valid for another. */
export const CODE_PURPOSES = [
  'register',
  'forget',
  'password',
  'mobile',
  'trade_password',
  'authenticator',
  'passkey',
  'phrase',
  'unfreeze',
  'withdraw',
  'close',
  'data',
  'payee',
] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/**
 * Purposes of codes a visitor can have. The others prove a user's identity in a session, where every guess counts
 * against that user.
 */
export const VISITOR_PURPOSES = ['register', 'forget', 'unfreeze'] as const satisfies readonly CodePurpose[];
export type VisitorPurpose = (typeof VISITOR_PURPOSES)[number];
